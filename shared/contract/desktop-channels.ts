/** The names of the messages between main and preload. Apart from desktop.ts, so that preload need not load schemas. */

/** Page to main, answered. Each has the name of the function of `Desktop` that sends it. */
const DESKTOP_CALLS = [
  'opening',
  'samplePath',
  'projectOpened',
  'projectClosed',
  'forgetProject',
  'focusProject',
  'openWindow',
  'closeWindow',
  'openProjectDialog',
  'newProjectDialog',
  'openFilesDialog',
  'saveFile',
  'revealInFolder',
  'copyText',
  'getSettings',
  'updateSettings',
  'setMenu',
  'listConnections',
  'saveConnection',
  'giveSecret',
  'removeConnection',
] as const;
export type DesktopCall = (typeof DESKTOP_CALLS)[number];

export const callChannel = (name: DesktopCall): string => `assay:${name}`;

/** Page to main, not answered; and main to page. */
export const CHANNELS = {
  requestPort: 'assay:request-port',
  mayClose: 'assay:may-close',
  port: 'assay:port',
  serviceStopped: 'assay:service-stopped',
  settingsChanged: 'assay:settings-changed',
  command: 'assay:command',
  closing: 'assay:closing',
} as const;
