import { median } from '#shared/analysis/interval.ts';
import type { RunPlan, RunState, RunSummary } from '#shared/contract/execution.ts';
import { DEFAULT_ATTEMPTS, EXECUTION_STATUSES, type ExecutionLimits, type ExecutionStatus } from '#shared/model/execution.ts';
import { derived, keptInFile } from './derived.ts';
import { finishedExecutions, neededQueries, selectionOf } from './needed-queries.ts';
import type { Db } from './open.ts';
import { changedDatabases } from './run-databases.ts';
import { integer, json, prepared, row, rows, text, textOrNull, write } from './statements.ts';

/** What runs that say nothing else are asked to run. */
const RUN_ALL: RunPlan = {
  systems: null,
  instances: null,
  engine: null,
  queries: null,
  connection: null,
  jobs: null,
  attempts: DEFAULT_ATTEMPTS,
  allowUnparsed: false,
  maxQueries: null,
};

export type NewRun = {
  readonly limits: ExecutionLimits;
  readonly repetitions?: number;
  /** The verification that it is a pass of, and the pass's 1-based place. */
  readonly verification?: { readonly id: number; readonly pass: number };
};

/** Adds a run that becomes the current one (or a pass of a verification); answers its id. */
export const openRun = (db: Db, { limits, repetitions = 1, verification }: NewRun): number =>
  write(
    db,
    'INSERT INTO run (started_at, limits, repetitions, verification_id, pass) VALUES (?, ?, ?, ?, ?)',
    new Date().toISOString(),
    JSON.stringify(limits),
    repetitions,
    verification?.id ?? null,
    verification?.pass ?? null,
  );

/** The limits of a run: the same for each of its queries. */
export const limitsOf = (db: Db, run: number): ExecutionLimits =>
  json(row(db, 'SELECT limits FROM run WHERE id = ?', run)!.limits);

/** What a run was asked to run; runs of older versions were asked for everything. */
export function planOf(db: Db, run: number): RunPlan {
  const { plan } = row(db, 'SELECT plan FROM run WHERE id = ?', run)!;
  return plan == null ? RUN_ALL : json<RunPlan>(plan);
}

/** How the newest run that named a connection reached Snowflake; null where none has named one. */
export function latestSnowflakePlan(db: Db): RunPlan | null {
  const found = row(db, "SELECT plan FROM run WHERE plan ->> '$.connection' IS NOT NULL ORDER BY id DESC LIMIT 1");
  return found ? json<RunPlan>(found.plan) : null;
}

/** When a run ended; null while it has not. */
export const endOfRun = (db: Db, run: number): string | null =>
  textOrNull(row(db, 'SELECT finished_at FROM run WHERE id = ?', run)?.finished_at);

/** How a run stands, as its row says. */
export const runStateOf = (db: Db, run: number): RunState =>
  text(row(db, 'SELECT state FROM run WHERE id = ?', run)!.state) as RunState;

/** How often each query of a run runs. */
export const repetitionsOf = (db: Db, run: number): number =>
  integer(row(db, 'SELECT repetitions FROM run WHERE id = ?', run)!.repetitions);

/** Notes that a run is under way, and with what. On disk when this returns. */
export const beginRun = (db: Db, run: number, plan: RunPlan, limits: ExecutionLimits): void =>
  void prepared(
    db,
    "UPDATE run SET state = 'running', stop_reason = NULL, finished_at = NULL, plan = ?, limits = ? WHERE id = ?",
  ).run(JSON.stringify(plan), JSON.stringify(limits), run);

/** Notes how a run ended or why it rests, and the engines that ran. */
export function endRun(
  db: Db,
  run: number,
  state: Exclude<RunState, 'not started' | 'running' | 'interrupted'>,
  { reason, engines }: { reason: string | null; engines: ReadonlySet<string> },
): void {
  const known = json<string[]>(row(db, 'SELECT engines FROM run WHERE id = ?', run)!.engines);
  prepared(db, 'UPDATE run SET state = ?, stop_reason = ?, finished_at = ?, engines = ? WHERE id = ?').run(
    state,
    reason,
    state === 'finished' ? new Date().toISOString() : null,
    JSON.stringify([...new Set([...known, ...engines])]),
    run,
  );
}

