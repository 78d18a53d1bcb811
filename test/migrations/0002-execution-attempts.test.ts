import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { acceptAttempt, attemptKey, attemptsOf, openAttempt, openAttempts } from '../../electron/service/database/attempts.ts';
import { createProject, migrate, openProject } from '../../electron/service/database/open.ts';

test('a project from before attempts gains their table, keeps its executions, and is backed up first', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-migration-'));
  try {
    const file = path.join(folder, 'old.assay');
    const old = new Database(file);
    old.pragma(`application_id = ${0x41736179}`);
    migrate(old, 1);
    old.exec(`INSERT INTO project VALUES (1, '2026-01-01');
      INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'b', 'f', 's', 't');
      INSERT INTO benchmark_database (id, benchmark_id, name, engine, location) VALUES (1, 1, 'd', 'sqlite', 'x');
      INSERT INTO query (id, database_id, sql) VALUES (1, 1, 'SELECT 1');
      INSERT INTO run (id, started_at, limits) VALUES (1, 't', '{}');
      INSERT INTO execution (run_id, query_id, status, started_at, duration_ms) VALUES (1, 1, 'error', 't', 1.5)`);
    old.close();

    const { db, backup } = openProject(file);
    expect(backup).not.toBeNull();
    expect(db.prepare('SELECT status FROM execution').pluck().all()).toEqual(['error']);
    const attempt = openAttempt(db, 1, 1, 1);
    acceptAttempt(db, attempt, 'engine-1');
    expect(openAttempts(db, 1).get(attemptKey(1, 1))).toEqual(attempt);
    expect(openAttempt(db, 1, 1, 1).attempt).toBe(2);
    expect(attemptsOf(db, 1, 1).map((found) => found.engineQueryId)).toEqual(['engine-1', null]);
    db.close();
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('a new project has the table from the start', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-migration-'));
  try {
    const { db } = createProject(path.join(folder, 'new.assay'));
    expect(openAttempts(db, 1).size).toBe(0);
    db.close();
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
