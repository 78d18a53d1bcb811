import { deflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../electron/service/database/open.ts';

/** A file of version 1 with an instance, a label with a note, and a trajectory. */
function versionOne(): Database.Database {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  migrate(db, 1);
  db.exec(`
    INSERT INTO benchmark VALUES (1, 'town', 'spider', '/data/town', 2, '2025-01-02T03:04:05.678Z');
    INSERT INTO benchmark_database VALUES (1, 1, 'town', 'sqlite', '/data/town.sqlite');
    INSERT INTO instance VALUES (7, 1, 1, 'town-0001', 1, 'Which towns lie high?', null, null, 0);
    INSERT INTO query VALUES (3, 1, 'SELECT town_name FROM town');
    INSERT INTO gold VALUES (1, 7, '', 3, '[1]');
    INSERT INTO system VALUES (1, 'a', 'strong');
    INSERT INTO prediction VALUES (1, 7, 1, 0, 3, 'a.txt', 1);
    INSERT INTO annotator VALUES (1, 'mk');
    INSERT INTO label VALUES (1, 7, 1, '{"note":"wrong altitude"}', '2025-01-02T03:04:05.678Z');
  `);
  const steps = deflateRawSync(JSON.stringify({ steps: [], terminated: true, answer: null, extractionMethod: null }));
  db.prepare('INSERT INTO trajectory VALUES (1, 7, 1, 0, 0, ?)').run(steps);
  return db;
}

const found = (db: Database.Database, table: string, words: string) =>
  db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).pluck().all(words);

test('what older versions hold stays, with what is new empty, and is found by its words', () => {
  const db = versionOne();
  migrate(db, 4);
  expect(db.pragma('user_version', { simple: true })).toBe(4);
  expect(db.prepare('SELECT condition_columns, result_hash, csv_hash FROM gold').get()).toEqual({
    condition_columns: '[1]',
    result_hash: null,
    csv_hash: null,
  });
  expect(db.prepare('SELECT tags, evaluation, document FROM instance').get()).toEqual({
    tags: '{}',
    evaluation: null,
    document: null,
  });
  expect(db.prepare('SELECT cleaning, extraction_method FROM prediction').get()).toEqual({
    cleaning: '[]',
    extraction_method: null,
  });
  expect(db.prepare('SELECT format, body_hash, searchable FROM trajectory').get()).toEqual({
    format: 'steps',
    body_hash: null,
    searchable: 0,
  });
  expect(found(db, 'instance_search', 'towns')).toEqual([7]);
  expect(found(db, 'query_search', '"town name"')).toEqual([3]);
  expect(found(db, 'note_search', 'altitude')).toHaveLength(1);
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.pragma('quick_check', { simple: true })).toBe('ok');
});

test('search follows new queries and changed notes', () => {
  const db = versionOne();
  migrate(db, 4);
  db.exec("INSERT INTO query VALUES (4, 1, 'SELECT altitude FROM town')");
  expect(found(db, 'query_search', 'altitude')).toEqual([4]);
  db.exec(`UPDATE label SET body = '{"note":"wrong unit"}'`);
  expect(found(db, 'note_search', 'altitude')).toEqual([]);
  expect(found(db, 'note_search', 'unit')).toHaveLength(1);
  db.exec(`UPDATE label SET body = '{"note":""}'`);
  expect(found(db, 'note_search', 'unit')).toEqual([]);
});
