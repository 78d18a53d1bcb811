import { majorityThreshold } from '#shared/comparison/repeatedRuns.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import { readsNoTable } from '#shared/sql/words.ts';
import type { ComparisonWorker } from '../comparison/comparison-worker.ts';
import type { Judged, Judgement, JudgeTask, TableReference } from '../comparison/protocol.ts';
import { type Gold, golds, type Instance, instances } from '../database/benchmark.ts';
import { bodyText } from '../database/bodies.ts';
import { executionsOfRun, type StoredExecution, type StoredTable, storedTable } from '../database/executions.ts';
import { storeExplanations } from '../database/explanations.ts';
import { comparedGolds, publishedConditions, runsOfGold, runsOfPrediction } from '../database/imported-tables.ts';
import type { Db } from '../database/open.ts';
import { userRules } from '../database/rules.ts';
import { repetitionsOf } from '../database/runs.ts';
import { type Prediction, predictionsOf } from '../database/systems.ts';
import { judgingMode, matchedGolds, type NewVerdict, storeVerdicts, unjudged } from '../database/verdicts.ts';
import { representative, stateWithoutRows } from './state.ts';
import { type Found, heldOnVariants } from './variants.ts';

const BATCH_TASKS = 200;
/** Results brought to the comparison thread at once, as stored. */
const BATCH_BYTES = 32 * 1024 * 1024;

type Pending = {
  readonly prediction: number;
  readonly query: number | null;
  readonly instance: number;
  readonly task: JudgeTask;
};

/** Runs that did not fail, as the comparison takes them. An imported table stands for as many runs as the others have. */
const okRuns = (runs: readonly StoredExecution[], repetitions: number): TableReference[] =>
  runs
    .filter(({ status }) => status === 'ok')
    .flatMap(({ resultHash, cappedBy, rowCount, imported, csvHash }) => {
      const csv = csvHash === undefined ? {} : { csv: csvHash };
      const reference = { hash: resultHash!, complete: cappedBy === null, rowCount: rowCount ?? 0, ...csv };
      return imported ? Array<TableReference>(repetitions).fill(reference) : [reference];
    });

/** What every task of a judging shares, and what was found before. */
type Basis = Pick<JudgeTask, 'mode' | 'repetitions'> & {
  readonly matched: ReadonlyMap<number, string>;
  readonly conditions: ReadonlyMap<number, unknown>;
};

type GoldRuns = { readonly gold: Gold; readonly runs: readonly StoredExecution[] };

function taskOf(
  instance: Instance,
  goldRuns: readonly GoldRuns[],
  prediction: Prediction,
  predicted: readonly StoredExecution[],
  rules: readonly string[],
  { matched, conditions, mode, repetitions }: Basis,
): JudgeTask {
  const ran = goldRuns.map(({ gold, runs }) => ({ gold, runs: okRuns(runs, repetitions) })).filter(({ runs }) => runs.length > 0);
  return {
    prediction: okRuns(predicted, repetitions),
    golds: ran.map(({ gold, runs }) => ({ name: gold.name, conditionColumns: gold.conditionColumns, runs })),
    goldSql: ran[0]?.gold.sql ?? null,
    ignoreOrder: instance.ignoreOrder,
    engine: instance.engine,
    // The published script asks for the file without a letter first, and calls another function for lettered ones.
    published: conditions.has(instance.id)
      ? { conditionColumns: conditions.get(instance.id), call: ran[0]?.gold.name === '' ? 'single' : 'multi' }
      : null,
    readsNoTable: prediction.sql !== null && readsNoTable(prediction.sql),
    matchedGold: matched.get(prediction.id) ?? null,
    mode,
    repetitions,
    rules,
  };
}

