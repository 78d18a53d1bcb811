import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ImportItem } from '#shared/contract/import.ts';

export type MadeInstance = { readonly db: string; readonly question: string; readonly gold: string };

export type BenchmarkPlan = {
  /** SQL that fills each database. */
  readonly databases: Readonly<Record<string, string>>;
  readonly instances: readonly MadeInstance[];
  /** One SQL an instance by system. */
  readonly predictions?: Readonly<Record<string, readonly string[]>>;
};

type Column = { name: string; type: string; pk: number };

/** A record of tables.json for a database, read from the database itself. */
function tablesRecord(name: string, database: DatabaseSync) {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").all() as {
    name: string;
  }[];
  const columns = tables.flatMap((table, index) =>
    (database.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table.name) as Column[]).map((column) => ({
      ...column,
      table: index,
    })),
  );
  const names = [[-1, '*'], ...columns.map(({ table, name: column }) => [table, column])];
  return {
    db_id: name,
    table_names: tables.map((table) => table.name),
    table_names_original: tables.map((table) => table.name),
    column_names: names,
    column_names_original: names,
    column_types: ['text', ...columns.map(({ type }) => (type === 'TEXT' ? 'text' : 'number'))],
    primary_keys: columns.flatMap(({ pk }, index) => (pk > 0 ? [index + 1] : [])),
    foreign_keys: [],
  };
}

/** Writes a benchmark in Spider's layout into a new folder, with prediction files beside it. */
export function makeBenchmark(folder: string, { databases, instances, predictions = {} }: BenchmarkPlan): void {
  fs.mkdirSync(folder, { recursive: true });
  const records = Object.entries(databases).map(([name, sql]) => {
    fs.mkdirSync(path.join(folder, 'database', name), { recursive: true });
    const database = new DatabaseSync(path.join(folder, 'database', name, `${name}.sqlite`));
    database.exec(sql);
    const record = tablesRecord(name, database);
    database.close();
    return record;
  });
  fs.writeFileSync(path.join(folder, 'tables.json'), JSON.stringify(records));
  fs.writeFileSync(
    path.join(folder, 'dev.json'),
    JSON.stringify(instances.map(({ db, question, gold }) => ({ db_id: db, question, query: gold }))),
  );
  for (const [system, lines] of Object.entries(predictions)) {
    fs.writeFileSync(predictionFile(folder, system), lines.map((line) => `${line}\n`).join(''));
  }
}

export const predictionFile = (folder: string, system: string): string => path.join(folder, `${system}.txt`);

export const benchmarkItem = (folder: string): ImportItem => ({ kind: 'benchmark', format: 'spider', path: folder });

export const predictionsItem = (folder: string, system: string, group = 'open'): ImportItem => ({
  kind: 'predictions',
  format: 'lines',
  path: predictionFile(folder, system),
  system,
  group,
});

const TOWN = `CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, people INTEGER, area REAL);
  INSERT INTO town VALUES (1, 'Arl', 1200, 3.5), (2, 'Bern', 800, 2.0), (3, 'Cull', 1200, 9.25), (4, 'Dorn', NULL, 1.0);`;

/**
 * A benchmark on one small database whose stratum of every instance is known: of each four instances the first is in S1
 * (every strong system fails), the second in S2, the third in S3, the fourth is matched by all. Systems: a and b (strong),
 * c (open). A matching prediction has the gold's text and shares its execution; all other queries differ.
 */
export function makeStrataBenchmark(folder: string, instanceCount: number): void {
  const right = (index: number) => `SELECT name, ${index} FROM town WHERE id <= ${1 + (index % 4)}`;
  const wrong = (index: number, system: string) => `SELECT '${system}', ${index} FROM town`;
  const matching: Readonly<Record<string, readonly number[]>> = { a: [1, 2, 3], b: [2, 3], c: [3] };
  const indices = Array.from({ length: instanceCount }, (_, index) => index);
  makeBenchmark(folder, {
    databases: { town: TOWN },
    instances: indices.map((index) => ({ db: 'town', question: `Which towns come first? (${index})`, gold: right(index) })),
    predictions: Object.fromEntries(
      Object.entries(matching).map(([system, kinds]) => [
        system,
        indices.map((index) => (kinds.includes(index % 4) ? right(index) : wrong(index, system))),
      ]),
    ),
  });
}

/** What to import of {@link makeStrataBenchmark}'s folder. */
export const strataItems = (folder: string): ImportItem[] => [
  benchmarkItem(folder),
  predictionsItem(folder, 'a', 'strong'),
  predictionsItem(folder, 'b', 'strong'),
  predictionsItem(folder, 'c', 'open'),
];
