import fs from 'node:fs/promises';
import path from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import type { OpenFilesRequest, SaveFileRequest } from '#shared/contract/desktop.ts';
import { AssayError, toWireError, type WireError } from '#shared/contract/errors.ts';

const PROJECT_FILES = [{ name: 'Assay project', extensions: ['assay'] }];
/** A backup ends in the time it was made. */
const ANY_FILE = { name: 'All files', extensions: ['*'] };

/** Asks for a project file; null when the person cancelled. */
export async function askForProject(window: BrowserWindow): Promise<string | null> {
  const options = { title: 'Open a project', filters: [...PROJECT_FILES, ANY_FILE], properties: ['openFile' as const] };
  const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks where to make a project; null when the person cancelled. Not every system adds the extension by itself. */
export async function askForNewProject(window: BrowserWindow, suggestedName: string): Promise<string | null> {
  const options = { title: 'New project', defaultPath: suggestedName || 'project.assay', filters: PROJECT_FILES };
  const { canceled, filePath } = await dialog.showSaveDialog(window, options);
  if (canceled || !filePath) return null;
  return filePath.toLowerCase().endsWith('.assay') ? filePath : `${filePath}.assay`;
}

/** Asks for files or folders; empty when the person cancelled. */
export async function askForFiles(window: BrowserWindow, request: OpenFilesRequest): Promise<string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: request.title,
    filters: request.filters ?? [],
    properties: [
      request.folders ? ('openDirectory' as const) : ('openFile' as const),
      ...(request.multiple ? ['multiSelections' as const] : []),
    ],
  });
  return canceled ? [] : filePaths;
}

/** Asks where to save and writes the bytes there; null when the person cancelled. */
export async function saveFile(
  window: BrowserWindow,
  request: SaveFileRequest,
): Promise<{ path: string } | { error: WireError } | null> {
  // The name comes from the page: only its last part counts.
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: path.basename(request.suggestedName) });
  if (canceled || !filePath) return null;
  try {
    await fs.writeFile(filePath, request.bytes);
    return { path: filePath };
  } catch (cause) {
    const message = `${path.basename(filePath)} could not be written.`;
    return { error: toWireError(new AssayError('SAVE_FAILED', message, { next: 'Choose another place.', cause })) };
  }
}
