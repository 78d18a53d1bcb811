import type { ListedExecution } from '#shared/contract/execution.ts';
import type { ExecutionStatus } from '#shared/model/execution.ts';
import type { Db } from './open.ts';
import { count, integer, integerOrNull, json, rows, text, textOrNull } from './statements.ts';

type Use = { instance: number; instanceId: string; systemId: number | null; system: string | null };

/** Executions of a run that ended in a status, in the benchmark's order, at most `limit`; `total` counts all. */
export function executionsInStatus(
  db: Db,
  run: number,
  status: ExecutionStatus,
  limit: number,
): { total: number; executions: ListedExecution[] } {
  const found = rows(
    db,
    `WITH used AS (
       SELECT query_id, instance_id, NULL AS system_id FROM gold WHERE query_id IS NOT NULL
       UNION ALL SELECT query_id, instance_id, system_id FROM prediction WHERE query_id IS NOT NULL AND rollout = 0
     ), uses AS (
       SELECT query_id, min(position) AS position, json_group_array(json_object('instance', instance.id, 'instanceId', instance.instance_id,
         'systemId', system_id, 'system', system.name)) AS uses
       FROM used JOIN instance ON instance.id = used.instance_id LEFT JOIN system ON system.id = system_id GROUP BY query_id
     )
     SELECT execution.query_id, repetition, status, benchmark_database.name AS database, sql, duration_ms, row_count, error_code, error_message, uses
     FROM execution JOIN query ON query.id = execution.query_id JOIN benchmark_database ON benchmark_database.id = database_id
       JOIN uses ON uses.query_id = execution.query_id LEFT JOIN result ON hash = result_hash
     WHERE run_id = ? AND status = ? ORDER BY position, execution.query_id, repetition LIMIT ?`,
    run,
    status,
    limit,
  );
  return {
    total: count(db, 'SELECT count(*) FROM execution WHERE run_id = ? AND status = ?', run, status),
    executions: found.map((execution) => ({
      query: integer(execution.query_id),
      repetition: integer(execution.repetition),
      status: text(execution.status) as ExecutionStatus,
      database: text(execution.database),
      sql: text(execution.sql),
      durationMs: Number(execution.duration_ms),
      rowCount: integerOrNull(execution.row_count),
      errorCode: textOrNull(execution.error_code),
      errorMessage: textOrNull(execution.error_message),
      uses: json<Use[]>(execution.uses).map(({ instance, instanceId, systemId, system }) => ({
        instance,
        instanceId,
        system: systemId === null ? null : { id: systemId, name: system ?? '' },
      })),
    })),
  };
}
