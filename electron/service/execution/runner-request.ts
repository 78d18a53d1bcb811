import type { RunnerRequest } from '#shared/contract/runner.ts';
import type { ExecutionLimits } from '#shared/model/execution.ts';
import type { PendingQuery } from '../database/needed-queries.ts';

/**
 * What a runner is told about queries of one benchmark database: the engine, the file and, for DuckDB, the database's name
 * and the recording. `queries` is not empty, and all are of the same database.
 */
export function runnerRequest(
  queries: readonly Pick<PendingQuery, 'id' | 'sql' | 'engine' | 'database' | 'location'>[],
  { rowCap, byteCap }: Pick<ExecutionLimits, 'rowCap' | 'byteCap'>,
  recording: string | null,
  compileOnly = false,
): RunnerRequest {
  const { engine, location, database } = queries[0]!;
  const batch = { t: 'run' as const, database: location, rowCap, byteCap, items: queries.map(({ id, sql }) => ({ id, sql })) };
  return engine === 'duckdb' ? { ...batch, engine, name: database, recording, compileOnly } : { ...batch, engine: 'sqlite' };
}
