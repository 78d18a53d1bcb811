import { z } from 'zod';
import {
  type ConnectionSecret,
  type ConnectionSettings,
  connectionSecretSchema,
  connectionSettingsSchema,
} from '../model/connection.ts';
import type { WireError } from './errors.ts';

/** What the window asks of the desktop: files, menus, settings, and the port to the service. Main parses all of it. */

export const themeSchema = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof themeSchema>;

const pathSchema = z.string().min(1).max(4096);

/** A project as the start screen lists it; the counts are those of when it was last open. */
export const openedProjectSchema = z.object({
  path: pathSchema,
  name: z.string().max(300),
  benchmark: z.string().max(300).nullable(),
  instances: z.number().int().min(0),
  systems: z.number().int().min(0),
  labelled: z.number().int().min(0),
  toLabel: z.number().int().min(0),
});
export type OpenedProject = z.infer<typeof openedProjectSchema>;

/** `openedAt` in ISO 8601, UTC; `missing`: there is no file at the path now. */
export type RecentProject = OpenedProject & { readonly openedAt: string; readonly missing: boolean };

export const KEY_PRESET_NAMES = ['standard', 'azerty', 'left', 'right'] as const;
export type KeyPreset = (typeof KEY_PRESET_NAMES)[number];

/** The keys of this machine: a preset, and over it a person's own by the id of the command (none: no key). */
export const keyChoiceSchema = z.object({
  preset: z.enum(KEY_PRESET_NAMES),
  own: z.record(z.string().min(1).max(120), z.array(z.string().min(1).max(60)).max(8)),
});
export type KeyChoice = z.infer<typeof keyChoiceSchema>;

/** How far a person is in the tour of the sample; `away`: put aside, to be gone on with later. */
export const tourSchema = z.object({ step: z.number().int().min(0).max(50), state: z.enum(['on', 'away', 'done']) });
export type Tour = z.infer<typeof tourSchema>;

/** Minutes of work after which a break is proposed; null = never. */
export const breakMinutesSchema = z.number().int().min(5).max(240).nullable();

/** What is remembered on this machine, whatever the project. */
export type Settings = {
  readonly keys: KeyChoice;
  readonly tour: Tour;
  readonly breakMinutes: number | null;
  readonly theme: Theme;
  /** Who labels; at first the name of the user of this machine. */
  readonly annotator: string;
  /** Newest first. */
  readonly recentProjects: readonly RecentProject[];
};

