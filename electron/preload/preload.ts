import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { Desktop, PortMessage } from '#shared/contract/desktop.ts';
import { CHANNELS, callChannel, type DesktopCall } from '#shared/contract/desktop-channels.ts';
import { version } from '../../package.json';

/** The few things of a page that this script touches; it is compiled without the browser's types. */
declare const window: { postMessage(message: PortMessage, origin: string, ports: unknown[]): void };
declare const location: { origin: string };

const call = (name: DesktopCall, argument?: unknown) => ipcRenderer.invoke(callChannel(name), argument);

/** Hands what main sends on `channel` to a listener, without Electron's event object. */
function subscribe<T>(channel: string, listener: (data: T) => void): () => void {
  const forward = (_event: IpcRendererEvent, data: T) => listener(data);
  ipcRenderer.on(channel, forward);
  return () => void ipcRenderer.off(channel, forward);
}

// A port cannot cross the context bridge; posting it to the page's own window can.
ipcRenderer.on(CHANNELS.port, (event, restartReason: string | null) => {
  window.postMessage({ type: 'assay:port', restartReason }, location.origin, event.ports);
});

let closingListener: (() => Promise<boolean>) | null = null;
ipcRenderer.on(CHANNELS.closing, async () => {
  let mayClose = true;
  try {
    mayClose = (await closingListener?.()) ?? true;
  } finally {
    ipcRenderer.send(CHANNELS.mayClose, mayClose);
  }
});

const desktop: Desktop = {
  platform: process.platform as Desktop['platform'],
  versions: { app: version, electron: process.versions.electron ?? '', chrome: process.versions.chrome ?? '' },

  requestPort: () => ipcRenderer.send(CHANNELS.requestPort),
  onServiceStopped: (listener) => subscribe(CHANNELS.serviceStopped, listener),

  opening: () => call('opening'),
  samplePath: () => call('samplePath'),
  projectOpened: (project) => call('projectOpened', project),
  projectClosed: () => call('projectClosed'),
  forgetProject: (path) => call('forgetProject', path),
  focusProject: (path) => call('focusProject', path),
  openWindow: (projectPath) => call('openWindow', projectPath),
  closeWindow: () => call('closeWindow'),

  openProjectDialog: () => call('openProjectDialog'),
  newProjectDialog: (suggestedName) => call('newProjectDialog', suggestedName),
  openFilesDialog: (request) => call('openFilesDialog', request),
  saveFile: (request) => call('saveFile', request),
  revealInFolder: (path) => call('revealInFolder', path),
  copyText: (text) => call('copyText', text),
  pathOfDroppedFile(file) {
    // Electron before 29 has no webUtils; its files carry their path themselves.
    if (webUtils) return webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]);
    return 'path' in file && typeof file.path === 'string' ? file.path : '';
  },

  getSettings: () => call('getSettings'),
  updateSettings: (patch) => call('updateSettings', patch),
  onSettingsChanged: (listener) => subscribe(CHANNELS.settingsChanged, listener),

  listConnections: () => call('listConnections'),
  saveConnection: (connection) => call('saveConnection', connection),
  giveSecret: (given) => call('giveSecret', given),
  removeConnection: (name) => call('removeConnection', name),

  setMenu: (commands) => call('setMenu', commands),
  onCommand: (listener) => subscribe(CHANNELS.command, listener),
  onClosing(listener) {
    closingListener = listener;
    return () => {
      if (closingListener === listener) closingListener = null;
    };
  },
};

contextBridge.exposeInMainWorld('assay', desktop);
