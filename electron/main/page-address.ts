import path from 'node:path';

export const SCHEME = 'app';
const HOST = 'assay';
/** The origin of the page; there is no other. */
export const ORIGIN = `${SCHEME}://${HOST}`;
export const PAGE = `${ORIGIN}/index.html`;

/** The file below `folder` that a URL names, or null where it names another host or leaves the folder. */
export function fileOf(url: string, folder: string): string | null {
  const { host, pathname } = new URL(url);
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (host !== HOST || decoded.includes('\0')) return null;
  const file = path.join(folder, decoded === '/' ? 'index.html' : decoded);
  return file.startsWith(folder + path.sep) ? file : null;
}
