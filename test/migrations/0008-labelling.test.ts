import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PAPER_CODEBOOK } from '#shared/model/codebook.ts';
import { addBlindEvent, blindEvents, isBlind } from '../../electron/service/database/blind.ts';
import { codebookVersions, currentCodebook } from '../../electron/service/database/codebook.ts';
import { labelHistory, labelOf } from '../../electron/service/database/labels.ts';
import { migrate } from '../../electron/service/database/open.ts';

/** A project as version 7 left it: a codebook without types, and a label without the versions of its codes. */
function olderProject() {
  const db = new Database(':memory:');
  db.defaultSafeIntegers(true);
  db.pragma('foreign_keys = OFF');
  migrate(db, 7);
  const codes = PAPER_CODEBOOK.codes.map(({ group, replacedBy, changedIn, ...known }) => known);
  db.prepare('INSERT INTO codebook VALUES (1, ?, ?)').run('2026-01-01', JSON.stringify({ ...PAPER_CODEBOOK, codes }));
  db.exec(`INSERT INTO annotator VALUES (1, 'mk');
    INSERT INTO system (id, name, group_name) VALUES (1, 'a', 'strong');
    INSERT INTO label VALUES (1, 1, 1, '{"codes":["C1"],"primary":"C1","status":"done","codebookVersion":1}', '2026-01-01')`);
  migrate(db, 8);
  return db;
}

test('codebook and labels of version 7 read as what they meant', () => {
  const db = olderProject();
  expect(currentCodebook(db)).toEqual(PAPER_CODEBOOK);
  expect(codebookVersions(db)).toEqual([{ version: 1, at: '2026-01-01', by: '', description: '' }]);
  expect(labelOf(db, 1, { instance: 1, system: 1 })).toMatchObject({ codes: ['C1'], codebookVersion: 1, codeVersions: {} });
  expect(labelHistory(db, 1, { instance: 1, system: 1 })).toEqual([]);
});

test('nobody labels blind at first, and what was revealed cannot be taken back', () => {
  const db = olderProject();
  expect(isBlind(db, 1)).toBe(false);
  addBlindEvent(db, 1, { kind: 'on' });
  expect(isBlind(db, 1)).toBe(true);
  expect(isBlind(db, 2)).toBe(false);
  addBlindEvent(db, 1, { kind: 'reveal', screen: 'overview' });
  expect(isBlind(db, 1)).toBe(true);
  expect(() => db.exec('DELETE FROM blind_event')).toThrow('what was revealed stays known');
  expect(() => db.exec("UPDATE blind_event SET kind = 'on'")).toThrow('what was revealed stays known');
  expect(blindEvents(db, 1).map(({ kind, screen }) => [kind, screen])).toEqual([
    ['reveal', 'overview'],
    ['on', null],
  ]);
});

test('time at work only grows', () => {
  const db = olderProject();
  db.pragma('foreign_keys = OFF');
  db.exec("INSERT INTO work_time (annotator_id, instance_id, system_id, ended_at, ms) VALUES (1, 1, 1, '2026-01-01', 5)");
  expect(() => db.exec('UPDATE work_time SET ms = 9')).toThrow('history never changes');
  expect(() => db.exec('DELETE FROM work_time')).toThrow('history is never deleted');
});
