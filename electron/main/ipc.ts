import fs from 'node:fs';
import { clipboard, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, nativeTheme, shell } from 'electron';
import type { z } from 'zod';
import {
  clipboardTextSchema,
  connectionNameSchema,
  desktopPathSchema,
  givenSecretSchema,
  menuSchema,
  type Opening,
  openedProjectSchema,
  openFilesSchema,
  optionalPathSchema,
  type Settings,
  savedConnectionSchema,
  saveFileSchema,
  settingsPatchSchema,
  suggestedNameSchema,
} from '#shared/contract/desktop.ts';
import { CHANNELS, callChannel, type DesktopCall } from '#shared/contract/desktop-channels.ts';
import type { ConnectionStore } from './connections.ts';
import { askForFiles, askForNewProject, askForProject, saveFile } from './dialogs.ts';
import { ORIGIN } from './page-address.ts';
import type { SettingsStore } from './settings.ts';
import { type ProjectWindow, setProject } from './window.ts';

export type DesktopServices = {
  readonly settings: SettingsStore;
  readonly connections: ConnectionStore;
  readonly samplePath: string;
  /** Every open window. */
  windows(): readonly ProjectWindow[];
  openWindow(projectPath: string | null): void;
  focusProject(projectPath: string): boolean;
  setMenu(owner: ProjectWindow, commands: z.infer<typeof menuSchema>): void;
};

/** The settings as the page sees them. */
function settingsForPage(store: SettingsStore): Settings {
  const { theme, annotator, keys, tour, breakMinutes, recentProjects } = store.get();
  return {
    theme,
    annotator,
    keys,
    tour,
    breakMinutes,
    recentProjects: recentProjects.map((recent) => ({ ...recent, missing: !fs.existsSync(recent.path) })),
  };
}

/** Answers what preload sends. A message counts only from the main frame of a window of ours that shows our page. */
export function answerPages(services: DesktopServices): void {
  const senderOf = (event: IpcMainEvent | IpcMainInvokeEvent): ProjectWindow => {
    const sender = services.windows().find((candidate) => candidate.window.webContents === event.sender);
    const frame = event.senderFrame;
    if (!sender || !frame || frame.parent !== null || !frame.url.startsWith(`${ORIGIN}/`)) {
      throw new Error('refused: the message does not come from the page of Assay');
    }
    return sender;
  };

  const call = (name: DesktopCall, answer: (sender: ProjectWindow) => unknown) =>
    ipcMain.handle(callChannel(name), (event) => answer(senderOf(event)));

  const callWith = <T>(name: DesktopCall, schema: z.ZodType<T>, answer: (sender: ProjectWindow, argument: T) => unknown) =>
    ipcMain.handle(callChannel(name), (event, argument: unknown) => answer(senderOf(event), schema.parse(argument)));

  const tellSettings = () => {
    const settings = settingsForPage(services.settings);
    for (const { window } of services.windows()) window.webContents.send(CHANNELS.settingsChanged, settings);
    return settings;
  };

  ipcMain.on(CHANNELS.requestPort, (event) => void senderOf(event).service.connectPage());
  ipcMain.on(CHANNELS.mayClose, (event, mayClose: unknown) => senderOf(event).answerClosing(mayClose !== false));

  // A page that is loaded again, because its process ended, goes back to what it showed.
  call('opening', (sender): Opening => {
    const { project, initialProject, pageEnded } = sender;
    // It shows nothing yet: a project of its own would count as open in another window.
    sender.project = null;
    sender.pageEnded = null;
    return { project: project ?? initialProject, again: project !== null, ended: pageEnded };
  });
  call('samplePath', () => services.samplePath);
  callWith('projectOpened', openedProjectSchema, (sender, project) => {
    setProject(sender, project.path);
    services.settings.rememberProject(project);
    tellSettings();
  });
  call('projectClosed', (sender) => setProject(sender, null));
  callWith('forgetProject', desktopPathSchema, (_sender, projectPath) => {
    services.settings.forgetProject(projectPath);
    tellSettings();
  });
  callWith('focusProject', desktopPathSchema, (_sender, projectPath) => services.focusProject(projectPath));
  callWith('openWindow', optionalPathSchema, (_sender, projectPath) => services.openWindow(projectPath));
  call('closeWindow', (sender) => sender.window.close());

  call('openProjectDialog', (sender) => askForProject(sender.window));
  callWith('newProjectDialog', suggestedNameSchema, (sender, name) => askForNewProject(sender.window, name));
  callWith('openFilesDialog', openFilesSchema, (sender, request) => askForFiles(sender.window, request));
  callWith('saveFile', saveFileSchema, (sender, request) => saveFile(sender.window, request));
  callWith('revealInFolder', desktopPathSchema, (_sender, target) => shell.showItemInFolder(target));
  callWith('copyText', clipboardTextSchema, (_sender, text) => clipboard.writeText(text));

  call('getSettings', () => settingsForPage(services.settings));
  callWith('updateSettings', settingsPatchSchema, (_sender, patch) => {
    services.settings.update(patch);
    nativeTheme.themeSource = services.settings.get().theme;
    return tellSettings();
  });
  const { connections } = services;
  call('listConnections', () => connections.list());
  callWith('saveConnection', savedConnectionSchema, (_sender, { settings, secret }) => {
    connections.save(settings, secret);
    return connections.list();
  });
  callWith('giveSecret', givenSecretSchema, (_sender, { name, secret }) => {
    connections.giveSecret(name, secret);
    return connections.list();
  });
  callWith('removeConnection', connectionNameSchema, (_sender, name) => {
    connections.remove(name);
    return connections.list();
  });
  callWith('setMenu', menuSchema, (sender, commands) => services.setMenu(sender, commands));
}
