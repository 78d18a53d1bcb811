import type { Gold } from './benchmark.ts';
import { executionOf, RESULT_COLUMNS, type StoredExecution } from './executions.ts';
import type { Db } from './open.ts';
import { integer, json, row, rows, text } from './statements.ts';
import type { Prediction } from './systems.ts';

/** A result table that came with an import, as if a query had just returned it. It was measured by nobody. */
function importedRun(db: Db, hash: string, csv: string | null): StoredExecution {
  const found = row(db, `SELECT ${RESULT_COLUMNS} FROM result WHERE hash = ?`, hash)!;
  return {
    status: 'ok',
    startedAt: '',
    durationMs: 0,
    rowCount: integer(found.row_count),
    bytes: integer(found.bytes),
    columns: json<string[]>(found.columns),
    cappedBy: null,
    invalidTextCells: 0,
    errorCode: null,
    errorMessage: null,
    resultHash: hash,
    rowsHash: text(found.rows_hash),
    imported: true,
    ...(csv === null ? {} : { csvHash: csv }),
  };
}

export type RunsOfQuery = (query: number) => readonly StoredExecution[];

/** Golds that predictions are held against: where some have result tables, these are the reference, as published. */
export const comparedGolds = (golds: readonly Gold[]): readonly Gold[] =>
  golds.some(({ result }) => result !== null) ? golds.filter(({ result }) => result !== null) : golds;

/** The runs of a gold: its result table, or else those of its query. */
export function runsOfGold(db: Db, gold: Gold, runsOf: RunsOfQuery): readonly StoredExecution[] {
  if (gold.result !== null) return [importedRun(db, gold.result, gold.csv)];
  return gold.query === null ? [] : runsOf(gold.query);
}

/** The runs of a prediction: those of its query, or else the result table that was handed in. */
export function runsOfPrediction(db: Db, prediction: Prediction, runsOf: RunsOfQuery): readonly StoredExecution[] {
  const runs = prediction.query === null ? [] : runsOf(prediction.query);
  return runs.length === 0 && prediction.result !== null ? [importedRun(db, prediction.result, prediction.csv)] : runs;
}

/** The same for what is looked at one by one. */
export const runsInRun =
  (db: Db, run: number | null): RunsOfQuery =>
  (query) => {
    const found = run === null ? null : executionOf(db, run, query);
    return found === null ? [] : [found];
  };

/** True where predictions came as result tables, so that there is something to judge without running a query. */
export const hasImportedPredictions = (db: Db): boolean =>
  row(db, 'SELECT 1 FROM prediction WHERE result_hash IS NOT NULL LIMIT 1') !== undefined;

/** The condition columns of Spider2's evaluation configuration as they stand, by instance; for its published evaluator. */
export const publishedConditions = (db: Db): Map<number, unknown> =>
  new Map(
    rows(db, 'SELECT id, evaluation FROM instance WHERE evaluation IS NOT NULL').map((found) => [
      integer(found.id),
      json<{ condition_cols?: unknown }>(found.evaluation).condition_cols ?? null,
    ]),
  );

/** The same of one instance; undefined where it has no configuration. */
export function publishedConditionsOf(db: Db, instance: number): unknown {
  const found = row(db, 'SELECT evaluation FROM instance WHERE id = ? AND evaluation IS NOT NULL', instance);
  return found && (json<{ condition_cols?: unknown }>(found.evaluation).condition_cols ?? null);
}

/** The AI functions that the benchmark says an instance needs; instances that name none are left out. */
export function namedAiFunctions(db: Db): Map<number, string[]> {
  const named = new Map<number, string[]>();
  for (const found of rows(db, "SELECT id, tags FROM instance WHERE json_type(tags, '$.ai_functions') = 'array'")) {
    const functions = json<{ ai_functions: unknown[] }>(found.tags).ai_functions.filter((name) => typeof name === 'string');
    if (functions.length > 0) named.set(integer(found.id), [...new Set(functions.map((name) => name.toUpperCase()))]);
  }
  return named;
}
