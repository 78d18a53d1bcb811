import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../electron/service/database/open.ts';
import { putRecordedCall, recordedCalls } from '../../electron/service/database/recording.ts';

test('a project of version 2 gains an empty recording and no database files, and keeps what it holds', () => {
  const db = new Database(':memory:');
  migrate(db, 4);
  db.exec("INSERT INTO annotator VALUES (1, 'mk')");
  migrate(db, 5);
  expect(db.pragma('user_version', { simple: true })).toBe(5);
  expect(db.prepare('SELECT name FROM annotator').pluck().all()).toEqual(['mk']);
  expect(recordedCalls(db)).toEqual([]);
  expect(db.prepare('SELECT count(*) FROM run_database').pluck().get()).toBe(0);
  putRecordedCall(db, { function: 'AI_FILTER', arguments: ['x'], answer: true }, 'a.jsonl');
  expect(recordedCalls(db)).toEqual([{ function: 'AI_FILTER', arguments: ['x'], answer: true }]);
});
