import fs from 'node:fs';
import os from 'node:os';
import { z } from 'zod';
import {
  breakMinutesSchema,
  keyChoiceSchema,
  type OpenedProject,
  openedProjectSchema,
  type SettingsPatch,
  themeSchema,
  tourSchema,
} from '#shared/contract/desktop.ts';
import { writeFile } from './write-file.ts';

const RECENT_PROJECTS = 20;

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof boundsSchema>;

const storedSchema = z.object({
  version: z.literal(1),
  theme: themeSchema,
  annotator: z.string().min(1),
  // Files of earlier versions lack these.
  keys: keyChoiceSchema.default({ preset: 'standard', own: {} }),
  tour: tourSchema.default({ step: 0, state: 'on' }),
  breakMinutes: breakMinutesSchema.default(null),
  windowBounds: boundsSchema.nullable(),
  recentProjects: z.array(openedProjectSchema.extend({ openedAt: z.string() })),
});
export type StoredSettings = z.infer<typeof storedSchema>;

function userName(): string {
  try {
    return os.userInfo().username || 'annotator';
  } catch {
    // a container may run under a user id without a name
    return 'annotator';
  }
}

const defaults = (): StoredSettings => ({
  version: 1,
  theme: 'system',
  annotator: userName(),
  keys: { preset: 'standard', own: {} },
  tour: { step: 0, state: 'on' },
  breakMinutes: null,
  windowBounds: null,
  recentProjects: [],
});

/**
 * Reads the file; one that cannot be understood is renamed, so that it can be looked at, and replaced by defaults. Where it
 * cannot be renamed, defaults hold all the same: the app must start.
 */
function read(file: string): StoredSettings {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    return defaults();
  }
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch (error) {
    const aside = `${file}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
    console.error(`The settings cannot be read and are set aside as ${aside}:`, error);
    try {
      fs.renameSync(file, aside);
    } catch (renaming) {
      console.error('They could not be set aside:', renaming);
    }
    return defaults();
  }
}

const write = (file: string, settings: StoredSettings): void => writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);

export type SettingsStore = {
  get(): StoredSettings;
  update(patch: SettingsPatch & { windowBounds?: WindowBounds }): void;
  /** Puts a project first in the list of recent ones, with its counts and the time as they are now. */
  rememberProject(project: OpenedProject): void;
  forgetProject(projectPath: string): void;
};

/**
 * The settings of this machine, kept in a JSON file. Settings that cannot be written (a full disk, a read-only home)
 * hold until the app ends: that is said on standard error and stops no work.
 */
export function openSettings(file: string): SettingsStore {
  let settings = read(file);
  const set = (next: StoredSettings) => {
    settings = next;
    try {
      write(file, settings);
    } catch (error) {
      console.error('The settings cannot be written:', error);
    }
  };
  return {
    get: () => settings,
    update(patch) {
      set({
        ...settings,
        theme: patch.theme ?? settings.theme,
        annotator: patch.annotator ?? settings.annotator,
        keys: patch.keys ?? settings.keys,
        tour: patch.tour ?? settings.tour,
        breakMinutes: patch.breakMinutes === undefined ? settings.breakMinutes : patch.breakMinutes,
        windowBounds: patch.windowBounds ?? settings.windowBounds,
      });
    },
    rememberProject(project) {
      const openedAt = new Date().toISOString();
      const others = settings.recentProjects.filter((recent) => recent.path !== project.path);
      set({ ...settings, recentProjects: [{ ...project, openedAt }, ...others].slice(0, RECENT_PROJECTS) });
    },
    forgetProject(projectPath) {
      set({ ...settings, recentProjects: settings.recentProjects.filter((recent) => recent.path !== projectPath) });
    },
  };
}