/** Counts by status, all of them 0. */
export const noExecutions = (): RunSummary['byStatus'] =>
  Object.fromEntries(EXECUTION_STATUSES.map((status) => [status, 0])) as RunSummary['byStatus'];

/** How many executions of a run ended in each status. */
export function statusCounts(db: Db, run: number): RunSummary['byStatus'] {
  const byStatus = noExecutions();
  for (const counted of rows(db, 'SELECT status, count(*) AS n FROM execution WHERE run_id = ? GROUP BY status', run)) {
    byStatus[counted.status as ExecutionStatus] = integer(counted.n);
  }
  return byStatus;
}

/** The most frequent reasons for which the environment kept executions of a run from running. */
const keptBy = (db: Db, run: number): RunSummary['keptBy'] =>
  rows(
    db,
    `SELECT coalesce(error_message, 'no reason') AS reason, count(*) AS n FROM execution WHERE run_id = ? AND status = 'environment'
     GROUP BY 1 ORDER BY n DESC, reason LIMIT 5`,
    run,
  ).map((found) => ({ reason: text(found.reason), count: integer(found.n) }));

/** When the executions of a run began and ended, and how far apart those of one instance lie. */
function windowOf(db: Db, run: number): RunSummary['window'] {
  // Milliseconds since 1970, of each execution.
  const times = `SELECT query_id, (julianday(started_at) - 2440587.5) * 86400000.0 AS began, duration_ms FROM execution WHERE run_id = ?`;
  const whole = row(db, `SELECT min(began) AS began, max(began + duration_ms) AS ended FROM (${times})`, run);
  if (whole?.began == null) return null;
  const spans = rows(
    db,
    `WITH times AS MATERIALIZED (${times}), used AS (SELECT query_id, instance_id FROM gold UNION SELECT query_id, instance_id FROM prediction WHERE rollout = 0)
     SELECT (max(began + duration_ms) - min(began)) / 1000.0 AS seconds FROM used JOIN times USING (query_id) GROUP BY instance_id`,
    run,
  ).map((found) => Number(found.seconds));
  const [began, ended] = [Number(whole.began), Number(whole.ended)];
  return {
    from: new Date(began).toISOString(),
    to: new Date(ended).toISOString(),
    seconds: (ended - began) / 1000,
    medianInstanceSeconds: median(spans) ?? 0,
    longestInstanceSeconds: Math.max(0, ...spans),
  };
}

/** A run as a client shows it. `underWay`: whether this process is running it. */
export function runSummary(db: Db, run: number, underWay: boolean): RunSummary {
  const found = row(db, 'SELECT * FROM run WHERE id = ?', run)!;
  const plan = planOf(db, run);
  const repetitions = integer(found.repetitions);
  const selection = selectionOf(plan);
  const state = text(found.state) as RunState;
  const name = `figures of run ${run}`;
  const figures = derived(db, name, () =>
    keptInFile(db, name, () => ({
      needed: neededQueries(db, selection),
      done: finishedExecutions(db, run, selection),
      byStatus: statusCounts(db, run),
      window: windowOf(db, run),
    })),
  );
  const isStarted = found.plan !== null || Object.values(figures.byStatus).some((ended) => ended > 0);
  return {
    runId: run,
    startedAt: text(found.started_at),
    finishedAt: textOrNull(found.finished_at),
    state: !isStarted ? 'not started' : state === 'running' && !underWay ? 'interrupted' : state,
    stopReason: textOrNull(found.stop_reason),
    limits: json(found.limits),
    repetitions,
    plan,
    total: figures.needed * repetitions,
    done: figures.done,
    byStatus: figures.byStatus,
    keptBy: keptBy(db, run),
    engines: json(found.engines),
    window: figures.window,
    changedDatabases: changedDatabases(db, run),
  };
}
