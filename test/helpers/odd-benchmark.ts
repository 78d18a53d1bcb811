import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ImportItem } from '#shared/contract/import.ts';
import { jsonLines, writeFiles } from './import-project.ts';

/** What is odd about each instance, by its id: golds by name (null: a result table without SQL), and the first system's answer. */
export const ODD_INSTANCES = {
  local001: { what: 'ten golds', golds: Object.fromEntries([...'abcdefghij'].map((name, at) => [name, `SELECT ${at} AS n`])) },
  local002: {
    what: 'no rows',
    golds: { '': 'SELECT name FROM town WHERE id > 9' },
    answer: 'SELECT name FROM Town WHERE id < 0;',
  },
  local003: { what: 'the gold fails', golds: { '': 'SELECT nme FROM town' } },
  local004: { what: 'both fail', golds: { '': 'SELECT nme FROM town' }, answer: 'SELECT people FROM twn' },
  local005: { what: 'no prediction of the first system', golds: { '': 'SELECT 1 AS n' }, answer: null },
  local006: { what: 'no gold', golds: {} },
  local007: { what: 'gold as a table only', golds: { '': null } },
  local008: {
    what: 'a cell of a megabyte',
    golds: { '': 'SELECT id, long FROM page' },
    answer: "SELECT id, long || '.' AS long FROM page",
  },
  local009: {
    what: 'columns without a name of their own',
    golds: { '': 'SELECT 1 AS a, 2 AS a, 3 AS "", 4 AS " "' },
    answer: 'SELECT 1 AS a, 3 AS a, 3 AS "", 4 AS " "',
  },
  local010: { what: 'no columns', golds: { '': 'SELECT name FROM town' }, answer: '-- I cannot answer this' },
} satisfies Record<string, { what: string; golds: Record<string, string | null>; answer?: string | null }>;

const ANSWER = 'SELECT name FROM town ORDER BY id';
const ODD_SYSTEMS = Array.from({ length: 12 }, (_, at) =>
  at === 1
    ? `a-system-whose-name-tells-model-size-temperature-and-prompt_${'x'.repeat(58)}`
    : `system-${String(at + 1).padStart(2, '0')}`,
);

/** A benchmark in Spider2-Lite's layout whose instances are odd, with twelve systems. */
export function makeOddBenchmark(folder: string): ImportItem[] {
  const instances: [string, { what: string; golds: Record<string, string | null>; answer?: string | null }][] =
    Object.entries(ODD_INSTANCES);
  writeFiles(folder, {
    'spider2-lite.jsonl': jsonLines(
      instances.map(([id, { what }]) => ({ instance_id: id, question: `Odd: ${what}?`, db: 'town' })),
    ),
    ...Object.fromEntries(
      instances.flatMap(([id, { golds }]) =>
        Object.entries(golds).map(([name, sql]) => {
          const file = name === '' ? id : `${id}_${name}`;
          return sql === null ? [`gold/exec_result/${file}.csv`, 'name\nArl\nBern\n'] : [`gold/sql/${file}.sql`, sql];
        }),
      ),
    ),
    ...Object.fromEntries(
      ODD_SYSTEMS.flatMap((_, at) =>
        instances.flatMap(([id, { answer = ANSWER }]): [string, string][] =>
          at > 0 ? [[`answers${at}/${id}.sql`, ANSWER]] : answer === null ? [] : [[`answers${at}/${id}.sql`, answer]],
        ),
      ),
    ),
  });
  const databases = path.join(folder, 'resource', 'databases');
  fs.mkdirSync(databases, { recursive: true });
  const database = new DatabaseSync(path.join(databases, 'town.sqlite'));
  database.exec(`CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, people INTEGER);
    INSERT INTO town VALUES (1, 'Arl', 9), (2, 'Bern', 8);
    CREATE TABLE page (id INTEGER, long TEXT);
    INSERT INTO page VALUES (1, replace(hex(zeroblob(262144)), '00', 'word'));`);
  database.close();
  return [
    { kind: 'benchmark', format: 'spider2-lite', path: folder },
    ...ODD_SYSTEMS.map(
      (system, at): ImportItem => ({
        kind: 'predictions',
        format: 'sql-folder',
        path: path.join(folder, `answers${at}`),
        system,
        group: at < 4 ? 'strong' : 'open',
      }),
    ),
  ];
}
