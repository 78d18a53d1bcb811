import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { ItemKey } from '#shared/model/item.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { withProject, withService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The project file while it is open: nobody else gets in, and what is saved is where the user will look for it.

const root = temporaryFolder();
let folder: string;
let file: string;
let item: ItemKey;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(root, 'p'));
  file = path.join(folder, 'p.assay');
  const benchmark = path.join(folder, 'town');
  makeBenchmark(benchmark, {
    databases: { town: 'CREATE TABLE town (id INTEGER)' },
    instances: [{ db: 'town', question: 'Which?', gold: 'SELECT 1' }],
    predictions: { a: ['SELECT 2'] },
  });
  item = await withProject(file, async (client) => {
    await client.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a')] });
    const [instance] = await client.call('instances.list', null);
    const { predictions } = await client.call('room.instance', { instance: instance!.instance, sample: null });
    return { instance: instance!.instance, system: predictions[0]!.system };
  });
});

const open = (client: AssayClient, place = file) => client.call('project.open', { path: place, annotator: 'mk' });
const note = (client: AssayClient, text: string) => client.call('label.edit', { ...item, edit: { field: 'note', text } });
const noteIn = (place: string) =>
  withService(async ({ client }) => {
    await open(client, place);
    const { predictions } = await client.call('room.instance', { instance: item.instance, sample: null });
    return predictions[0]!.label.note;
  });

const LINKS = {
  'a symbolic link': (place: string) => fs.symlinkSync(file, place),
  'a hard link': (place: string) => fs.linkSync(file, place),
} as const;

test.each(Object.entries(LINKS))('a project that is opened by %s as well stays locked for others', async (_, link) => {
  const other = path.join(folder, 'other.assay');
  link(other);
  await withService(async ({ client }) => {
    await open(client);
    await note(client, 'first');
    expect(await open(client, other)).toMatchObject({ path: other });
    await withService(async ({ client: second }) => {
      for (const place of [file, other]) await expect(open(second, place)).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    });
    await note(client, 'second');
  });
  expect(await noteIn(file)).toBe('second');
});

test('the open project, chosen as something to import, is not read and stays locked', async () => {
  const posing = { 'p.txt': 'lines', 'p.jsonl': 'jsonl', 'p.csv': 'csv' } as const;
  for (const name of Object.keys(posing)) fs.linkSync(file, path.join(folder, name));
  await withService(async ({ client }) => {
    await open(client);
    for (const [name, format] of Object.entries(posing)) {
      const place = path.join(folder, name);
      const [previewed] = await client
        .call('import.preview', { items: [{ kind: 'predictions', format, path: place, system: 'b', group: 'open' }] })
        .catch((error: { message: string }) => [{ refused: { message: error.message } }]);
      expect(JSON.stringify(previewed), name).toContain('it is the open project itself');
      await client.call('import.detect', { paths: [place] });
    }
    await expect(client.call('codebook.read', { path: path.join(folder, 'p.csv') })).rejects.toMatchObject({
      message: expect.stringContaining('it is the open project itself'),
    });
    await withService(({ client: second }) => expect(open(second)).rejects.toMatchObject({ code: 'PROJECT_LOCKED' }));
  });
});

test('what is labelled once the file was moved is refused, and saved when it is back; what was saved before is in it', async () => {
  const moved = path.join(folder, 'moved.assay');
  await withService(async ({ client }) => {
    await open(client);
    await note(client, 'before');
    fs.renameSync(file, moved);
    const refused = { code: 'SAVE_FAILED', message: expect.stringContaining('moved'), next: expect.stringContaining(file) };
    await expect(note(client, 'after')).rejects.toMatchObject(refused);
    await expect(open(client)).rejects.toMatchObject(refused);
    fs.renameSync(moved, file);
    await note(client, 'after');
    fs.renameSync(file, moved);
  });
  expect(await noteIn(moved)).toBe('after');
});

test('nothing is saved into a file that another one has taken the place of', async () => {
  const old = path.join(folder, 'old.assay');
  fs.copyFileSync(file, old);
  const first = path.join(folder, 'first.assay');
  await withService(async ({ client }) => {
    await open(client);
    await note(client, 'before');
    fs.renameSync(file, first);
    fs.renameSync(old, file);
    await expect(note(client, 'after')).rejects.toMatchObject({
      code: 'SAVE_FAILED',
      message: expect.stringContaining('replaced'),
    });
  });
  expect([await noteIn(file), await noteIn(first)]).toEqual(['', 'before']);
});

test('a copy of the file alone, made while it is open and at rest, holds what was saved', async () => {
  await withService(async ({ client }) => {
    await open(client);
    await note(client, 'in the copy as well');
    const copy = path.join(folder, 'copy.assay');
    await expect
      .poll(
        () => {
          fs.copyFileSync(file, copy);
          return noteIn(copy);
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe('in the copy as well');
  });
});
