import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunnerOutcome } from '#shared/contract/runner.ts';
import { decodeTable } from '#shared/model/result-encoding.ts';
import { runQuery } from './sqlite.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-runner-'));
const file = path.join(folder, 'town.sqlite');
const caps = { rowCap: 1000, byteCap: 1_000_000 };

beforeAll(() => {
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE town (name TEXT, people INTEGER, note);
    INSERT INTO town VALUES ('Arl', 9007199254740993, 1), ('Arl', 9007199254740992, 1.0), (CAST(x'436166e9' AS TEXT), -1, x'00ff');
    CREATE TABLE result AS SELECT name AS a FROM town WHERE people = -1;
    CREATE TABLE result_ AS SELECT a FROM result;`);
  db.close();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (sql: string) => runQuery(file, sql, caps);
const tableOf = (outcome: RunnerOutcome) => {
  if (outcome.status !== 'ok') throw new Error(`${outcome.code}: ${outcome.message}`);
  const { data, encoding } = outcome.result;
  return decodeTable(Buffer.from(encoding === 'plain' ? data : inflateRawSync(data)).toString());
};

test('integers keep 64 bits, and 1 stays apart from 1.0', () => {
  expect(tableOf(run('SELECT people, note FROM town LIMIT 2')).rows).toEqual([
    [9007199254740993n, 1n],
    [9007199254740992n, 1],
  ]);
});

test('double-quoted text that names no column is a text, as in the benchmarks', () => {
  expect(tableOf(run('SELECT people FROM town WHERE name = "Nowhere"')).rows).toEqual([]);
});

test('text that is not UTF-8 keeps its bytes, and the execution counts it', () => {
  const outcome = run('SELECT name, note FROM town WHERE people = -1;');
  expect(outcome).toMatchObject({ status: 'ok', invalidTextCells: 1 });
  expect(tableOf(outcome)).toEqual({ columns: ['name', 'note'], rows: [['Caf\udce9', Uint8Array.of(0, 255)]] });
});

test.each([
  'SELECT a FROM result',
  'SELECT a FROM result; -- all of it',
  'WITH result AS (SELECT a FROM Result_) SELECT a FROM result',
])('text that is not UTF-8 is read whatever tables are called and whatever follows the semicolon: %s', (sql) => {
  const outcome = run(sql);
  expect(outcome).toMatchObject({ status: 'ok', invalidTextCells: 1 });
  expect(tableOf(outcome).rows).toEqual([['Caf\udce9']]);
});

test('column names may repeat', () => {
  expect(tableOf(run('SELECT name, name FROM town LIMIT 1')).columns).toEqual(['name', 'name']);
});

test.each([
  ['WITH a AS (SELECT 1) DELETE FROM town', 'WRITES'],
  ['WITH a AS (SELECT 1) INSERT INTO town SELECT 1, 2, 3 RETURNING *', 'WRITES'],
  ["SELECT load_extension('x')", 'WRITES'],
  ['SELECT * FROM pragma_database_list', 'WRITES'],
  ['SELECT 1; SELECT 2', 'SEVERAL_STATEMENTS'],
  ['SELECT 1; DROP TABLE town', 'SEVERAL_STATEMENTS'],
  ['SELECT 1 \0; DROP TABLE town', 'SEVERAL_STATEMENTS'],
  ["ATTACH '/tmp/other.sqlite' AS other", 'NOT_A_QUERY'],
  ['PRAGMA writable_schema = ON', 'NOT_A_QUERY'],
  ["VACUUM INTO '/tmp/copy.sqlite'", 'NOT_A_QUERY'],
  ['-- no answer', 'NOT_A_QUERY'],
])('%s is refused as %s and the file stays as it was', (sql, code) => {
  const before = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  expect(run(sql)).toMatchObject({ status: 'refused', code });
  expect(createHash('sha256').update(fs.readFileSync(file)).digest('hex')).toBe(before);
  expect(fs.readdirSync(folder)).toEqual(['town.sqlite']);
});

test('a wrong query is an error with the engine’s words', () => {
  expect(run('SELECT nme FROM town')).toMatchObject({
    status: 'error',
    code: 'SQLITE_ERROR',
    message: expect.stringContaining('nme'),
  });
  expect(run('I cannot answer')).toMatchObject({ status: 'error', message: expect.stringContaining('syntax error') });
});

test('rows and bytes are capped, and the outcome says which cap cut', () => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
  expect(run(numbers)).toMatchObject({ status: 'ok', cappedBy: 'rows', result: { rowCount: 1000 } });
  expect(run("SELECT 'x' UNION ALL SELECT hex(zeroblob(600000))")).toMatchObject({ cappedBy: 'bytes', result: { rowCount: 1 } });
});

test('a giant cell is cut by bytes before it is turned into text', () => {
  expect(run("SELECT 'x' UNION ALL SELECT zeroblob(20000000)")).toMatchObject({ cappedBy: 'bytes', result: { rowCount: 1 } });
});

test('a database in WAL mode is read with nothing left beside it, and with its log where it has one', () => {
  const inWal = path.join(folder, 'wal', 'wal.sqlite');
  fs.mkdirSync(path.dirname(inWal));
  const writer = new DatabaseSync(inWal);
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  fs.cpSync(path.dirname(inWal), path.join(folder, 'with-log'), { recursive: true });
  writer.close();
  expect(tableOf(runQuery(inWal, 'SELECT a FROM t', caps)).rows).toEqual([[1n]]);
  expect(fs.readdirSync(path.dirname(inWal))).toEqual(['wal.sqlite']);
  const withLog = path.join(folder, 'with-log', 'wal.sqlite');
  expect(fs.statSync(`${withLog}-wal`).size).toBeGreaterThan(0);
  expect(tableOf(runQuery(withLog, 'SELECT a FROM t', caps)).rows).toEqual([[1n]]);
});

test.each([
  ['WITH x AS (SELECT 1) DELETE FROM town', 'delete from town'],
  ['/* SELECT */ WITH x AS (SELECT 1) INSERT INTO town (name) SELECT 1', 'insert into town'],
  ["WITH x AS (SELECT 1) UPDATE town SET name = 'x'", 'update town'],
  ["SELECT * FROM pragma_table_info('town')", 'use the pragma table_info'],
  ["SELECT load_extension('x')", 'call load_extension'],
])('%s is refused by what SQLite found in it, and the reason says what', (sql, effect) => {
  const outcome = runQuery(file, sql, caps);
  expect(outcome).toMatchObject({ status: 'refused', code: 'WRITES' });
  expect((outcome as { message: string }).message).toContain(`it would ${effect}`);
});

test('a missing file and a file that is no database are the environment’s fault, with their own codes', () => {
  expect(runQuery(path.join(folder, 'no.sqlite'), 'SELECT 1', caps)).toMatchObject({
    status: 'environment',
    code: 'DATABASE_MISSING',
    message: expect.stringMatching(/no\.sqlite does not exist: .*--databases/),
  });
  expect(runQuery('', 'SELECT 1', caps)).toMatchObject({
    message: expect.stringMatching(/no database file is known: .*--databases/),
  });
  const text = path.join(os.tmpdir(), `assay-not-a-database-${process.pid}`);
  fs.writeFileSync(text, 'this is text, long enough to be read as a header of a database file, or so one hopes');
  expect(runQuery(text, 'SELECT * FROM town', caps)).toMatchObject({ status: 'environment', code: 'SQLITE_NOTADB' });
  expect(runQuery(os.tmpdir(), 'SELECT 1', caps)).toMatchObject({ status: 'environment', code: 'DATABASE_UNREADABLE' });
  fs.rmSync(text);
});
