import path from 'node:path';
import { expect, test } from 'vitest';
import { assayOk } from '../helpers/command-line.ts';
import { writeFiles } from '../helpers/import-project.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();

test('what compiling leaves out is counted and named: lines without an instance, queries of unknown instances', async () => {
  const place = writeFiles(path.join(folder, 'benchmark'), {
    'tasks.jsonl': '{"instance_id": "a", "db_id": "SHOP"}\n\nno JSON\n{"instance_id": "b"}\n',
    'schemas/README.md': '',
    'queries/a.sql': 'SELECT 1',
    'queries/z.sql': 'SELECT 1',
    'queries/notes.md': 'no query',
  });
  const asked = ['--tasks', path.join(place, 'tasks.jsonl'), '--schemas', path.join(place, 'schemas')];
  const args = ['compile', ...asked, '--queries', path.join(place, 'queries')];
  expect((await assayOk([...args, '--json'])).json<object>()).toMatchObject({
    queries: [{ instanceId: 'a', state: 'no schema' }],
    leftOut: [
      { file: 'tasks.jsonl', line: 3, reason: 'the line is not JSON' },
      { file: 'tasks.jsonl', line: 4, reason: 'the line lacks instance_id or db_id' },
      { file: 'z.sql', line: null, reason: 'the tasks name no such instance' },
    ],
  });
  expect((await assayOk(args)).stdout).toContain('3 left out:\n  tasks.jsonl:3: the line is not JSON\n');
});
