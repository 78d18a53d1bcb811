import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { findingsOf, storeFindings } from '../../electron/service/database/findings.ts';
import { migrate } from '../../electron/service/database/open.ts';

test('a project of version 6 has golds that nobody checked, and keeps what a check finds', () => {
  const db = new Database(':memory:');
  migrate(db, 6);
  db.exec(`INSERT INTO run (id, started_at, limits) VALUES (1, '2026-01-01', '{}');
    INSERT INTO benchmark (id, name, format, source, imported_at) VALUES (1, 'b', 'spider', 'b', '2026-01-01');
    INSERT INTO benchmark_database (id, benchmark_id, name, engine, location) VALUES (1, 1, 'd', 'sqlite', '');
    INSERT INTO instance (id, benchmark_id, database_id, instance_id, position, instruction, ignore_order) VALUES (1, 1, 1, 'i', 1, '?', 1);
    INSERT INTO gold (id, instance_id, name) VALUES (1, 1, '')`);
  migrate(db, 7);
  expect(db.pragma('user_version', { simple: true })).toBe(7);
  expect(findingsOf(db, 1)).toMatchObject({ checkedAt: null, golds: 0, unprobed: [], findings: [] });
  const finding = { gold: 1, prediction: null, kind: 'gold failed', words: 'no such table' } as const;
  storeFindings(db, 1, { golds: 1, unprobed: [], findings: [finding, finding] });
  storeFindings(db, 1, { golds: 1, unprobed: [], findings: [finding] });
  expect(findingsOf(db, 1)).toMatchObject({
    golds: 1,
    findings: [{ instanceId: 'i', kind: 'gold failed', words: 'no such table', systemName: null }],
  });
});
