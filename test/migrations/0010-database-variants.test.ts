import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../electron/service/database/open.ts';
import { putVariant, variantsByDatabase } from '../../electron/service/database/variants.ts';

test('a project of version 9 keeps its databases and may gain the variants of a test suite', () => {
  const db = new Database(':memory:');
  db.defaultSafeIntegers();
  migrate(db, 9);
  db.exec(`INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'b', 'spider', '', '');
    INSERT INTO benchmark_database VALUES (1, 1, 'TOWNS', 'sqlite', 'a.sqlite');`);
  migrate(db, 10);
  expect(variantsByDatabase(db).size).toBe(0);
  putVariant(db, 1, 'TOWNS_1', 'old.sqlite');
  putVariant(db, 1, 'TOWNS_1', 'new.sqlite');
  expect(variantsByDatabase(db).get(1)).toEqual([{ id: 1, name: 'TOWNS_1', location: 'new.sqlite' }]);
  expect(db.prepare('SELECT name FROM benchmark_database').pluck().get()).toBe('TOWNS');
});
