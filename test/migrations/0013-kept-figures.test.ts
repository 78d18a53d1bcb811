import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { keepDerived, keptInFile, stopKeeping } from '../../electron/service/database/derived.ts';
import { migrate } from '../../electron/service/database/open.ts';

function projectWithFigure() {
  const db = new Database(':memory:');
  migrate(db, 13);
  db.exec(`
    INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'b', 'spider', '', '');
    INSERT INTO benchmark_database (id, benchmark_id, name, engine, location) VALUES (1, 1, 'd', 'sqlite', '');
    INSERT INTO query (id, database_id, sql) VALUES (1, 1, 'SELECT 1');
    INSERT INTO run (id, started_at, limits) VALUES (1, '', '{}');
    INSERT INTO execution (run_id, query_id, status, started_at, duration_ms) VALUES (1, 1, 'ok', '', 1);
    INSERT INTO annotator (id, name) VALUES (1, 'mk');
  `);
  keepDerived(db, 'this build');
  keptInFile(db, 'figure', () => ({ count: 1 }));
  return db;
}

test('a figure that was kept in the file is not computed again, but by another build of the service', () => {
  const db = projectWithFigure();
  const compute = () => ({ count: 2 });
  expect(keptInFile(db, 'figure', compute)).toEqual({ count: 1 });
  keepDerived(db, 'another build');
  expect(keptInFile(db, 'figure', compute)).toEqual({ count: 2 });
  keepDerived(db, 'this build');
  expect(keptInFile(db, 'figure', () => ({ count: 3 }))).toEqual({ count: 3 });
});

test.each([
  "INSERT INTO execution (run_id, query_id, repetition, status, started_at, duration_ms) VALUES (1, 1, 2, 'ok', '', 1)",
  "UPDATE execution SET status = 'error'",
  'DELETE FROM execution',
  "UPDATE project SET rules = '[]'",
  "INSERT INTO system (name, group_name) VALUES ('s', 'open')",
])('%s deletes it, and undone keeps it', (change) => {
  const db = projectWithFigure();
  db.exec("INSERT INTO project (id, created_at) VALUES (1, '')");
  keptInFile(db, 'figure', () => ({ count: 1 }));
  db.exec(`BEGIN; ${change}; ROLLBACK`);
  expect(keptInFile(db, 'figure', () => ({ count: 2 }))).toEqual({ count: 1 });
  db.exec(change);
  expect(keptInFile(db, 'figure', () => ({ count: 2 }))).toEqual({ count: 2 });
});

test('nothing is kept while a long operation writes, and no label deletes what is', () => {
  const db = projectWithFigure();
  db.exec("INSERT INTO annotator (name) VALUES ('jo')");
  expect(keptInFile(db, 'figure', () => ({ count: 2 }))).toEqual({ count: 1 });
  stopKeeping(db);
  keptInFile(db, 'other', () => ({ count: 3 }));
  expect(db.prepare('SELECT name FROM kept_figure').pluck().all()).toEqual(['figure']);
});
