import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-writer-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Exports records to a folder in a process whose files may be of 4 KB: a larger write ends short, as on a disk that gets full. */
function exportOf(directory: string, records: readonly string[]): { exported?: object; refused?: string } {
  const code = `
    import { withWriter } from ${JSON.stringify(path.join(import.meta.dirname, 'writer.ts'))};
    const [directory, records] = JSON.parse(process.argv[1]);
    const exported = await withWriter(directory, (writer) => {
      writer.file('first.sql', 'SELECT 1');
      writer.joined('below/all.txt', records, { between: '\\n' });
    }).catch((error) => ({ refused: error.code }));
    console.log(JSON.stringify(exported));`;
  const limited = 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"';
  const args = [process.execPath, '--input-type=module', '--eval', code, JSON.stringify([directory, records])];
  const { stdout, stderr } = spawnSync('sh', ['-c', limited, ...args], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

test.skipIf(process.platform === 'win32')('a file that does not fit on the disk is no export, and nothing is left of it', () => {
  const out = path.join(folder, 'out');
  expect(exportOf(out, ['x'.repeat(30_000)])).toEqual({ refused: 'EFBIG' });
  expect(fs.existsSync(out)).toBe(false);
  expect(exportOf(out, ['x', 'y'])).toEqual({ files: 2, records: 3, left: [] });
  expect(fs.readFileSync(path.join(out, 'below', 'all.txt'), 'utf8')).toBe('x\ny');
});
