import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '../../electron/service/database/migrations/index.ts';
import { migrate } from '../../electron/service/database/open.ts';

let db: Database.Database;
const STEP = MIGRATIONS.findIndex(({ name }) => name === 'rules') + 1;

/** A project of before the step, with verdicts of every kind. */
beforeEach(() => {
  db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(db, STEP - 1);
  db.exec(`
    INSERT INTO project (id, created_at) VALUES (1, '2025-01-02T03:04:05.678Z');
    INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'town', 'spider', '/data/town', '2025-01-02');
    INSERT INTO benchmark_database (id, benchmark_id, name, engine, location) VALUES (1, 1, 'town', 'sqlite', '/data/town');
    INSERT INTO instance (id, benchmark_id, database_id, instance_id, position, instruction, ignore_order)
      VALUES (1, 1, 1, 'town-0001', 1, 'Which towns?', 0);
    INSERT INTO system (id, name, group_name) VALUES (1, 'a', 'strong'), (2, 'b', 'strong'), (3, 'c', 'open');
    INSERT INTO prediction (id, instance_id, system_id, source_file) VALUES (1, 1, 1, 'a'), (2, 1, 2, 'b'), (3, 1, 3, 'c');
    INSERT INTO run (id, started_at, limits) VALUES (1, '2025-01-02', '{}');
    INSERT INTO verdict (run_id, prediction_id, rule, rule_version, state, reason) VALUES
      (1, 1, 'multiset', '1.0', 'match', NULL), (1, 2, 'multiset', '1.0', 'mismatch', NULL), (1, 3, 'multiset', '1.0', 'timed out', 'timeout');
  `);
  migrate(db, STEP);
});

test('verdicts of before keep their states, and their scores follow from them', () => {
  expect(db.prepare('SELECT prediction_id, state, score, gold FROM verdict ORDER BY prediction_id').raw().all()).toEqual([
    [1, 'match', 1, null],
    [2, 'mismatch', 0, null],
    [3, 'timed out', null, null],
  ]);
  expect(db.prepare('SELECT judging_mode FROM run').pluck().all()).toEqual(['majority']);
  expect(db.prepare('SELECT rules FROM project').pluck().all()).toEqual([null]);
});

test('a version of a rule stays as it is', () => {
  db.exec("INSERT INTO user_rule VALUES ('mine', 1, '2025-01-02', '{}'), ('mine', 2, '2025-01-02', '{}')");
  expect(() => db.exec("INSERT INTO user_rule VALUES ('mine', 2, '2025-01-02', '{}')")).toThrow('UNIQUE');
  expect(() => db.exec("UPDATE user_rule SET options = '[]'")).toThrow('never changes');
  expect(() => db.exec('DELETE FROM user_rule')).toThrow('never changes');
});

test('a prediction is explained once in each run', () => {
  db.exec("INSERT INTO explanation VALUES (1, 1, '1.0', '{}')");
  expect(() => db.exec("INSERT INTO explanation VALUES (1, 1, '1.1', '{}')")).toThrow('UNIQUE');
  expect(db.pragma('foreign_key_check')).toEqual([]);
});
