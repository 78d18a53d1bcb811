import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../electron/service/database/open.ts';
import { storeTrial, trialOf, trialsOf } from '../../electron/service/database/trials.ts';

test('a project gains trials that stay as they are and belong to their annotator', () => {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = off');
  migrate(db, 5);
  db.exec("INSERT INTO annotator VALUES (1, 'mk'), (2, 'other')");
  // Through the later steps too: what reads trials knows only the newest tables.
  migrate(db);
  const item = { instance: 1, system: 2 };
  const failed = { status: 'error', code: 'SQLITE_ERROR', message: 'no such table' } as const;
  const trial = storeTrial(db, 1, item, [
    { side: 'scratch', gold: null, sql: 'SELECT 1 FROM nowhere', outcome: failed, startedAt: 0, durationMs: 1.5 },
  ]);
  expect(trialOf(db, item, trial)).toMatchObject({ annotator: 'mk', executions: [{ side: 'scratch', status: 'error' }] });
  expect(trialOf(db, { instance: 1, system: 3 }, trial)).toBeNull();
  expect(trialsOf(db, 2, item)).toEqual([]);
  for (const sql of ['DELETE FROM trial', 'DELETE FROM trial_execution', "UPDATE trial_execution SET sql = ''"]) {
    expect(() => db.exec(sql), sql).toThrow(/never changes/);
  }
});
