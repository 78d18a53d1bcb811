import type { Rule } from '#shared/comparison/rule.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import type { ComparisonWorker } from '../comparison/comparison-worker.ts';
import type { Judgement, JudgeTask } from '../comparison/protocol.ts';
import { type Gold, golds, type Instance, instances } from '../database/benchmark.ts';
import { executionsOfRun, type StoredExecution, type StoredTable, storedTable } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { type Prediction, predictionsOf } from '../database/systems.ts';
import { type NewVerdict, storeVerdicts, unjudged } from '../database/verdicts.ts';

const BATCH_TASKS = 200;
/** Results brought to the comparison thread at once, as stored. */
const BATCH_BYTES = 32 * 1024 * 1024;

type Executions = ReadonlyMap<number, StoredExecution>;
type State = { readonly state: VerdictState; readonly reason: string | null };

const failureOf = (execution: StoredExecution): string => execution.errorMessage ?? execution.status;

/**
 * The verdict as far as it follows from how the executions ended, or null where a rule must compare rows. With several
 * golds, those that ran are compared.
 */
export function stateWithoutRows(
  goldRuns: readonly (StoredExecution | null)[],
  query: number | null,
  run: StoredExecution | null,
): State | null {
  const ran = goldRuns.filter((gold) => gold !== null);
  const goldOk = ran.some((gold) => gold.status === 'ok');
  if (goldRuns.length === 0) return { state: 'not judged', reason: 'the instance has no gold' };
  if (!goldOk && ran.length < goldRuns.length) return { state: 'not run', reason: 'gold has not run' };
  if (query !== null && run === null) return { state: 'not run', reason: 'the prediction has not run' };
  const predictionOk = run?.status === 'ok';
  if (!goldOk) {
    const absent = ran.find((gold) => gold.status === 'environment');
    if (absent) return { state: 'environment', reason: `gold: ${failureOf(absent)}` };
    const reason = `gold: ${failureOf(ran[0]!)}`;
    return predictionOk || run?.status === 'environment' ? { state: 'gold failed', reason } : { state: 'both failed', reason };
  }
  if (predictionOk) return null;
  if (run?.status === 'environment') return { state: 'environment', reason: failureOf(run) };
  if (run === null) return { state: 'prediction failed', reason: 'no answer' };
  return { state: run.status === 'timeout' ? 'timed out' : 'prediction failed', reason: failureOf(run) };
}

type Pending = { readonly prediction: number; readonly task: JudgeTask };

function taskOf(
  instance: Instance,
  goldsOf: readonly Gold[],
  prediction: StoredExecution,
  executions: Executions,
  rules: readonly string[],
): JudgeTask {
  const reference = (execution: StoredExecution) => ({ hash: execution.resultHash!, complete: execution.cappedBy === null });
  const ok = goldsOf.flatMap((gold) => {
    const execution = gold.query === null ? undefined : executions.get(gold.query);
    return execution?.status === 'ok' ? [{ gold, execution }] : [];
  });
  return {
    prediction: reference(prediction),
    golds: ok.map(({ gold, execution }) => ({
      ...reference(execution),
      name: gold.name,
      conditionColumns: gold.conditionColumns,
    })),
    goldSql: ok[0]?.gold.sql ?? null,
    ignoreOrder: instance.ignoreOrder,
    rules,
  };
}

export type JudgeOptions = {
  readonly db: Db;
  readonly run: number;
  readonly rules: readonly Rule[];
  readonly worker: ComparisonWorker;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

/**
 * Judges every prediction that lacks a verdict of the given rules. Predictions with the same rows, gold and settings are
 * compared once. Verdicts are stored batch by batch, so that a cancelled judging goes on where it was.
 */
export async function judge({ db, run, rules, worker, signal, onProgress }: JudgeOptions): Promise<void> {
  const executions = executionsOfRun(db, run);
  const missing = new Map(rules.map((rule) => [rule.id, unjudged(db, run, rule.id, rule.version)]));
  const versions = new Map<string, string>(rules.map((rule) => [rule.id, rule.version]));
  const answered = new Map<string, Judgement[]>();
  const all = instances(db);
  let pending: Pending[] = [];
  let ready: NewVerdict[] = [];

  const verdicts = (prediction: number, judgements: readonly Judgement[]): NewVerdict[] =>
    judgements.map(({ rule, state, reason }) => ({ prediction, rule, ruleVersion: versions.get(rule)!, state, reason }));

  const flush = async () => {
    const open = pending.filter(({ task }) => !answered.has(JSON.stringify(task)));
    const tasks = [...new Map(open.map(({ task }) => [JSON.stringify(task), task])).entries()];
    for (let from = 0; from < tasks.length; ) {
      const { batch, tables } = nextBatch(db, tasks, from);
      const judgements = await worker.ask({ ask: 'judge', tables, tasks: batch.map(([, task]) => task) });
      for (const [index, [key]] of batch.entries()) answered.set(key, judgements[index]!);
      from += batch.length;
    }
    for (const { prediction, task } of pending) ready.push(...verdicts(prediction, answered.get(JSON.stringify(task))!));
    storeVerdicts(db, run, ready);
    pending = [];
    ready = [];
  };

  for (const [index, instance] of all.entries()) {
    const goldsOf = golds(db, instance.id);
    const goldRuns = goldsOf.map((gold) => (gold.query === null ? null : (executions.get(gold.query) ?? null)));
    for (const prediction of predictionsOf(db, instance.id)) collect(instance, goldsOf, goldRuns, prediction);
    if (pending.length >= BATCH_TASKS || index === all.length - 1) {
      await flush();
      onProgress(index + 1, all.length);
      signal.throwIfAborted();
    }
  }

  function collect(
    instance: Instance,
    goldsOf: readonly Gold[],
    goldRuns: readonly (StoredExecution | null)[],
    prediction: Prediction,
  ) {
    const needed = rules.filter((rule) => missing.get(rule.id)!.has(prediction.id)).map((rule) => rule.id);
    if (needed.length === 0) return;
    const execution = prediction.query === null ? null : (executions.get(prediction.query) ?? null);
    const state = stateWithoutRows(goldRuns, prediction.query, execution);
    if (state === null)
      pending.push({ prediction: prediction.id, task: taskOf(instance, goldsOf, execution!, executions, needed) });
    else {
      for (const rule of needed) ready.push({ prediction: prediction.id, rule, ruleVersion: versions.get(rule)!, ...state });
    }
  }
}

/** As many tasks, from one on, as their results' size allows, with those results. */
function nextBatch(db: Db, tasks: readonly [string, JudgeTask][], from: number) {
  const tables = new Map<string, StoredTable>();
  const batch: [string, JudgeTask][] = [];
  let bytes = 0;
  for (const entry of tasks.slice(from, from + BATCH_TASKS)) {
    if (batch.length > 0 && bytes >= BATCH_BYTES) break;
    for (const { hash } of [entry[1].prediction, ...entry[1].golds]) {
      if (tables.has(hash)) continue;
      const table = storedTable(db, hash);
      tables.set(hash, table);
      bytes += table.data.byteLength;
    }
    batch.push(entry);
  }
  return { batch, tables };
}
