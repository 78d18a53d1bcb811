import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type RunnerOutcome, runnerOutcomeSchema } from '#shared/contract/runner.ts';
import { encodeRow } from '#shared/model/result-encoding.ts';
import { cellsStored, storeResult } from '../../electron/service/database/executions.ts';
import { migrate } from '../../electron/service/database/open.ts';
import { pack } from '../../electron/sql-runner/pack.ts';

test('results of a project of version 14 weigh at least what they take packed', () => {
  const db = new Database(':memory:');
  migrate(db, 14);
  db.prepare("INSERT INTO result VALUES ('h', 'r', '[\"a\"]', 2, 'deflate', ?)").run(Buffer.alloc(1_600_000));
  db.prepare("INSERT INTO result VALUES ('i', 's', '[\"a\"]', 2, 'plain', ?)").run(Buffer.alloc(8));
  migrate(db, 15);
  expect(cellsStored(db, 'h')).toBe(100_000);
  expect(cellsStored(db, 'i')).toBe(2);
});

test('few cells of megabytes weigh as much as many, however small they are packed', () => {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  migrate(db, 15);
  const packed = pack({
    columns: ['a'],
    rows: Array(3).fill(encodeRow(['x'.repeat(9_000_000)])),
    cappedBy: null,
    invalidTextCells: 0,
  });
  const { result } = runnerOutcomeSchema.parse(packed) as Extract<RunnerOutcome, { status: 'ok' }>;
  expect(result.data.length).toBeLessThan(1_000_000);
  storeResult(db, result);
  expect(cellsStored(db, result.hash)).toBeGreaterThan(1_000_000);
  db.exec('DELETE FROM result');
  expect(db.prepare('SELECT * FROM result_size').all()).toEqual([]);
});
