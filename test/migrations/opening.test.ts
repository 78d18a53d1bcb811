import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { AssayError } from '#shared/contract/errors.ts';
import { MIGRATIONS } from '../../electron/service/database/migrations/index.ts';
import { createProject, migrate, openProject } from '../../electron/service/database/open.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
let made = 0;
const newPath = () => path.join(folder, `p${++made}.assay`);

/** A closed project file with something in it. */
function makeProject(): string {
  const file = newPath();
  const { db } = createProject(file);
  db.exec("INSERT INTO annotator (name) VALUES ('mk')");
  db.close();
  return file;
}

const hash = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
const filesBeside = (file: string) => fs.readdirSync(folder).filter((name) => name.startsWith(path.basename(file)));

/** Why a file was refused; checks that the refusal tells what to do and leaves everything as it was. */
function refusal(file: string): AssayError {
  const before = [hash(file), ...filesBeside(file)];
  try {
    openProject(file).db.close();
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    expect([hash(file), ...filesBeside(file)]).toEqual(before);
    expect(error.next).toBeTruthy();
    return error;
  }
  throw new Error(`${path.basename(file)} was opened`);
}

test('a project that was made opens again, at the newest version and without a backup', () => {
  const file = makeProject();
  const { db, backup } = openProject(file);
  expect(backup).toBeNull();
  expect(Number(db.pragma('user_version', { simple: true }))).toBe(MIGRATIONS.length);
  expect(db.prepare('SELECT name FROM annotator').pluck().all()).toEqual(['mk']);
  db.close();
});

test('an open project is durable, checked by foreign keys and exact in its integers', () => {
  const { db } = createProject(newPath());
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(db.pragma('synchronous', { simple: true })).toBe(2n);
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1n);
  expect(db.prepare('SELECT 9007199254740993').pluck().get()).toBe(9007199254740993n);
  db.close();
});

test('a file is not made over another one, nor in a folder that is not there', () => {
  const file = newPath();
  fs.writeFileSync(file, 'mine');
  expect(() => createProject(file)).toThrow(expect.objectContaining({ code: 'PROJECT_EXISTS' }));
  expect(fs.readFileSync(file, 'utf8')).toBe('mine');
  expect(() => createProject(path.join(folder, 'nowhere', 'p.assay'))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  const long = path.join(folder, 'x'.repeat(300));
  expect(() => createProject(long)).toThrow(expect.objectContaining({ code: 'SAVE_FAILED', next: expect.any(String) }));
});

test('nothing is left of a project that cannot be made, so that it can be made once the disk lets it', () => {
  const file = newPath();
  fs.mkdirSync(`${file}-journal`);
  expect(() => createProject(file)).toThrow(expect.objectContaining({ code: 'SAVE_FAILED', next: expect.any(String) }));
  expect(filesBeside(file)).toEqual([path.basename(`${file}-journal`)]);
  fs.rmdirSync(`${file}-journal`);
  createProject(file).db.close();
});

test('a file of a newer Assay is refused with both versions and stays as it is', () => {
  const file = makeProject();
  const database = new Database(file);
  database.pragma(`user_version = ${MIGRATIONS.length + 3}`);
  database.close();
  const error = refusal(file);
  expect(error.code).toBe('PROJECT_NEWER');
  expect(error.message).toContain(`format ${MIGRATIONS.length + 3}`);
  expect(error.message).toContain(`knows ${MIGRATIONS.length}`);
});

test.each([
  ['whose middle was overwritten', (bytes: Buffer) => bytes.fill(0xa5, 4096, bytes.length - 4096)],
  ['that was cut off', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096)],
  ['whose first page lost its table of contents', (bytes: Buffer) => bytes.fill(0xff, 100, 4096)],
  ['whose page size is nonsense', (bytes: Buffer) => bytes.fill(0x7b, 16, 18)],
])('a project file %s is refused as damaged', (_, damage) => {
  const file = makeProject();
  fs.writeFileSync(file, damage(fs.readFileSync(file)));
  expect(refusal(file).code).toBe('PROJECT_CORRUPT');
});

test.each([
  ['an older format', 0, 'has project.id of a later one'],
  ['an older format in part', 10, 'has '],
])('a project file whose format number was changed by hand to %s is refused, and not copied', (_, version, why) => {
  const file = makeProject();
  const database = new Database(file);
  database.pragma(`user_version = ${version}`);
  database.close();
  expect(refusal(file)).toMatchObject({
    code: 'PROJECT_CORRUPT',
    message: expect.stringContaining(`format ${version}, but ${why}`),
  });
});

test('a project file that lacks a table of its format is refused with its name', () => {
  const file = makeProject();
  const database = new Database(file);
  database.exec('DROP TABLE work_time');
  database.close();
  expect(refusal(file)).toMatchObject({ code: 'PROJECT_CORRUPT', message: expect.stringContaining('lacks work_time.') });
});

test('a database of another program is refused and not changed in the least', () => {
  const file = newPath();
  const other = new DatabaseSync(file);
  other.exec('PRAGMA user_version = 1; CREATE TABLE recipe (name TEXT)');
  other.close();
  expect(refusal(file).code).toBe('NOT_A_PROJECT');
});

test.each([
  ['a text file', 'SELECT 1;\n'.repeat(100)],
  ['an empty file', ''],
  ['a file shorter than a header', 'SQLite format 3'],
])('%s is refused as no project', (_, content) => {
  const file = newPath();
  fs.writeFileSync(file, content);
  expect(refusal(file).code).toBe('NOT_A_PROJECT');
});

test('a folder is refused as no project, a missing file as missing', () => {
  expect(() => openProject(folder)).toThrow(expect.objectContaining({ code: 'NOT_A_PROJECT' }));
  expect(() => openProject(newPath())).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});

test('a project that is open is locked until it is closed', () => {
  const file = makeProject();
  const first = openProject(file);
  expect(() => openProject(file)).toThrow(expect.objectContaining({ code: 'PROJECT_LOCKED' }));
  first.db.exec("INSERT INTO annotator (name) VALUES ('jo')");
  first.db.close();
  const again = openProject(file);
  expect(again.db.prepare('SELECT count(*) FROM annotator').pluck().get()).toBe(2n);
  again.db.close();
});

test('a file of an older version is copied as it was before it is migrated', () => {
  const file = newPath();
  const older = createProject(newPath());
  const applicationId = Number(older.db.pragma('application_id', { simple: true }));
  older.db.close();
  const database = new Database(file);
  database.pragma(`application_id = ${applicationId}`);
  migrate(database, 0);
  database.exec("CREATE TABLE from_before (note TEXT); INSERT INTO from_before VALUES ('kept')");
  database.close();

  const { db, backup } = openProject(file);
  expect(Number(db.pragma('user_version', { simple: true }))).toBe(MIGRATIONS.length);
  expect(db.prepare('SELECT note FROM from_before').pluck().all()).toEqual(['kept']);
  db.close();

  expect(path.basename(backup!)).toMatch(/^p\d+\.assay\.backup-\d{4}-\d\d-\d\dT/);
  const copy = new Database(backup!, { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(0);
  expect(copy.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['from_before']);
  copy.close();
});

test('a step that fails leaves the version and the tables of the step before', () => {
  const database = new Database(':memory:');
  database.exec('CREATE TABLE sample (id INTEGER)');
  expect(() => migrate(database)).toThrow('sample');
  expect(database.pragma('user_version', { simple: true })).toBe(0);
  expect(database.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['sample']);
});
