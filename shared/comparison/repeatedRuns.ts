import type { JudgingMode } from '../model/verdict.ts';
import type { ComparisonOutcome } from './rule.ts';

export type Majority = {
  /** Index of the run that stands for the majority: its first. */
  readonly representative: number;
  /** Runs that agree with it, by the evaluator's count. */
  readonly size: number;
  /** Indices of the runs that do not. */
  readonly others: readonly number[];
};

/**
 * The majority among runs of one query that did not fail. Where the row counts differ, runs are told apart by their row
 * count alone (as published: runs of equal count but different content then count as agreeing). Otherwise runs that
 * match pairwise are one cluster, and so are chains of them, which a tolerance can make long. Of equally large groups
 * the one that occurs first wins.
 *
 * @param rowCounts row counts of the runs, at least one.
 * @param match whether the later run, as gold, is matched by the earlier one, as prediction.
 */
export function majorityOf(rowCounts: readonly number[], match: (earlier: number, later: number) => boolean): Majority {
  const groups =
    new Set(rowCounts).size > 1 ? rowCounts.map((count) => rowCounts.indexOf(count)) : clusters(rowCounts.length, match);
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  let best = groups[0]!;
  for (const [group, size] of sizes) if (size > sizes.get(best)!) best = group;
  return {
    representative: groups.indexOf(best),
    size: sizes.get(best) ?? 0,
    others: [...groups.keys()].filter((run) => groups[run] !== best),
  };
}

/** For each run the first run of its cluster. */
function clusters(count: number, match: (earlier: number, later: number) => boolean): readonly number[] {
  const parent = Array.from({ length: count }, (_, run) => run);
  const rootOf = (run: number): number => {
    let root = run;
    while (parent[root] !== root) root = parent[root]!;
    return root;
  };
  for (let earlier = 0; earlier < count; earlier++) {
    for (let later = earlier + 1; later < count; later++) {
      const [a, b] = [rootOf(earlier), rootOf(later)];
      // What is one cluster already need not be compared: the outcome cannot part it.
      if (a !== b && match(earlier, later)) parent[Math.max(a, b)] = Math.min(a, b);
    }
  }
  return parent.map((_, run) => rootOf(run));
}

/** The least majority of gold runs that makes gold stable: more than half of the runs asked for, failed ones included. */
export const majorityThreshold = (repetitions: number): number => Math.floor(repetitions / 2) + 1;

/** Runs of one side that did not fail. */
export type Runs = { readonly rowCounts: readonly number[] };

export type RepeatedInput = {
  readonly mode: JudgingMode;
  /** Runs asked for on each side. */
  readonly repetitions: number;
  readonly gold: Runs;
  readonly prediction: Runs;
  /** Compares two runs, of whichever sides, by the rule. */
  readonly compare: (asPrediction: RunOf, asGold: RunOf) => ComparisonOutcome;
};

export type RunOf = { readonly side: 'gold' | 'prediction'; readonly run: number };

export type RepeatedOutcome =
  | ComparisonOutcome
  /** No gold result has a majority; `score` is what comparing the most frequent results gives. */
  | { readonly outcome: 'unstable gold'; readonly reason: string; readonly score: number };

/**
 * The verdict over several runs of one gold and one prediction, each with at least one run that did not fail. With one
 * run a side it is that comparison. The prediction needs no majority of its own, as published.
 */
export function judgeRepeated({ mode, repetitions, gold, prediction, compare }: RepeatedInput): RepeatedOutcome {
  if (mode === 'any') return anyPair(gold, prediction, compare);
  const majority = (side: 'gold' | 'prediction', { rowCounts }: Runs) =>
    majorityOf(rowCounts, (earlier, later) => compare({ side, run: earlier }, { side, run: later }).outcome === 'match');
  const goldMajority = majority('gold', gold);
  const predictionMajority = majority('prediction', prediction);
  const outcome = compare(
    { side: 'prediction', run: predictionMajority.representative },
    { side: 'gold', run: goldMajority.representative },
  );
  const threshold = majorityThreshold(repetitions);
  if (goldMajority.size >= threshold) return outcome;
  const would = outcome.outcome === 'not judged' ? 'cannot be compared' : `would be a ${outcome.outcome}`;
  return {
    outcome: 'unstable gold',
    reason: `gold agrees with itself in ${goldMajority.size} of ${repetitions} runs, ${threshold} are needed; the most frequent results ${would}`,
    score: outcome.outcome === 'not judged' ? 0 : outcome.score,
  };
}

function anyPair(gold: Runs, prediction: Runs, compare: RepeatedInput['compare']): ComparisonOutcome {
  let best: ComparisonOutcome | null = null;
  for (const run of prediction.rowCounts.keys()) {
    for (const goldRun of gold.rowCounts.keys()) {
      const outcome = compare({ side: 'prediction', run }, { side: 'gold', run: goldRun });
      if (outcome.outcome === 'match') return outcome;
      if (best === null || (outcome.outcome === 'not judged' && best.outcome === 'mismatch')) best = outcome;
      if (outcome.outcome === 'mismatch' && best.outcome === 'mismatch' && outcome.score > best.score) best = outcome;
    }
  }
  return best ?? { outcome: 'not judged', reason: 'there is no run to compare' };
}
