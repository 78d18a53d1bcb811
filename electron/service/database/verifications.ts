import type { RunPlan, RunState } from '#shared/contract/execution.ts';
import type { EngineName, ExecutionLimits } from '#shared/model/execution.ts';
import type { Db } from './open.ts';
import { integer, integerOrNull, json, row, rows, type Stored, text, write } from './statements.ts';

/** A check of determinism as it was asked for. */
export type StoredVerification = {
  readonly id: number;
  readonly startedAt: string;
  /** Runs of each gold in each pass. */
  readonly passes: readonly number[];
  readonly rule: string;
  readonly ruleVersion: string;
  readonly gapSeconds: number;
  readonly plan: RunPlan;
  readonly limits: ExecutionLimits;
};

/** What a verification keeps of how it was asked for. */
type Asked = { readonly plan: RunPlan; readonly limits: ExecutionLimits };

/** Stores a verification as it was asked for; answers its id. */
export const addVerification = (db: Db, verification: Omit<StoredVerification, 'id' | 'startedAt'>): number =>
  write(
    db,
    'INSERT INTO verification (started_at, passes, rule, rule_version, gap_seconds, plan) VALUES (?, ?, ?, ?, ?, ?)',
    new Date().toISOString(),
    JSON.stringify(verification.passes),
    verification.rule,
    verification.ruleVersion,
    verification.gapSeconds,
    JSON.stringify({ plan: verification.plan, limits: verification.limits } satisfies Asked),
  );

const toVerification = (found: Stored): StoredVerification => ({
  id: integer(found.id),
  startedAt: text(found.started_at),
  passes: json<number[]>(found.passes),
  rule: text(found.rule),
  ruleVersion: text(found.rule_version),
  gapSeconds: integer(found.gap_seconds),
  ...json<Asked>(found.plan),
});

/** Every verification, the latest first. */
export const verifications = (db: Db): StoredVerification[] =>
  rows(db, 'SELECT * FROM verification ORDER BY id DESC').map(toVerification);

/** A verification (null: the latest); null where there is none. */
export function verificationById(db: Db, id: number | null): StoredVerification | null {
  const found = row(db, 'SELECT * FROM verification WHERE ? IS NULL OR id = ? ORDER BY id DESC LIMIT 1', id, id);
  return found ? toVerification(found) : null;
}

export type PassRun = { readonly run: number; readonly pass: number; readonly state: RunState };

/** The runs of the passes that have begun, in their order. */
export const passRuns = (db: Db, verification: number): PassRun[] =>
  rows(db, 'SELECT id, pass, state FROM run WHERE verification_id = ? ORDER BY pass', verification).map((found) => ({
    run: integer(found.id),
    pass: integer(found.pass),
    state: text(found.state) as RunState,
  }));

/** A gold that a verification runs, with what comparing its runs needs. */
export type VerifiedGold = {
  readonly instance: number;
  readonly instanceId: string;
  readonly name: string;
  readonly query: number;
  readonly database: string;
  readonly engine: EngineName;
  readonly sql: string;
  readonly ignoreOrder: boolean;
  readonly conditionColumns: readonly number[];
};

/** The golds with a query, of the instances (null: all), in the benchmark's order. */
export const verifiedGolds = (db: Db, instanceIds: readonly string[] | null, engine: EngineName | null): VerifiedGold[] =>
  rows(
    db,
    `SELECT instance.id, instance.instance_id, gold.name, query_id, benchmark_database.name AS database, engine, sql, ignore_order,
       condition_columns
     FROM gold JOIN instance ON instance.id = gold.instance_id JOIN query ON query.id = query_id
       JOIN benchmark_database ON benchmark_database.id = query.database_id
     WHERE (:ids IS NULL OR instance.instance_id IN (SELECT value FROM json_each(:ids))) AND (:engine IS NULL OR engine = :engine)
     ORDER BY position, gold.name`,
    { ids: instanceIds === null ? null : JSON.stringify(instanceIds), engine },
  ).map((found) => ({
    instance: integer(found.id),
    instanceId: text(found.instance_id),
    name: text(found.name),
    query: integer(found.query_id),
    database: text(found.database),
    engine: text(found.engine) as EngineName,
    sql: text(found.sql),
    ignoreOrder: integerOrNull(found.ignore_order) === 1,
    conditionColumns: json<number[]>(found.condition_columns),
  }));
