import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { migrate } from '../../electron/service/database/open.ts';

let db: Database.Database;

/** A row of every table, as version 1 stores it. */
const ROWS: Readonly<Record<string, readonly (string | number | Buffer | null)[]>> = {
  project: [1, '2025-01-02T03:04:05.678Z'],
  benchmark: [1, 'town', 'spider', '/data/town', 2, '2025-01-02T03:04:05.678Z'],
  benchmark_database: [1, 1, 'town', 'sqlite', '/data/town/database/town/town.sqlite'],
  schema_table: [1, 1, 0, 'town', 'towns', '[]'],
  instance: [1, 1, 1, 'town-0001', 1, 'Which towns?', null, 'easy', 0],
  query: [1, 1, 'SELECT name FROM town'],
  gold: [1, 1, '', 1, '[]'],
  system: [1, 'a', 'strong'],
  receipt: [1, '2025-01-02T03:04:05.678Z', '{}'],
  prediction: [1, 1, 1, 0, 1, 'a.txt', 1],
  trajectory: [1, 1, 1, 0, 3, Buffer.from([1, 2, 3])],
  run: [1, '2025-01-02T03:04:05.678Z', null, '{}', '[]'],
  result: ['abc', 'def', '["name"]', 1, 'plain', Buffer.from('["name"]\n["tArl"]')],
  execution: [1, 1, 1, 1, 'ok', '2025-01-02T03:04:05.678Z', 0.25, 'abc', null, 0, null, null],
  verdict: [1, 1, 'multiset', '1.0', 'match', null],
  annotator: [1, 'mk'],
  codebook: [1, '2025-01-02T03:04:05.678Z', '{}'],
  sample: [1, 'main', '2025-01-02T03:04:05.678Z', 'mk', 'multiset', '1.0', 1, 'disjoint', 7, '{}', '[]', '[]', '[]', '{}', 'f00'],
  sample_instance: [1, 1, 'S1', 0],
  label: [1, 1, 1, '{}', '2025-01-02T03:04:05.678Z'],
  label_change: [1, 1, 1, 1, '2025-01-02T03:04:05.678Z', 'edit', 1, null, 'code', 'C1 added', '{}', '{"codes":["C1"]}'],
};

const insert = (table: string, row: readonly unknown[]) =>
  db.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join()})`).run(...row);

beforeEach(() => {
  db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(db, 1);
  for (const [table, row] of Object.entries(ROWS)) insert(table, row);
});

test('from an empty file to version 1, every table keeps what is inserted', () => {
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all();
  expect(tables.sort()).toEqual(Object.keys(ROWS).sort());
  for (const [table, row] of Object.entries(ROWS)) expect(db.prepare(`SELECT * FROM ${table}`).raw().get(), table).toEqual(row);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.pragma('quick_check', { simple: true })).toBe('ok');
});

test.each([
  ['UPDATE sample SET seed = 8', 'a drawn sample never changes'],
  ['DELETE FROM sample', 'a drawn sample never changes'],
  ["UPDATE sample_instance SET stratum = 'S2'", 'a drawn sample never changes'],
  ['DELETE FROM sample_instance', 'a drawn sample never changes'],
  ['DELETE FROM label', 'labels are never deleted'],
  ['DELETE FROM label_change', 'history is never deleted'],
  ["UPDATE label_change SET after = '{}'", 'history never changes'],
  ["UPDATE codebook SET body = '[]'", 'a codebook version never changes'],
  ['DELETE FROM codebook', 'a codebook version never changes'],
])('%s is stopped', (sql, why) => {
  expect(() => db.exec(sql)).toThrow(why);
});

test('only the note that is still being typed may grow, and only its text', () => {
  const change = ROWS.label_change!;
  const note = (id: number, annotator: number) =>
    insert('label_change', [id, annotator, ...change.slice(2, 6), id, null, 'note', 'note edited', '{}', '{"note":"a"}']);
  insert('annotator', [2, 'jo']);
  note(2, 1);
  note(3, 2);
  db.exec(`UPDATE label_change SET after = '{"note":"ab"}', at = '2025-01-02T03:04:06.000Z' WHERE id = 2`);
  for (const other of [
    "before = 'x'",
    "kind = 'undo'",
    'system_id = 9',
    'annotator_id = 2',
    'step = 1',
    "field = 'code'",
    'id = 9',
  ]) {
    expect(() => db.exec(`UPDATE label_change SET ${other} WHERE id = 2`), other).toThrow('history never changes');
  }
  note(4, 1);
  expect(() => db.exec(`UPDATE label_change SET after = '{}' WHERE id = 2`)).toThrow('history never changes');
});

test('an execution is stored once for each query of a run, a prediction once for each item', () => {
  const { execution, prediction, verdict } = ROWS;
  expect(() => insert('execution', [2, ...execution!.slice(1)])).toThrow('UNIQUE');
  expect(() => insert('prediction', [2, ...prediction!.slice(1)])).toThrow('UNIQUE');
  expect(() => insert('verdict', verdict!)).toThrow('UNIQUE');
});

test('a number is not taken for a text, and a row does not point at nothing', () => {
  expect(() => db.exec("UPDATE instance SET position = 'first'")).toThrow('cannot store TEXT');
  expect(() => db.exec('UPDATE gold SET query_id = 99')).toThrow('FOREIGN KEY');
});
