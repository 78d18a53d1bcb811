import fs from 'node:fs';
import { AssayError } from '#shared/contract/errors.ts';
import type { DryRun, RunPlan, RunRequest, RunScope } from '#shared/contract/execution.ts';
import { DEFAULT_ATTEMPTS, DEFAULT_LIMITS, missingFileInWords } from '#shared/model/execution.ts';
import { attemptKey } from '../database/attempts.ts';
import { instances } from '../database/benchmark.ts';
import { latestRun } from '../database/executions.ts';
import {
  finishedExecutions,
  type PendingQuery,
  pendingQueries,
  selectionOf,
  usesOf,
  withoutQuery,
} from '../database/needed-queries.ts';
import type { Db } from '../database/open.ts';
import { limitsOf, repetitionsOf } from '../database/runs.ts';
import { samples } from '../database/samples.ts';
import { integer, rows } from '../database/statements.ts';
import { systems } from '../database/systems.ts';
import { refusalOf } from '../engines/snowflake/statement-check.ts';
import { ruleNamed } from '../rules/project-rules.ts';
import { strataOf } from '../strata/overview.ts';

/** The instances of a scope with the words for them; null: all. @throws AssayError NOT_FOUND, NOTHING_TO_DO */
function instancesOf(db: Db, scope: RunScope | undefined): RunPlan['instances'] {
  switch (scope?.of) {
    case undefined:
    case 'all':
      return null;
    case 'instances': {
      const known = new Set(instances(db).map(({ instanceId }) => instanceId));
      const unknown = scope.instanceIds.find((id) => !known.has(id));
      if (unknown !== undefined) throw new AssayError('NOT_FOUND', `There is no instance ${unknown}.`);
      return { title: scope.title, instanceIds: scope.instanceIds };
    }
    case 'sample': {
      const sample = samples(db).find(({ name }) => name === scope.sample);
      if (!sample) throw new AssayError('NOT_FOUND', `There is no sample ${scope.sample}.`);
      return { title: `sample ${sample.name}`, instanceIds: sample.strata.flatMap(({ instanceIds }) => instanceIds) };
    }
    case 'stratum': {
      const { strata } = strataOf(db, ruleNamed(db, scope.rule), scope.reading);
      const { instanceIds } = strata.find(({ stratum }) => stratum === scope.stratum)!;
      if (instanceIds.length === 0)
        throw new AssayError('NOTHING_TO_DO', `No instance is in ${scope.stratum} under ${scope.rule}.`);
      return { title: `${scope.stratum} under ${scope.rule}`, instanceIds };
    }
  }
}

/** What a request asks for, with everything looked up that may change later. @throws AssayError NOT_FOUND, NOTHING_TO_DO */
export function planFrom(db: Db, request: Omit<RunRequest, 'again'>): RunPlan {
  const names = new Set(systems(db).map(({ name }) => name));
  const unknown = request.systems?.find((name) => !names.has(name));
  if (unknown !== undefined) throw new AssayError('NOT_FOUND', `There is no system ${unknown}.`);
  return {
    systems: request.systems ?? null,
    instances: instancesOf(db, request.scope),
    engine: request.engine ?? null,
    queries: null,
    connection: request.connection ?? null,
    jobs: request.jobs,
    attempts: request.attempts ?? DEFAULT_ATTEMPTS,
    allowUnparsed: request.allowUnparsed ?? false,
    maxQueries: request.maxQueries ?? null,
  };
}

