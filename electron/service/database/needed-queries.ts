import type { RunPlan } from '#shared/contract/execution.ts';
import type { EngineName, ExecutionStatus } from '#shared/model/execution.ts';
import type { Db } from './open.ts';
import { count, integer, prepared, rows, text } from './statements.ts';

/** Which queries a run is about; what is null narrows nothing. */
export type Selection = Pick<RunPlan, 'systems' | 'engine' | 'queries'> & { readonly instanceIds: readonly string[] | null };

const EVERYTHING: Selection = { systems: null, engine: null, queries: null, instanceIds: null };

/** The queries that a plan is about. */
export const selectionOf = ({ systems, engine, queries, instances }: RunPlan): Selection => ({
  systems,
  engine,
  queries,
  instanceIds: instances?.instanceIds ?? null,
});

/** One execution that is still to come. */
export type PendingQuery = {
  readonly id: number;
  /** 1 for the first time that the query runs in a run. */
  readonly repetition: number;
  readonly sql: string;
  readonly database: string;
  readonly engine: EngineName;
  readonly location: string;
  /** The benchmark's place of the first instance that needs it. */
  readonly position: number;
};

/** Queries of golds and predictions in a selection, with who uses them. Rollouts beyond the first are not run yet. */
const USED = `used(query_id, instance_id, system_id) AS (
    SELECT query_id, instance_id, NULL FROM gold WHERE query_id IS NOT NULL
    UNION ALL SELECT query_id, instance_id, system_id FROM prediction WHERE query_id IS NOT NULL AND rollout = 0
  ), selected(query_id, instance_id, system_id, position) AS (
    SELECT used.query_id, used.instance_id, used.system_id, position FROM used JOIN instance ON instance.id = used.instance_id
      JOIN query ON query.id = used.query_id JOIN benchmark_database ON benchmark_database.id = query.database_id
    WHERE (:instances IS NULL OR instance.instance_id IN (SELECT value FROM json_each(:instances)))
      AND (:systems IS NULL OR used.system_id IS NULL
        OR used.system_id IN (SELECT id FROM system WHERE name IN (SELECT value FROM json_each(:systems))))
      AND (:engine IS NULL OR engine = :engine)
      AND (:queries IS NULL OR used.query_id IN (SELECT value FROM json_each(:queries)))
  )`;

const asJson = (values: readonly unknown[] | null): string | null => (values === null ? null : JSON.stringify(values));

const parameters = ({ systems, engine, queries, instanceIds }: Selection) => ({
  systems: asJson(systems),
  engine,
  queries: asJson(queries),
  instances: asJson(instanceIds),
});

/**
 * What a run lacks of a selection: database by database, there instance by instance with the gold beside the predictions,
 * so that what is compared runs close together. `run` null: all of it.
 */
export const pendingQueries = (db: Db, run: number | null, selection: Selection, repetitions: number): PendingQuery[] =>
  rows(
    db,
    `WITH RECURSIVE ${USED}, repetition(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM repetition WHERE n < :repetitions),
       wanted AS MATERIALIZED (SELECT query_id, min(position) AS position, max(system_id IS NULL) AS is_gold FROM selected GROUP BY query_id)
     SELECT query.id, n, sql, name, engine, location, position FROM wanted JOIN query ON query.id = wanted.query_id
       JOIN benchmark_database ON benchmark_database.id = database_id JOIN repetition
     WHERE NOT EXISTS (SELECT 1 FROM execution WHERE run_id = :run AND execution.query_id = query.id AND repetition = n)
     ORDER BY database_id, position, n, is_gold DESC, query.id`,
    { ...parameters(selection), run, repetitions },
  ).map((found) => ({
    id: integer(found.id),
    repetition: integer(found.n),
    sql: text(found.sql),
    database: text(found.name),
    engine: text(found.engine) as EngineName,
    location: text(found.location),
    position: integer(found.position),
  }));

/** The table of {@link USED} that holds a selection: to narrow nothing, nothing need be joined. */
const tableOf = (selection: Selection): string =>
  Object.values(selection).every((narrowing) => narrowing === null) ? 'used' : 'selected';

/** How many different queries a selection needs. */
export const neededQueries = (db: Db, selection: Selection = EVERYTHING): number =>
  count(db, `WITH ${USED} SELECT count(DISTINCT query_id) FROM ${tableOf(selection)}`, parameters(selection));

