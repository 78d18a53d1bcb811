import path from 'node:path';
import { expect, test } from 'vitest';
import { assay, assayOk } from '../helpers/command-line.ts';
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

test('an instance named twice, a database id that leads elsewhere and a folder without tables are said, and end nothing', async () => {
  const place = writeFiles(path.join(folder, 'hostile'), {
    'tasks.jsonl': [
      ['a', 'SHOP'],
      ['a', 'EMPTY'],
      ['a', 'SHOP'],
      ['up', '../elsewhere'],
      ['none', ''],
      ['empty', 'EMPTY'],
    ]
      .map(([instance_id, db_id]) => `${JSON.stringify({ instance_id, db_id })}\n`)
      .join(''),
    'schemas/EMPTY/README.md': '',
    'schemas/SHOP/items.csv': 'id,name\n1,one\n',
    'elsewhere/items.csv': 'id,name\n1,one\n',
    ...Object.fromEntries(['a', 'up', 'none', 'empty'].map((id) => [`queries/${id}.sql`, 'SELECT 1'])),
  });
  const asked = ['--tasks', path.join(place, 'tasks.jsonl'), '--schemas', path.join(place, 'schemas')];
  const compiled = await assayOk(['compile', ...asked, '--queries', path.join(place, 'queries'), '--json']);
  expect(compiled.json<object>()).toMatchObject({
    queries: [
      { instanceId: 'a', database: 'SHOP', state: 'compiles' },
      { instanceId: 'empty', state: 'no schema', message: 'EMPTY gives no table.' },
      { instanceId: 'none', state: 'no schema', message: 'the database id is no plain name' },
      { instanceId: 'up', state: 'no schema', message: 'the database id is no plain name' },
    ],
    leftOut: [{ file: 'tasks.jsonl', line: 2, reason: 'a is named before with the database SHOP, which is used' }],
  });
  const file = await assay(['compile', ...asked, '--queries', path.join(place, 'tasks.jsonl')]);
  expect(file.stderr).toContain('tasks.jsonl cannot be read: a file stands where a folder should be.');
});
