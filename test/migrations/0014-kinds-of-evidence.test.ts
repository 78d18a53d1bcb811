import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../electron/service/database/open.ts';

test('a project of version 13 keeps every table as it is, and tells an earlier Assay that it is newer', () => {
  const db = new Database(':memory:');
  migrate(db, 13);
  const schema = () => db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
  const before = schema();
  migrate(db, 14);
  expect(schema()).toEqual(before);
  expect(db.pragma('user_version', { simple: true })).toBe(14);
});
