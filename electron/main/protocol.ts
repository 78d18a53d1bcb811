import fs from 'node:fs/promises';
import path from 'node:path';
import { protocol, type Session } from 'electron';
import { fileOf, SCHEME } from './page-address.ts';

/** Monaco adds style elements and style attributes, so styles need 'unsafe-inline'. Scripts do not. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Makes app:// a scheme like https. Must be called before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the files of `folder` as app://assay/. */
export function serveFolder(session: Session, folder: string): void {
  session.protocol.handle(SCHEME, async (request) => {
    const file = fileOf(request.url, folder);
    try {
      if (file === null || request.method !== 'GET') throw new Error('not served');
      return new Response(new Uint8Array(await fs.readFile(file)), {
        headers: {
          'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        },
      });
    } catch {
      return new Response('not found', { status: 404, headers: { 'content-type': 'text/plain' } });
    }
  });
}
