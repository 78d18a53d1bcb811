import type { StoredResult } from '#shared/contract/runner.ts';
import type { ExecutionStatus } from '#shared/model/execution.ts';
import { storeResult } from './executions.ts';
import type { Db } from './open.ts';
import { integer, integerOrNull, prepared, rows, text, textOrNull } from './statements.ts';

export type Variant = { readonly id: number; readonly name: string; readonly location: string };

/** Adds a further file of a database (of a test suite), or says where it is now. */
export const putVariant = (db: Db, database: number, name: string, location: string): void =>
  void prepared(
    db,
    `INSERT INTO database_variant (database_id, name, location) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET location = excluded.location`,
  ).run(database, name, location);

/** Variants by their database, in the order of their names. */
export function variantsByDatabase(db: Db): Map<number, Variant[]> {
  const byDatabase = new Map<number, Variant[]>();
  for (const found of rows(db, 'SELECT id, database_id, name, location FROM database_variant ORDER BY database_id, name')) {
    const database = integer(found.database_id);
    const variant = { id: integer(found.id), name: text(found.name), location: text(found.location) };
    byDatabase.set(database, [...(byDatabase.get(database) ?? []), variant]);
  }
  return byDatabase;
}

export type VariantQuery = { readonly id: number; readonly sql: string };

/** Queries that ran on the database itself in the run, and not yet on the variant. */
export const pendingOnVariant = (db: Db, run: number, variant: Variant): VariantQuery[] =>
  rows(
    db,
    `SELECT DISTINCT query.id, sql FROM query JOIN database_variant ON database_variant.database_id = query.database_id
     JOIN execution ON execution.query_id = query.id AND run_id = ? AND execution.status = 'ok'
     WHERE database_variant.id = ? AND NOT EXISTS
       (SELECT 1 FROM variant_execution WHERE run_id = ? AND query_id = query.id AND variant_id = ?) ORDER BY query.id`,
    run,
    variant.id,
    run,
    variant.id,
  ).map((found) => ({ id: integer(found.id), sql: text(found.sql) }));

/** The further databases on which something that ran has yet to run, with how much. */
export const pendingVariants = (db: Db, run: number): { variant: Variant; queries: number }[] =>
  [...variantsByDatabase(db).values()]
    .flat()
    .map((variant) => ({ variant, queries: pendingOnVariant(db, run, variant).length }))
    .filter(({ queries }) => queries > 0);

export type NewVariantExecution = {
  readonly query: number;
  readonly status: ExecutionStatus;
  readonly result: StoredResult | null;
  readonly cappedBy: 'rows' | 'bytes' | null;
  readonly errorMessage: string | null;
};

/** Stores executions on a variant with their results in one transaction. */
export function storeVariantExecutions(db: Db, run: number, variant: number, executions: readonly NewVariantExecution[]): void {
  db.transaction(() => {
    for (const { query, status, result, cappedBy, errorMessage } of executions) {
      if (result) storeResult(db, result);
      prepared(
        db,
        `INSERT INTO variant_execution (run_id, query_id, variant_id, status, result_hash, capped_by, error_message)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(run, query, variant, status, result?.hash ?? null, cappedBy, errorMessage);
    }
  })();
}

export type VariantExecution = {
  readonly status: ExecutionStatus;
  readonly resultHash: string | null;
  readonly complete: boolean;
  readonly rowCount: number;
  readonly errorMessage: string | null;
};

/** How a query ended on each variant, by the variant. */
export const variantExecutions = (db: Db, run: number, query: number): Map<number, VariantExecution> =>
  new Map(
    rows(
      db,
      `SELECT variant_id, status, result_hash, capped_by, error_message, row_count FROM variant_execution
       LEFT JOIN result ON hash = result_hash WHERE run_id = ? AND query_id = ?`,
      run,
      query,
    ).map((found) => [
      integer(found.variant_id),
      {
        status: found.status as ExecutionStatus,
        resultHash: textOrNull(found.result_hash),
        complete: found.capped_by === null,
        rowCount: integerOrNull(found.row_count) ?? 0,
        errorMessage: textOrNull(found.error_message),
      },
    ]),
  );
