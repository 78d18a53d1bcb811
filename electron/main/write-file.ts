import fs from 'node:fs';
import path from 'node:path';

/** Writes beside the file and renames, so that a crash leaves the old text or the new one. `mode`: who may read it. */
export function writeFile(file: string, text: string, mode = 0o666): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.partial`;
  fs.rmSync(partial, { force: true });
  const handle = fs.openSync(partial, 'w', mode);
  try {
    fs.writeFileSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(partial, file);
}
