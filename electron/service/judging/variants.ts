import { counted } from '#shared/model/counted.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import { UNTESTED_ON_SUITE } from '#shared/model/why.ts';
import type { ComparisonWorker } from '../comparison/comparison-worker.ts';
import type { JudgeTask } from '../comparison/protocol.ts';
import { golds, instances } from '../database/benchmark.ts';
import { storedTable } from '../database/executions.ts';
import type { Db } from '../database/open.ts';
import { type Variant, type VariantExecution, variantExecutions, variantsByDatabase } from '../database/variants.ts';
import type { NewVerdict } from '../database/verdicts.ts';

/** The rule that speaks of all databases of a suite (taoyds/test-suite-sql-eval: a match must hold on every .sqlite). */
const RULE = 'test-suite';

export type HeldOn = {
  readonly db: Db;
  readonly run: number;
  readonly worker: ComparisonWorker;
};

/** A match as it was found on the database itself, with what it was compared by. */
export type Found = {
  readonly verdict: NewVerdict;
  readonly task: JudgeTask;
  readonly query: number | null;
  readonly instance: number;
};

type Ending = { readonly state: VerdictState; readonly reason: string };

/** A match that stands although no query says what the suite's further databases would return. */
const untested = (suite: readonly Variant[], side: string): Ending => ({
  state: 'match',
  reason: `${UNTESTED_ON_SUITE} (${counted(suite.length, 'database')}): ${side} is a stored result table`,
});

/**
 * What keeps a match from being held on a variant without comparing rows: an execution that failed or is missing; null
 * where both ran. What the environment kept from running speaks against nobody.
 */
export function failedOn(
  variant: Pick<Variant, 'name'>,
  gold: VariantExecution | undefined,
  prediction: VariantExecution | undefined,
): Ending | null {
  if (gold === undefined || prediction === undefined) return { state: 'not run', reason: `has not run on ${variant.name}` };
  const absent = [gold, prediction].find(({ status }) => status === 'environment');
  if (absent) return { state: 'environment', reason: `on ${variant.name}: ${absent.errorMessage ?? absent.status}` };
  if (gold.status !== 'ok')
    return { state: 'gold failed', reason: `gold on ${variant.name}: ${gold.errorMessage ?? gold.status}` };
  if (prediction.status === 'ok') return null;
  const state = prediction.status === 'timeout' ? 'timed out' : 'prediction failed';
  return { state, reason: `on ${variant.name}: ${prediction.errorMessage ?? prediction.status}` };
}

/**
 * Holds matches of the suite's rule to its further databases; a verdict names the first database on which it breaks.
 * Verdicts of other rules, and of databases without variants, stay as they are.
 */
export async function heldOnVariants({ db, run, worker }: HeldOn, found: readonly Found[]): Promise<NewVerdict[]> {
  const variants = variantsByDatabase(db);
  if (variants.size === 0) return found.map(({ verdict }) => verdict);
  const databases = new Map(instances(db).map(({ id, database }) => [id, database]));
  const held: NewVerdict[] = [];
  for (const { verdict, task, query, instance } of found) {
    const suite = variants.get(databases.get(instance)!) ?? [];
    const isMatch = verdict.rule === RULE && verdict.state === 'match';
    const ending = isMatch && suite.length > 0 ? await breaksOn(suite, verdict, task, query, instance) : null;
    held.push(ending === null ? verdict : { ...verdict, ...ending, gold: ending.state === 'match' ? verdict.gold : null });
  }
  return held;

  async function breaksOn(
    suite: readonly Variant[],
    verdict: NewVerdict,
    task: JudgeTask,
    query: number | null,
    instance: number,
  ): Promise<Ending | null> {
    if (query === null) return untested(suite, 'the prediction');
    const gold = golds(db, instance).find(({ name }) => name === (verdict.gold ?? task.golds[0]?.name));
    if (gold?.query == null) return untested(suite, 'gold');
    const [ofGold, ofPrediction] = [variantExecutions(db, run, gold.query), variantExecutions(db, run, query)];
    for (const variant of suite) {
      const failed = failedOn(variant, ofGold.get(variant.id), ofPrediction.get(variant.id));
      if (failed !== null) return failed;
      const [goldRun, predictionRun] = [ofGold.get(variant.id)!, ofPrediction.get(variant.id)!];
      if (goldRun.resultHash === predictionRun.resultHash && goldRun.complete && predictionRun.complete) continue;
      const reference = ({ resultHash, complete, rowCount }: VariantExecution) => ({ hash: resultHash!, complete, rowCount });
      const [judged] = await worker.ask({
        ask: 'judge',
        tables: new Map([goldRun, predictionRun].map(({ resultHash }) => [resultHash!, storedTable(db, resultHash!)])),
        csvs: new Map(),
        userRules: [],
        tasks: [
          {
            ...task,
            prediction: [reference(predictionRun)],
            golds: [{ name: gold.name, conditionColumns: gold.conditionColumns, runs: [reference(goldRun)] }],
            published: null,
            repetitions: 1,
            rules: [RULE],
          },
        ],
      });
      const judgement = judged!.judgements[0]!;
      if (judgement.state !== 'match') {
        return { state: judgement.state, reason: `on ${variant.name}: ${judgement.reason ?? 'other rows than the gold'}` };
      }
    }
    return null;
  }
}
