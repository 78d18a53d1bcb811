import type { Compiled, CompiledQuery } from '#shared/contract/local.ts';
import type { Db } from './open.ts';
import { integer, prepared, row, rows, text, textOrNull } from './statements.ts';

export type QueryToCompile = {
  readonly id: number;
  readonly instanceId: string;
  readonly database: string;
  readonly sql: string;
};

/** The different queries of golds and predictions in Snowflake's dialect, each with the first instance that has it. */
export const queriesToCompile = (db: Db): QueryToCompile[] =>
  rows(
    db,
    `SELECT query.id, min(instance.instance_id) AS instance_id, benchmark_database.name, sql FROM query
     JOIN benchmark_database ON benchmark_database.id = query.database_id
     JOIN (SELECT query_id, instance_id FROM gold UNION SELECT query_id, instance_id FROM prediction) AS used ON query_id = query.id
     JOIN instance ON instance.id = used.instance_id
     WHERE engine IN ('snowflake', 'duckdb') GROUP BY query.id ORDER BY benchmark_database.id, query.id`,
  ).map((found) => ({
    id: integer(found.id),
    instanceId: text(found.instance_id),
    database: text(found.name),
    sql: text(found.sql),
  }));

/** Keeps what compiling found, in the place of what was known. */
export function putCompiled(db: Db, compiled: readonly (QueryToCompile & Compiled)[]): void {
  const at = new Date().toISOString();
  db.transaction(() => {
    for (const { id, state, code, message } of compiled) {
      prepared(
        db,
        `INSERT INTO compiled_query (query_id, state, code, message, compiled_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET state = excluded.state, code = excluded.code, message = excluded.message,
           compiled_at = excluded.compiled_at`,
      ).run(id, state, code, message, at);
    }
  })();
}

/** What compiling found of every gold and prediction, in the benchmark's order, gold first. */
export const compiledQueries = (db: Db): CompiledQuery[] =>
  rows(
    db,
    `SELECT instance.instance_id, benchmark_database.name AS database, system, state, code, message FROM (
       SELECT query_id, instance_id, NULL AS system_id, NULL AS system FROM gold
       UNION ALL SELECT query_id, instance_id, system.id, system.name FROM prediction JOIN system ON system.id = system_id
     ) AS used JOIN compiled_query ON compiled_query.query_id = used.query_id
     JOIN instance ON instance.id = used.instance_id JOIN benchmark_database ON benchmark_database.id = database_id
     ORDER BY position, system_id NULLS FIRST`,
  ).map((found) => ({
    instanceId: text(found.instance_id),
    database: text(found.database),
    system: textOrNull(found.system),
    state: text(found.state) as Compiled['state'],
    code: textOrNull(found.code),
    message: textOrNull(found.message),
  }));

/** Why a query does not compile, in a line; null where it does, or where that is not known. */
export function compileProblem(db: Db, query: number | null): string | null {
  const found = query === null ? undefined : row(db, 'SELECT state, code, message FROM compiled_query WHERE query_id = ?', query);
  const state = found === undefined ? null : text(found.state);
  if (found === undefined || (state !== 'fails' && state !== 'refused')) return null;
  return `${textOrNull(found.code) ?? state}: ${(textOrNull(found.message) ?? '').split('\n')[0]}`;
}
