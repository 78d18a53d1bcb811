import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../electron/service/database/open.ts';
import { changedDatabases, databaseSetOf, putRunDatabase, variantFiles } from '../../electron/service/database/run-databases.ts';

test('a project of version 11 keeps what its runs saw, and may note the files of test suites beside it', () => {
  const db = new Database(':memory:');
  db.defaultSafeIntegers();
  migrate(db, 11);
  db.exec(`INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'b', 'spider', '', '');
    INSERT INTO benchmark_database VALUES (1, 1, 'TOWNS', 'sqlite', 'a.sqlite');
    INSERT INTO database_variant VALUES (1, 1, 'TOWNS_1', 'b.sqlite');
    INSERT INTO run (id, started_at, limits) VALUES (1, '', '{}');`);
  putRunDatabase(db, 1, 1, 'a');
  migrate(db, 12);
  expect([changedDatabases(db, 1), databaseSetOf(db, 1)]).toEqual([[], expect.stringMatching(/^\w{8} \(1 file\)$/)]);
  const [file] = variantFiles(db, 1, [{ id: 1, name: 'TOWNS_1', location: 'b.sqlite' }]);
  file!.put('b');
  expect(databaseSetOf(db, 1)).toMatch(/^\w{8} \(2 files\)$/);
  file!.put('c');
  expect(changedDatabases(db, 1)).toEqual(['TOWNS_1']);
});
