import path from 'node:path';
import { BrowserWindow, MessageChannelMain, type MessagePortMain, nativeTheme, screen } from 'electron';
import type { Opening } from '#shared/contract/desktop.ts';
import { CHANNELS } from '#shared/contract/desktop-channels.ts';
import { PAGE } from './page-address.ts';
import { type ServiceProgram, startService } from './service-host.ts';
import { keepService, type ServiceKeeper } from './service-keeper.ts';
import type { SettingsStore, WindowBounds } from './settings.ts';

/** How long a page may take to save what is pending before its window closes all the same, in milliseconds. */
const CLOSING_PATIENCE = 5_000;
/** How far a further window is moved from the last one, in pixels. */
const CASCADE = 28;
/** The colours of an empty window before the page has drawn: `--bg` of the page's tokens. */
const BACKGROUND = { light: '#f4f4f1', dark: '#17181b' };
const DEFAULT_SIZE = { width: 1440, height: 900 };
const SMALLEST_SIZE = { minWidth: 960, minHeight: 600 };

/** A window with its project and its service. */
export type ProjectWindow = {
  readonly window: BrowserWindow;
  /** The project it was opened for. */
  readonly initialProject: string | null;
  /** The project it shows now. */
  project: string | null;
  /** How the process of its page ended, until the page that is loaded in its place asks. */
  pageEnded: Opening['ended'];
  readonly service: ServiceKeeper;
  /** The page's answer to the question whether the window may close. */
  answerClosing(mayClose: boolean): void;
};

export type WindowOptions = {
  readonly projectPath: string | null;
  readonly preload: string;
  readonly service: ServiceProgram;
  readonly settings: SettingsStore;
  /** Called when the window does not close after all. */
  onKeptOpen(): void;
  onClosed(closed: ProjectWindow): void;
};

/** The remembered bounds while a screen still shows them, moved on from a window that is open already. */
function startBounds(remembered: WindowBounds | null): Partial<WindowBounds> {
  const area = screen.getPrimaryDisplay().workAreaSize;
  const fitting = { width: Math.min(DEFAULT_SIZE.width, area.width), height: Math.min(DEFAULT_SIZE.height, area.height) };
  const front = BrowserWindow.getFocusedWindow();
  if (front) {
    const { x, y, width, height } = front.getNormalBounds();
    return { x: x + CASCADE, y: y + CASCADE, width, height };
  }
  if (remembered === null) return fitting;
  const work = screen.getDisplayMatching(remembered).workArea;
  const shown =
    remembered.x < work.x + work.width &&
    remembered.x + remembered.width > work.x &&
    remembered.y < work.y + work.height &&
    remembered.y >= work.y - CASCADE;
  return shown ? remembered : fitting;
}

/** Opens a window on the page; its service starts when the page asks for the port. */
export function openProjectWindow(options: WindowOptions): ProjectWindow {
  const { maximized = false, ...bounds } = startBounds(options.settings.get().windowBounds);
  const window = new BrowserWindow({
    ...bounds,
    ...SMALLEST_SIZE,
    show: false,
    title: 'Assay',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      // Chromium would fetch its dictionaries from the network.
      spellcheck: false,
    },
  });
  const { webContents } = window;
  const send = (channel: string, data?: unknown) => {
    if (!webContents.isDestroyed()) webContents.send(channel, data);
  };

  const service = keepService<MessagePortMain>({
    start: (onExit) => startService(options.service, onExit),
    createChannel: () => new MessageChannelMain(),
    deliver(port, restartReason) {
      if (!webContents.isDestroyed()) webContents.postMessage(CHANNELS.port, restartReason, [port]);
    },
    tellStopped(event) {
      console.error(`The service stopped (${event.reason}); ${event.restarting ? 'it is started again' : 'it is left alone'}.`);
      send(CHANNELS.serviceStopped, event);
    },
    now: () => performance.now(),
  });

  let timer: NodeJS.Timeout | null = null;
  const self: ProjectWindow = {
    window,
    initialProject: options.projectPath,
    project: null,
    pageEnded: null,
    service,
    answerClosing(mayClose) {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      if (mayClose) window.destroy();
      else options.onKeptOpen();
    },
  };

  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  // The title says which project it is; the page's own title is the same for all.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('close', (event) => {
    options.settings.update({ windowBounds: { ...window.getNormalBounds(), maximized: window.isMaximized() } });
    if (webContents.isCrashed() || webContents.isLoadingMainFrame()) return;
    event.preventDefault();
    if (timer !== null) return;
    timer = setTimeout(() => self.answerClosing(true), CLOSING_PATIENCE);
    send(CHANNELS.closing);
  });
  window.on('closed', () => options.onClosed(self));
  webContents.on('render-process-gone', (_event, details) => {
    console.error(`The page ended (${details.reason}); it is loaded again.`);
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    self.pageEnded = { reason: details.reason, at: Date.now() };
    webContents.reload();
  });
  void window.loadURL(PAGE).catch((error: unknown) => {
    console.error('The page cannot be loaded:', error);
    if (!window.isDestroyed()) window.show();
  });
  return self;
}

/** What the window's title bar says. */
export function setProject(target: ProjectWindow, projectPath: string | null): void {
  target.project = projectPath;
  const { window } = target;
  window.setTitle(projectPath === null ? 'Assay' : `${path.basename(projectPath, '.assay')} — Assay`);
  window.setRepresentedFilename(projectPath ?? '');
}
