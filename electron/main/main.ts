import path from 'node:path';
import { app, type BrowserWindow, Menu, nativeTheme, session } from 'electron';
import type { MenuCommand } from '#shared/contract/desktop.ts';
import { CHANNELS } from '#shared/contract/desktop-channels.ts';
import { type ConnectionStore, openConnections } from './connections.ts';
import { answerPages } from './ipc.ts';
import { systemKeychain } from './keychain.ts';
import { menuTemplate } from './menu.ts';
import { registerScheme, serveFolder } from './protocol.ts';
import { confinePages, confineSession } from './security.ts';
import type { ServiceProgram } from './service-host.ts';
import { openSettings, type SettingsStore } from './settings.ts';
import { openProjectWindow, type ProjectWindow } from './window.ts';

const built = path.join(__dirname, '..');
/** A process of its own cannot read app.asar, so its program and its files lie beside it. */
const outsideArchive = (...parts: string[]): string =>
  path.join(built, ...parts).replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked');

const serviceProgram = (connections: ConnectionStore): ServiceProgram => ({
  entry: outsideArchive('service', 'main.cjs'),
  args: ['--files', outsideArchive(), '--keychain'],
  node: process.env.ASSAY_SERVICE_NODE,
  connection: connections.get,
  keepConnection: ({ settings, secret }) => connections.save(settings, secret),
});

const windows: ProjectWindow[] = [];
const menus = new WeakMap<BrowserWindow, Menu>();
/** Services that are finishing their work after their window closed. */
const ending = new Set<Promise<void>>();
let quitting = false;

/** The project file that a command line names, as an absolute path. */
function projectIn(words: readonly string[], folder: string): string | null {
  const word = words.find((candidate) => candidate.endsWith('.assay') && !candidate.startsWith('-'));
  return word === undefined ? null : path.resolve(folder, word);
}

function bringToFront({ window }: ProjectWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function focusProject(projectPath: string): boolean {
  const found = windows.find((candidate) => candidate.project === projectPath);
  if (found) bringToFront(found);
  return found !== undefined;
}

/** Reload and the developer tools are for who works on Assay itself and asks for them. */
const isDeveloper = (): boolean => !app.isPackaged && process.env.ASSAY_DEVELOPER === '1';

function setMenu(owner: ProjectWindow, commands: readonly MenuCommand[]): void {
  const choose = (id: string) => owner.window.webContents.send(CHANNELS.command, id);
  const menu = Menu.buildFromTemplate(menuTemplate(commands, process.platform, isDeveloper(), choose));
  menus.set(owner.window, menu);
  if (process.platform !== 'darwin') owner.window.setMenu(menu);
  else if (owner.window.isFocused() || windows.length === 1) Menu.setApplicationMenu(menu);
}

function openWindow(settings: SettingsStore, service: ServiceProgram, projectPath: string | null): void {
  const opened = openProjectWindow({
    projectPath,
    preload: path.join(built, 'preload', 'preload.cjs'),
    service,
    settings,
    onKeptOpen: () => {
      quitting = false;
    },
    onClosed(closed) {
      windows.splice(windows.indexOf(closed), 1);
      const end = closed.service.stop().finally(() => ending.delete(end));
      ending.add(end);
      // Closing was deferred until the page had saved, which called off the quit that asked for it.
      if (quitting && windows.length === 0) app.quit();
    },
  });
  windows.push(opened);
  setMenu(opened, []);
}

function run(): void {
  // Electron would put its own menu on every window until the page has sent its commands.
  Menu.setApplicationMenu(null);
  registerScheme();
  confinePages();
  // Chromium's sandbox does not run as root; enableSandbox() would override the switch that says so.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // The page gives memory back when nothing is to do (renderer/app/garbage.ts).
  app.commandLine.appendSwitch('js-flags', '--expose-gc');

  let toOpen = projectIn(process.argv.slice(1), process.cwd());
  let open = (projectPath: string | null): void => {
    toOpen = projectPath;
  };
  app.on('open-file', (event, projectPath) => {
    event.preventDefault();
    open(projectPath);
  });
  app.on('second-instance', (_event, words, folder) => {
    const projectPath = projectIn(words.slice(1), folder);
    const front = windows.at(-1);
    if (projectPath === null && front) bringToFront(front);
    else open(projectPath);
  });
  app.on('before-quit', () => {
    quitting = true;
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (ending.size === 0) return;
    event.preventDefault();
    void Promise.allSettled(ending).then(() => app.quit());
  });

  void app.whenReady().then(() => {
    const settings = openSettings(path.join(app.getPath('userData'), 'settings.json'));
    const connections = openConnections(path.join(app.getPath('userData'), 'connections.json'), systemKeychain);
    const service = serviceProgram(connections);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate([], process.platform, false, () => {})));
    nativeTheme.themeSource = settings.get().theme;
    confineSession(session.defaultSession);
    serveFolder(session.defaultSession, path.join(built, 'renderer'));
    open = (projectPath) => {
      if (projectPath === null || !focusProject(projectPath)) openWindow(settings, service, projectPath);
    };
    answerPages({
      settings,
      connections,
      samplePath: path.join(app.getPath('userData'), 'Assay sample.assay'),
      windows: () => windows,
      openWindow: (projectPath) => open(projectPath),
      focusProject,
      setMenu,
    });
    // macOS has one menu for all windows: that of the window in front.
    app.on('browser-window-focus', (_event, window) => {
      if (process.platform === 'darwin') Menu.setApplicationMenu(menus.get(window) ?? null);
    });
    app.on('activate', () => {
      if (windows.length === 0) open(null);
    });
    open(toOpen);
  });
}

// A terminal that started the app may be gone when something is written to it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Tests give each app a folder of its own.
if (process.env.ASSAY_USER_DATA) app.setPath('userData', process.env.ASSAY_USER_DATA);
if (app.requestSingleInstanceLock()) run();
else app.quit();
