import { app, type Session } from 'electron';
import { ORIGIN } from './page-address.ts';

/** What a page may ask the network stack for: its own files, data and blobs made by itself, and the developer tools. */
const allowed = [`${ORIGIN}/`, 'data:', 'blob:', 'devtools:'];

/** Keeps every page where it is: no other page, window, frame or web view is ever opened from one. Call before ready. */
export function confinePages(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** Denies every permission, device, download and network request to the pages of a session. */
export function confineSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((request, answer) => {
    answer({ cancel: !allowed.some((prefix) => request.url.startsWith(prefix)) });
  });
}