/** Executions of a run that a selection needs. */
export const finishedExecutions = (db: Db, run: number, selection: Selection = EVERYTHING): number =>
  count(
    db,
    `WITH ${USED} SELECT count(*) FROM execution WHERE run_id = :run AND query_id IN (SELECT query_id FROM ${tableOf(selection)})`,
    { ...parameters(selection), run },
  );

/** Executions that a selection needs and a run (null: a new one) lacks, or that the environment kept from running. */
export const lackingExecutions = (db: Db, run: number | null, selection: Selection, repetitions: number): number =>
  neededQueries(db, selection) * repetitions -
  count(
    db,
    `WITH ${USED} SELECT count(*) FROM execution WHERE run_id = :run AND status <> 'environment'
       AND query_id IN (SELECT query_id FROM selected)`,
    { ...parameters(selection), run },
  );

export type QueryUse = { readonly query: number; readonly instance: number; readonly system: string | null };

/** Every use of a query in a selection. */
export const usesOf = (db: Db, selection: Selection): QueryUse[] =>
  rows(
    db,
    `WITH ${USED} SELECT query_id, instance_id, system.name FROM selected LEFT JOIN system ON system.id = system_id`,
    parameters(selection),
  ).map((found) => ({
    query: integer(found.query_id),
    instance: integer(found.instance_id),
    system: found.name === null ? null : text(found.name),
  }));

/** Golds and predictions in a selection's instances that have no query: what came as a result table, and missing answers. */
export const withoutQuery = (db: Db, { systems, instanceIds }: Selection): { tables: number; answers: number } => {
  const params = { systems: asJson(systems), instances: asJson(instanceIds) };
  const within = `instance_id IN (SELECT id FROM instance
    WHERE :instances IS NULL OR instance.instance_id IN (SELECT value FROM json_each(:instances)))`;
  const predicted = `rollout = 0 AND query_id IS NULL AND ${within} AND (:systems IS NULL
    OR system_id IN (SELECT id FROM system WHERE name IN (SELECT value FROM json_each(:systems))))`;
  return {
    tables:
      count(db, `SELECT count(*) FROM prediction WHERE result_hash IS NOT NULL AND ${predicted}`, params) +
      count(db, `SELECT count(*) FROM gold WHERE query_id IS NULL AND ${within}`, { instances: params.instances }),
    answers: count(db, `SELECT count(*) FROM prediction WHERE result_hash IS NULL AND ${predicted}`, params),
  };
};

/**
 * Takes executions of a run back that ended in one of the statuses, so that they run again, and answers their queries.
 * What they came to stays among the attempts, and verdicts that rest on them wait for the new outcome.
 */
export function takeBack(db: Db, run: number, statuses: readonly ExecutionStatus[], selection: Selection): number[] {
  const params = { ...parameters(selection), run, statuses: JSON.stringify(statuses) };
  const ended = `run_id = :run AND status IN (SELECT value FROM json_each(:statuses))
    AND query_id IN (WITH ${USED} SELECT query_id FROM selected)`;
  return db.transaction(() => {
    const queries = rows(db, `SELECT DISTINCT query_id FROM execution WHERE ${ended} ORDER BY query_id`, params).map((found) =>
      integer(found.query_id),
    );
    if (queries.length === 0) return [];
    // Engines on a network write their attempts down themselves.
    prepared(
      db,
      `INSERT INTO execution_attempt (run_id, query_id, repetition, attempt, request_id, sent_at, ended_at, status, error_code, error_message)
       SELECT run_id, query_id, repetition,
         1 + (SELECT count(*) FROM execution_attempt AS before WHERE before.run_id = execution.run_id
           AND before.query_id = execution.query_id AND before.repetition = execution.repetition),
         lower(hex(randomblob(16))), execution.started_at,
         strftime('%Y-%m-%dT%H:%M:%fZ', execution.started_at, (duration_ms / 1000.0) || ' seconds'), status, error_code, error_message
       FROM execution JOIN query ON query.id = query_id JOIN benchmark_database ON benchmark_database.id = database_id
       WHERE engine <> 'snowflake' AND ${ended}`,
    ).run(params);
    prepared(db, `DELETE FROM execution WHERE ${ended}`).run(params);
    prepared(
      db,
      `UPDATE verdict SET state = 'not run', reason = 'it runs again', score = NULL, gold = NULL WHERE run_id = :run
         AND prediction_id IN (SELECT prediction.id FROM prediction WHERE query_id IN (SELECT value FROM json_each(:taken))
           OR instance_id IN (SELECT instance_id FROM gold WHERE query_id IN (SELECT value FROM json_each(:taken))))`,
    ).run({ run, taken: JSON.stringify(queries) });
    return queries;
  })();
}
