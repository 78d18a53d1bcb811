import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compiledQueries, compileProblem, putCompiled, queriesToCompile } from '../../electron/service/database/compiled.ts';
import { migrate } from '../../electron/service/database/open.ts';

test('a project of version 8 keeps its queries and gains what compiling found of them', () => {
  const db = new Database(':memory:');
  db.defaultSafeIntegers();
  migrate(db, 8);
  db.exec(`INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'b', 'spider2-snow', '', '');
    INSERT INTO benchmark_database VALUES (1, 1, 'F1', 'snowflake', 'F1');
    INSERT INTO instance (id, benchmark_id, database_id, instance_id, position, instruction, ignore_order)
      VALUES (1, 1, 1, 'sf001', 1, 'q', 0);
    INSERT INTO query VALUES (7, 1, 'SELECT x');
    INSERT INTO gold (instance_id, name, query_id) VALUES (1, '', 7);`);
  migrate(db, 9);
  expect(compiledQueries(db)).toEqual([]);
  const [query] = queriesToCompile(db);
  expect(query).toEqual({ id: 7, instanceId: 'sf001', database: 'F1', sql: 'SELECT x' });
  putCompiled(db, [{ ...query!, state: 'fails', code: 'UNKNOWN_COLUMN', message: 'no x\nat all' }]);
  expect(compiledQueries(db)).toMatchObject([{ instanceId: 'sf001', system: null, state: 'fails', code: 'UNKNOWN_COLUMN' }]);
  expect(compileProblem(db, 7)).toBe('UNKNOWN_COLUMN: no x');
  putCompiled(db, [{ ...query!, state: 'compiles', code: null, message: null }]);
  expect(compileProblem(db, 7)).toBeNull();
});
