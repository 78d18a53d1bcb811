import { explain } from '#shared/comparison/explain.ts';
import { judgeRepeated, type RunOf } from '#shared/comparison/repeatedRuns.ts';
import type { ComparisonInput, ComparisonOutcome, CsvText, Rule } from '#shared/comparison/rule.ts';
import { multiset } from '#shared/comparison/rules/multiset.ts';
import { cellCount, type Table } from '#shared/model/value.ts';
import type { Explanation } from '#shared/model/why.ts';
import type { GoldReference, Judged, Judgement, JudgeTask, TableReference } from './protocol.ts';

/** Larger pairs are explained when somebody looks at them, not while all are judged. */
const EXPLAINED_CELLS = 400_000;

type TableOf = (hash: string) => Table;
/** The CSV file of that hash: the same object each time, so that it is read once. */
type CsvOf = (hash: string) => CsvText;

/** The verdicts of several rules on one task, and why the prediction differs. */
export function judgeTask(task: JudgeTask, rules: readonly Rule[], tableOf: TableOf, csvOf: CsvOf): Judged {
  const judgements = rules.map((rule) => judgeByRule(task, rule, tableOf, csvOf));
  return { judgements, explanation: explanationOf(task, judgements, tableOf) };
}

function judgeByRule(task: JudgeTask, rule: Rule, tableOf: TableOf, csvOf: CsvOf): Judgement {
  const compare = (prediction: TableReference, golds: readonly (GoldReference & { run: number })[]): ComparisonOutcome => {
    const compared = ({ hash, complete, csv }: TableReference) => ({
      table: tableOf(hash),
      complete,
      ...(csv === undefined ? {} : { csv: csvOf(csv) }),
    });
    const input: ComparisonInput = {
      golds: golds.map(({ name, conditionColumns, runs, run }) => ({ ...compared(runs[run]!), name, conditionColumns })),
      prediction: compared(prediction),
      goldSql: task.goldSql,
      ignoreOrder: task.ignoreOrder,
      engine: task.engine,
      // With several runs a side, golds are compared one by one: their own lists of columns hold.
      ...(task.published !== null && task.published !== undefined && task.repetitions === 1 ? { published: task.published } : {}),
    };
    return rule.compare(input);
  };
  if (task.repetitions === 1) {
    return toJudgement(
      rule,
      compare(
        task.prediction[0]!,
        task.golds.map((gold) => ({ ...gold, run: 0 })),
      ),
    );
  }
  return best(
    task.golds.map((gold) =>
      toJudgement(
        rule,
        judgeRepeated({
          mode: task.mode,
          repetitions: task.repetitions,
          gold: { rowCounts: gold.runs.map(({ rowCount }) => rowCount) },
          prediction: { rowCounts: task.prediction.map(({ rowCount }) => rowCount) },
          compare: (asPrediction, asGold) => {
            const runOf = ({ side, run }: RunOf) => (side === 'gold' ? gold.runs[run]! : task.prediction[run]!);
            return compare(runOf(asPrediction), [{ ...gold, runs: [runOf(asGold)], run: 0 }]);
          },
        }),
      ),
    ),
  );
}

function toJudgement(rule: Rule, outcome: ReturnType<typeof judgeRepeated>): Judgement {
  switch (outcome.outcome) {
    case 'match':
      return { rule: rule.id, state: 'match', reason: null, score: outcome.score, gold: outcome.gold };
    case 'mismatch':
      return { rule: rule.id, state: 'mismatch', reason: outcome.note ?? null, score: outcome.score, gold: null };
    case 'not judged':
      return { rule: rule.id, state: 'not judged', reason: outcome.reason, score: null, gold: null };
    case 'unstable gold':
      return { rule: rule.id, state: 'unstable gold', reason: outcome.reason, score: outcome.score, gold: null };
  }
}

const RANK: Readonly<Record<Judgement['state'], number>> = { match: 0, 'not judged': 1, mismatch: 2, 'unstable gold': 3 };

/** The verdict over several golds: any match; a mismatch with a stable gold speaks before an unstable one. */
const best = (judgements: readonly Judgement[]): Judgement =>
  judgements.reduce((first, other) =>
    RANK[other.state] < RANK[first.state] || (other.state === first.state && (other.score ?? 0) > (first.score ?? 0))
      ? other
      : first,
  );

function explanationOf(task: JudgeTask, judgements: readonly Judgement[], tableOf: TableOf): Explanation | null {
  const reference = task.prediction[0]!;
  const prediction = tableOf(reference.hash);
  const golds = task.golds.map(({ name, conditionColumns, runs }) => ({ name, conditionColumns, table: tableOf(runs[0]!.hash) }));
  if (golds.reduce((sum, { table }) => sum + cellCount(table), cellCount(prediction)) > EXPLAINED_CELLS) return null;
  const matchedGold = judgements.find(({ state }) => state === 'match')?.gold ?? task.matchedGold;
  const isSame = multiset.compare({
    golds: golds.map((gold) => ({ ...gold, complete: true })),
    prediction: { table: prediction, complete: reference.complete },
    goldSql: null,
    ignoreOrder: true,
  });
  const matches = judgements.every(({ state }) => state === 'match');
  if (isSame.outcome === 'match' && matches && !task.readsNoTable) return null;
  return explain({ golds, prediction, orderCounts: !task.ignoreOrder, matchedGold, readsNoTable: task.readsNoTable });
}