export type JudgeOptions = {
  readonly db: Db;
  readonly run: number;
  /** With their versions in this run. */
  readonly rules: readonly Pick<Rule, 'id' | 'version'>[];
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
  const repetitions = repetitionsOf(db, run);
  // A query that has not run as often as it shall has not run yet.
  const runsOf = (query: number) => {
    const runs = executions.get(query) ?? [];
    return runs.length < repetitions ? [] : runs;
  };
  const missing = new Map(rules.map((rule) => [rule.id, unjudged(db, run, rule.id, rule.version)]));
  const versions = new Map<string, string>(rules.map((rule) => [rule.id, rule.version]));
  const own = userRules(db);
  const basis: Basis = {
    mode: judgingMode(db, run),
    repetitions,
    matched: matchedGolds(db, run),
    conditions: publishedConditions(db),
  };
  const leastGoldRuns = basis.mode === 'majority' ? majorityThreshold(repetitions) : 1;
  const answered = new Map<string, Judged>();
  const all = instances(db);
  let pending: Pending[] = [];
  let ready: NewVerdict[] = [];

  const verdicts = (prediction: number, judgements: readonly Judgement[]): NewVerdict[] =>
    judgements.map((judgement) => ({ prediction, ...judgement, ruleVersion: versions.get(judgement.rule)! }));

  const flush = async () => {
    const open = pending.filter(({ task }) => !answered.has(JSON.stringify(task)));
    const tasks = [...new Map(open.map(({ task }) => [JSON.stringify(task), task])).entries()];
    for (let from = 0; from < tasks.length; ) {
      const { batch, tables, csvs } = nextBatch(db, tasks, from);
      const judged = await worker.ask({ ask: 'judge', tables, csvs, tasks: batch.map(([, task]) => task), userRules: own });
      for (const [index, [key]] of batch.entries()) answered.set(key, judged[index]!);
      from += batch.length;
    }
    const explanations: Parameters<typeof storeExplanations>[2][number][] = [];
    const found: Found[] = [];
    for (const { prediction, task, ...of } of pending) {
      const { judgements, explanation } = answered.get(JSON.stringify(task))!;
      found.push(...verdicts(prediction, judgements).map((verdict) => ({ verdict, task, ...of })));
      if (explanation !== null) explanations.push({ prediction, body: explanation });
    }
    ready.push(...(await heldOnVariants({ db, run, worker }, found)));
    db.transaction(() => {
      storeVerdicts(db, run, ready);
      storeExplanations(db, run, explanations);
    })();
    pending = [];
    ready = [];
  };

  for (const [index, instance] of all.entries()) {
    const goldRuns = comparedGolds(golds(db, instance.id)).map((gold) => ({ gold, runs: runsOfGold(db, gold, runsOf) }));
    for (const prediction of predictionsOf(db, instance.id)) collect(instance, goldRuns, prediction);
    if (pending.length >= BATCH_TASKS || index === all.length - 1) {
      await flush();
      onProgress(index + 1, all.length);
      signal.throwIfAborted();
    }
  }

  function collect(instance: Instance, goldRuns: readonly GoldRuns[], prediction: Prediction) {
    const needed = rules.filter((rule) => missing.get(rule.id)!.has(prediction.id)).map((rule) => rule.id);
    if (needed.length === 0) return;
    const predicted = runsOfPrediction(db, prediction, runsOf);
    const golds = goldRuns.map(({ runs }) => representative(runs, leastGoldRuns));
    const state = stateWithoutRows(golds, prediction.query, representative(predicted));
    if (state === null) {
      const of = { prediction: prediction.id, query: prediction.query, instance: instance.id };
      pending.push({ ...of, task: taskOf(instance, goldRuns, prediction, predicted, needed, basis) });
      return;
    }
    for (const rule of needed) {
      ready.push({ prediction: prediction.id, rule, ruleVersion: versions.get(rule)!, ...state, score: null, gold: null });
    }
  }
}

/** As many tasks, from one on, as their results' size allows, with those results and the files they were read from. */
function nextBatch(db: Db, tasks: readonly [string, JudgeTask][], from: number) {
  const tables = new Map<string, StoredTable>();
  const csvs = new Map<string, string>();
  const batch: [string, JudgeTask][] = [];
  let bytes = 0;
  for (const entry of tasks.slice(from, from + BATCH_TASKS)) {
    if (batch.length > 0 && bytes >= BATCH_BYTES) break;
    for (const { hash, csv } of [...entry[1].prediction, ...entry[1].golds.flatMap(({ runs }) => runs)]) {
      if (csv !== undefined && !csvs.has(csv)) {
        const text = bodyText(db, csv);
        csvs.set(csv, text);
        bytes += text.length;
      }
      if (tables.has(hash)) continue;
      const table = storedTable(db, hash);
      tables.set(hash, table);
      bytes += table.data.byteLength;
    }
    batch.push(entry);
  }
  return { batch, tables, csvs };
}
