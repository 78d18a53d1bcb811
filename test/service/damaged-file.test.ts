import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { checkFile } from '../../electron/service/database/file-check.ts';
import { createProject, openProject } from '../../electron/service/database/open.ts';
import { benchmarkItem, makeBenchmark } from '../helpers/benchmark.ts';
import { BUILT, withProject, withService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const entry = path.join(BUILT, 'service', 'file-check.cjs');
const BYTES = 12 * 1024 * 1024;

/** A closed project that is too large to be read for damage before it opens. */
function largeProject(name: string): string {
  const file = path.join(folder, name);
  createProject(file).db.close();
  const db = new Database(file);
  db.prepare("INSERT INTO body (hash, encoding, size, data) VALUES ('large', 'plain', ?, zeroblob(?))").run(BYTES, BYTES);
  db.close();
  return file;
}

/** Overwrites the middle of a file, where only a look at all of it finds the damage. */
function damage(file: string): void {
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Buffer.alloc(256 * 1024, 0xa5), 0, 256 * 1024, BYTES / 2);
  fs.closeSync(handle);
}

test('a large project that is damaged opens for the window, which is told; from then on nothing is read or written', async () => {
  const file = largeProject('damaged.assay');
  damage(file);
  await withService(async ({ client }) => {
    const told = new Promise<{ message: string; next: string | null }>((resolve) => client.on('damaged', resolve));
    const summary = await client.call('project.open', { path: file, annotator: 'mk', checkLater: true });
    expect(summary.path).toBe(file);
    expect(await told).toEqual({
      message: expect.stringContaining('damaged.assay is damaged'),
      next: expect.stringContaining('backup'),
    });
    await expect(client.call('project.setAnnotator', { name: 'jo' })).rejects.toMatchObject({ code: 'PROJECT_CORRUPT' });
    await expect(client.call('gold.check', null)).rejects.toMatchObject({ code: 'PROJECT_CORRUPT' });
    // What was refused runs no longer.
    await client.call('project.close', null);
  });
  const db = new Database(file);
  expect(db.prepare('SELECT name FROM annotator').pluck().all()).toEqual(['mk']);
  db.close();
});

test('what is under way when damage is found ends at its next write; a backup put in the place of the file opens then', async () => {
  const file = largeProject('under-way.assay');
  const benchmark = path.join(folder, 'town');
  const count = (index: number) => `SELECT count(*) + ${index} FROM town a, town b WHERE a.id * b.id % 7 <> ${index}`;
  makeBenchmark(benchmark, {
    databases: {
      town: `CREATE TABLE town (id INTEGER); WITH RECURSIVE id(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM id WHERE n < 1500)
        INSERT INTO town SELECT n FROM id`,
    },
    instances: Array.from({ length: 400 }, (_, index) => ({ db: 'town', question: `${index}?`, gold: count(index) })),
  });
  await withProject(file, (client) => client.call('import.run', { items: [benchmarkItem(benchmark)] }));
  const backup = `${file}.backup`;
  fs.copyFileSync(file, backup);
  damage(file);
  await withService(async ({ client }) => {
    const told = new Promise((resolve) => client.on('damaged', resolve));
    await client.call('project.open', { path: file, annotator: 'mk', checkLater: true });
    const run = client.call('execution.start', { jobs: 1, limits: {}, again: false });
    await told;
    await expect(run).rejects.toMatchObject({ code: 'PROJECT_CORRUPT' });
    fs.rmSync(file);
    fs.copyFileSync(backup, file);
    expect(await client.call('project.open', { path: file, annotator: 'jo' })).toMatchObject({ instances: 400, latestRun: null });
  });
});

test('the command line reads a large project for damage before it opens it', async () => {
  const file = largeProject('refused.assay');
  damage(file);
  await withService(async ({ client }) => {
    await expect(client.call('project.open', { path: file, annotator: 'mk' })).rejects.toMatchObject({
      code: 'PROJECT_CORRUPT',
    });
  });
});

test('a sound file is found sound while it is written to, stays locked, and keeps what was written', async () => {
  const file = largeProject('sound.assay');
  const { db, checked } = openProject(file, { checkLater: true });
  expect(checked).toBe(false);
  const check = checkFile(db, file, entry);
  db.exec("INSERT INTO annotator (name) VALUES ('mk')");
  expect(await check.damage).toBeNull();
  expect(() => openProject(file)).toThrow(expect.objectContaining({ code: 'PROJECT_LOCKED' }));
  db.close();
  const again = openProject(file);
  expect(again.db.prepare('SELECT name FROM annotator').pluck().all()).toEqual(['mk']);
  again.db.close();
});

test('where the process of the check cannot run, the file is checked all the same', async () => {
  const file = largeProject('alone.assay');
  damage(file);
  const { db } = openProject(file, { checkLater: true });
  expect(await checkFile(db, file, path.join(folder, 'nowhere.cjs')).damage).toMatchObject({ code: 'PROJECT_CORRUPT' });
  db.close();
});

test('where the log cannot be folded into the file, as on a full disk, the project opens and is checked all the same', async () => {
  const file = largeProject('full.assay');
  damage(file);
  const { db } = openProject(file, { checkLater: true });
  // A change under way keeps the log from being folded in, as a full disk does.
  db.exec("BEGIN; INSERT INTO annotator (name) VALUES ('mk')");
  expect(await checkFile(db, file, entry).damage).toMatchObject({ code: 'PROJECT_CORRUPT' });
  db.close();
});