/** What starting a request would run, and what it would leave out and why. Writes nothing. */
export async function dryRun(db: Db, request: RunRequest): Promise<DryRun> {
  const plan = planFrom(db, request);
  const before = latestRun(db);
  const run = request.again ? null : before;
  const repetitions = run === null ? (request.repetitions ?? 1) : repetitionsOf(db, run);
  // What the environment kept from running runs again, and so does what is tried again.
  const ended = run === null ? new Set<string>() : endedSo(db, run, ['environment', ...(request.retry ?? [])]);
  const retried = request.retry === undefined ? null : [...ended].map((key) => Number(key.split(' ')[0]));
  const selection = { ...selectionOf(plan), queries: retried };
  const lacking = pendingQueries(db, run, selection, repetitions);
  const again = pendingQueries(db, null, selection, repetitions).filter(({ id, repetition }) =>
    ended.has(attemptKey(id, repetition)),
  );
  const waiting = [...again, ...lacking];
  const now = plan.maxQueries === null ? waiting : waiting.slice(0, plan.maxQueries);
  const ids = new Set(now.map(({ id }) => id));
  const all = usesOf(db, { ...selectionOf(plan), engine: null });
  const uses = usesOf(db, selectionOf(plan));
  const { tables, answers } = withoutQuery(db, selection);
  const done = run === null ? 0 : finishedExecutions(db, run, selectionOf(plan)) - again.length;
  const skipped = [
    { reason: `ran in run ${run} already`, count: done },
    {
      reason: `are on other engines than ${plan.engine}`,
      count: new Set(all.map(({ query }) => query)).size - new Set(uses.map(({ query }) => query)).size,
    },
    { reason: `wait behind the limit of ${plan.maxQueries}`, count: waiting.length - now.length },
    { reason: 'came as a result table and need no run', count: tables },
    { reason: 'have no answer: the prediction is empty', count: answers },
  ].filter(({ count }) => count > 0);
  const users = new Map<string | null, Set<number>>();
  const usersOf = new Map<number, number>();
  for (const { query, system } of uses) {
    if (!ids.has(query)) continue;
    users.set(system, (users.get(system) ?? new Set()).add(query));
    usersOf.set(query, (usersOf.get(query) ?? 0) + 1);
  }
  const engines = [...new Set(now.map(({ engine }) => engine))];
  const missing = new Map<string, DryRun['missingDatabases'][number]>();
  const isThere = new Map<string, boolean>();
  for (const { engine, database, location } of now) {
    if (engine === 'snowflake') continue;
    // Executions are many, and each look at the disk takes its time.
    if (!isThere.has(location)) isThere.set(location, fs.existsSync(location));
    if (isThere.get(location)) continue;
    const before = missing.get(database)?.executions ?? 0;
    missing.set(database, { database, reason: missingFileInWords(location), executions: before + 1 });
  }
  return {
    runId: run,
    repetitions,
    timeoutMs: { ...(before === null ? DEFAULT_LIMITS : limitsOf(db, before)), ...request.limits }.timeoutMs,
    attempts: plan.attempts,
    references: uses.length,
    queries: new Set(uses.map(({ query }) => query)).size,
    executions: now.length,
    byEngine: engines.map((engine) => {
      const own = now.filter((query) => query.engine === engine);
      return {
        engine,
        databases: new Set(own.map(({ database }) => database)).size,
        queries: new Set(own.map(({ id }) => id)).size,
        executions: own.length,
      };
    }),
    byUser: [null, ...systems(db).map(({ name }) => name)].flatMap((name) => {
      const own = users.get(name);
      if (own === undefined) return [];
      const shared = [...own].filter((query) => usersOf.get(query)! > 1).length;
      return [{ name: name ?? 'gold', isGold: name === null, queries: own.size, shared }];
    }),
    skipped,
    missingDatabases: [...missing.values()],
    snowflake: await refusals(now, plan.allowUnparsed),
  };
}

/** The executions of a run that ended in one of the statuses, by their {@link attemptKey}. */
const endedSo = (db: Db, run: number, statuses: readonly string[]): Set<string> =>
  new Set(
    rows(
      db,
      'SELECT query_id, repetition FROM execution WHERE run_id = ? AND status IN (SELECT value FROM json_each(?))',
      run,
      JSON.stringify(statuses),
    ).map((found) => attemptKey(integer(found.query_id), integer(found.repetition))),
  );

async function refusals(pending: readonly PendingQuery[], allowUnparsed: boolean): Promise<DryRun['snowflake']> {
  const queries = new Map(pending.filter(({ engine }) => engine === 'snowflake').map(({ id, sql }) => [id, sql]));
  if (queries.size === 0) return null;
  let refused = 0;
  let needConsent = 0;
  for (const sql of queries.values()) {
    const refusal = await refusalOf(sql, allowUnparsed);
    if (refusal?.code === 'NOT_UNDERSTOOD') needConsent++;
    else if (refusal !== null) refused++;
  }
  return { refused, needConsent };
}
