import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText } from './text.ts';

test.skipIf(process.platform === 'win32')('a pipe that nobody writes to is refused at once', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-pipe-'));
  const pipe = path.join(folder, 'pipe.csv');
  execFileSync('mkfifo', [pipe]);
  try {
    await expect(readText(pipe)).rejects.toThrow('not a regular file');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
