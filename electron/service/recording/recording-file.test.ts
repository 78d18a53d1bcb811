import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/helpers/temporary-folder.ts';
import { createProject } from '../database/open.ts';
import { importRecording } from './recording-file.ts';

const folder = temporaryFolder();

test.skipIf(process.platform === 'win32')('a pipe is refused at once, a text of another encoding with its place', async () => {
  const { db } = createProject(path.join(folder, 'p.assay'));
  const pipe = path.join(folder, 'pipe.jsonl');
  execFileSync('mkfifo', [pipe]);
  await expect(importRecording(db, pipe)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'pipe.jsonl cannot be read as a recording: not a regular file.',
  });
  const latin = path.join(folder, 'latin.jsonl');
  fs.writeFileSync(latin, Buffer.from('{"function":"AI_FILTER","arguments":["caf\xe9"],"answer":true}\n', 'latin1'));
  await expect(importRecording(db, latin)).rejects.toMatchObject({ message: expect.stringContaining('byte 0xe9') });
  db.close();
});
