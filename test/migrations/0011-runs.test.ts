import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { currentRun } from '../../electron/service/database/executions.ts';
import { migrate } from '../../electron/service/database/open.ts';

test('runs of before keep how often their queries ran, and one that never ended counts as cancelled', () => {
  const db = new Database(':memory:');
  migrate(db, 10);
  db.exec(`
    INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'b', 'spider', '', '');
    INSERT INTO benchmark_database (id, benchmark_id, name, engine, location) VALUES (1, 1, 'd', 'sqlite', '');
    INSERT INTO query (id, database_id, sql) VALUES (1, 1, 'SELECT 1');
    INSERT INTO run (id, started_at, finished_at, limits) VALUES (1, 'then', 'later', '{}'), (2, 'then', NULL, '{}');
    INSERT INTO execution (run_id, query_id, repetition, status, started_at, duration_ms) VALUES (1, 1, 1, 'ok', '', 1), (1, 1, 2, 'ok', '', 1);
  `);
  migrate(db, 11);
  expect(db.pragma('user_version', { simple: true })).toBe(11);
  expect(db.prepare('SELECT id, repetitions, state, plan, verification_id FROM run ORDER BY id').all()).toEqual([
    { id: 1, repetitions: 2, state: 'finished', plan: null, verification_id: null },
    { id: 2, repetitions: 1, state: 'cancelled', plan: null, verification_id: null },
  ]);
});

test('a pass of a verification is never the run that verdicts rest on', () => {
  const db = new Database(':memory:');
  migrate(db, 11);
  db.exec(`
    INSERT INTO run (id, started_at, limits) VALUES (1, '', '{}');
    INSERT INTO verification VALUES (1, '', '[5]', 'aifunc', '1', 0, '{}');
    INSERT INTO run (id, started_at, limits, verification_id, pass, repetitions) VALUES (2, '', '{}', 1, 1, 5);
  `);
  expect(currentRun(db)).toBe(1);
});
