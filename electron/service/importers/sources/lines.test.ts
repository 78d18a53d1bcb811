import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/helpers/temporary-folder.ts';
import { linesOf } from './lines.ts';

const folder = temporaryFolder();
const file = path.join(folder, 'lines.txt');

async function read(content: string | Uint8Array, limit?: number) {
  fs.writeFileSync(file, content);
  const found: (string | null)[] = [];
  for await (const line of linesOf(file, limit)) found.push('problem' in line ? null : line.bytes.toString('utf8'));
  return found;
}

test('lines are those between the newlines, whatever the endings', async () => {
  expect(await read('a\r\n\nb\nc')).toEqual(['a', '', 'b', 'c']);
  expect(await read('a\n')).toEqual(['a']);
  expect(await read('')).toEqual([]);
});

test('joined again, the lines are the file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string().filter((text) => !/[\r\n]/.test(text)),
        { maxLength: 20 },
      ),
      async (lines) => {
        const text = lines.map((line) => `${line}\n`).join('');
        expect(await read(text)).toEqual(lines);
      },
    ),
    { numRuns: 30 },
  );
});

test('a line that is too long is passed over in its place, held or not', async () => {
  expect(await read(`short\n${'x'.repeat(700_000)}\nlast\n`, 1_000)).toEqual(['short', null, 'last']);
});