export const settingsPatchSchema = z.strictObject({
  theme: themeSchema.optional(),
  annotator: z.string().trim().min(1).max(80).optional(),
  keys: keyChoiceSchema.optional(),
  tour: tourSchema.optional(),
  breakMinutes: breakMinutesSchema.optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** An entry of the application menu. Choosing it, or its accelerator, comes back as its id. */
export const menuCommandSchema = z.object({
  id: z.string().min(1).max(120),
  label: z.string().min(1).max(120),
  /** The title of the menu: File, Edit and View join the standard ones. */
  menu: z.string().min(1).max(40),
  /** As Electron words it, e.g. `CmdOrCtrl+S`. A key without Ctrl, Alt or Cmd is only shown: the page handles it. */
  accelerator: z.string().max(40).optional(),
  enabled: z.boolean().optional(),
  checked: z.boolean().optional(),
  separatorBefore: z.boolean().optional(),
});
export type MenuCommand = z.infer<typeof menuCommandSchema>;
export const menuSchema = z.array(menuCommandSchema).max(300);

const fileFilterSchema = z.object({ name: z.string().max(80), extensions: z.array(z.string().max(20)) });

export const openFilesSchema = z.object({
  title: z.string().max(120),
  /** Whether folders are chosen, or else files. */
  folders: z.boolean(),
  multiple: z.boolean(),
  filters: z.array(fileFilterSchema).optional(),
});
export type OpenFilesRequest = z.infer<typeof openFilesSchema>;

export const saveFileSchema = z.object({
  suggestedName: z.string().min(1).max(255),
  bytes: z.instanceof(Uint8Array),
});
export type SaveFileRequest = z.infer<typeof saveFileSchema>;

/** Characters that are put on the clipboard at most. */
export const CLIPBOARD_CHARACTERS = 50_000_000;
export const clipboardTextSchema = z.string().max(CLIPBOARD_CHARACTERS);
export const desktopPathSchema = pathSchema;
export const optionalPathSchema = pathSchema.nullable();
export const suggestedNameSchema = z.string().max(255);

/** A connection of this machine, without its secret; pages only ever send secrets, they get none. */
export type KeptConnection = {
  readonly settings: ConnectionSettings;
  /** Where its secret is. `in memory`: this machine has no keychain, so it is asked for again after the app has ended. */
  readonly secret: 'in the keychain' | 'in memory' | 'missing' | 'none needed';
};

export const savedConnectionSchema = z.strictObject({
  settings: connectionSettingsSchema,
  /** Null leaves the known one. */
  secret: connectionSecretSchema.nullable(),
});
export const givenSecretSchema = z.strictObject({ name: z.string().min(1).max(255), secret: connectionSecretSchema });
export const connectionNameSchema = z.string().min(1).max(255);

/** The service process ended by itself. `restarting` is false when it keeps failing and is left alone. */
export type ServiceStopped = { readonly reason: string; readonly restarting: boolean };

/**
 * What the page gets as a `message` event of the window, with the port in `ports[0]`, after `requestPort` and again
 * after every restart; `restartReason` then says why the service stopped, and is null the first time.
 */
export type PortMessage = { readonly type: 'assay:port'; readonly restartReason: string | null };

/** What a page that is loaded shows first. */
export type Opening = {
  /** The project that the window showed before its page was loaded again, else the one it was opened for. */
  readonly project: string | null;
  /** The window showed it before: the person goes on where they were. */
  readonly again: boolean;
  /** Why the page is loaded again, where its process ended by itself; `at` in milliseconds since 1970. */
  readonly ended: { readonly reason: string; readonly at: number } | null;
};

type Unsubscribe = () => void;

/** `window.assay`, made by the preload script: the page's only way out of its sandbox. */
export type Desktop = {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly versions: { readonly app: string; readonly electron: string; readonly chrome: string };

  /** Asks for a port to the service; it comes as a {@link PortMessage}. A page that asks again gets a fresh service. */
  requestPort(): void;
  onServiceStopped(listener: (event: ServiceStopped) => void): Unsubscribe;

  /** What to show first. Asked once by every page that is loaded. */
  opening(): Promise<Opening>;
  /** Where the sample project lives on this machine. */
  samplePath(): Promise<string>;
  /** Tells that the window shows this project: title, recent projects. Also when its counts changed. */
  projectOpened(project: OpenedProject): Promise<void>;
  projectClosed(): Promise<void>;
  forgetProject(path: string): Promise<void>;
  /** Brings the other window that shows this project to the front; false when there is none. */
  focusProject(path: string): Promise<boolean>;
  /** Opens a window, for a project or on the start screen. */
  openWindow(projectPath: string | null): Promise<void>;
  closeWindow(): Promise<void>;

  openProjectDialog(): Promise<string | null>;
  /** Asks where to make a project; the path ends in `.assay`. */
  newProjectDialog(suggestedName: string): Promise<string | null>;
  /** The chosen paths; empty when the person cancelled. */
  openFilesDialog(request: OpenFilesRequest): Promise<string[]>;
  /** Asks where to save, then writes the bytes there. Null when the person cancelled. */
  saveFile(request: SaveFileRequest): Promise<{ readonly path: string } | { readonly error: WireError } | null>;
  revealInFolder(path: string): Promise<void>;
  /** The page has no clipboard permission: it copies through this. */
  copyText(text: string): Promise<void>;
  /** The path of a `File` that was dropped on the page or chosen in it; empty when it is not a file on disk. */
  pathOfDroppedFile(file: object): string;

  getSettings(): Promise<Settings>;
  updateSettings(patch: SettingsPatch): Promise<Settings>;
  /** Also fires for changes made in other windows. */
  onSettingsChanged(listener: (settings: Settings) => void): Unsubscribe;

  listConnections(): Promise<KeptConnection[]>;
  /** Adds a connection or replaces the one of that name; a secret of null leaves the known one. */
  saveConnection(connection: {
    readonly settings: ConnectionSettings;
    readonly secret: ConnectionSecret | null;
  }): Promise<KeptConnection[]>;
  /** Hands over a secret that was asked for. */
  giveSecret(given: { readonly name: string; readonly secret: ConnectionSecret }): Promise<KeptConnection[]>;
  removeConnection(name: string): Promise<KeptConnection[]>;

  setMenu(commands: readonly MenuCommand[]): Promise<void>;
  onCommand(listener: (id: string) => void): Unsubscribe;
  /** Asked before the window closes: true lets it close, false keeps it open. The last listener set answers. */
  onClosing(listener: () => Promise<boolean>): Unsubscribe;
};
