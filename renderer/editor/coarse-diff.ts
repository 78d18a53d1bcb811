/** From this many lines on, one side alone, a diff is not computed exactly. */
export const COARSE_LINES = 15_000;

export const lineCount = (text: string): number => {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
};

/** True where either text is too long for an exact diff. */
export const needsCoarseDiff = (gold: string, prediction: string): boolean =>
  lineCount(gold) > COARSE_LINES || lineCount(prediction) > COARSE_LINES;

export type CoarseDiff = {
  gold: string[];
  prediction: string[];
  /** Line indices that have no equal line left on the other side, whatever its place; blanks at the edges ignored. */
  onlyGold: Set<number>;
  onlyPrediction: Set<number>;
};

/** Tells the lines that one side lacks, in linear time. It knows no order: a moved line counts as equal. */
export function coarseDiff(goldText: string, predictionText: string): CoarseDiff {
  const gold = goldText.split('\n');
  const prediction = predictionText.split('\n');
  const left = new Map<string, number>();
  for (const line of prediction) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  const onlyGold = new Set<number>();
  for (const [at, line] of gold.entries()) {
    const count = left.get(line.trim()) ?? 0;
    if (count > 0) left.set(line.trim(), count - 1);
    else onlyGold.add(at);
  }
  const onlyPrediction = new Set<number>();
  // The last of equal lines is the surplus one.
  for (let at = prediction.length - 1; at >= 0; at--) {
    const line = prediction[at]!.trim();
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    left.set(line, count - 1);
    onlyPrediction.add(at);
  }
  return { gold, prediction, onlyGold, onlyPrediction };
}

/** Lines in a row from a line index up to another, exclusive; empty where the side lacks the place: it stands before `from`. */
export type LineRun = { from: number; to: number };
/** A place that differs: what either side has there alone. */
export type CoarsePlace = { gold: LineRun; prediction: LineRun };

/** The marked lines of a side in runs, each by the number of equal lines before it. */
function runsOf(lines: number, marked: ReadonlySet<number>): Map<number, LineRun> {
  const runs = new Map<number, LineRun>();
  let equal = 0;
  for (let at = 0; at < lines; at++) {
    if (!marked.has(at)) {
      equal++;
      continue;
    }
    const run = runs.get(equal);
    if (run) run.to = at + 1;
    else runs.set(equal, { from: at, to: at + 1 });
  }
  return runs;
}

/**
 * The places that differ, from top to bottom. Lines of both sides with as many equal lines before them are one place: exact
 * where no line has moved, which is not looked at here.
 */
export function coarsePlaces({ gold, prediction, onlyGold, onlyPrediction }: CoarseDiff): CoarsePlace[] {
  const runs = { gold: runsOf(gold.length, onlyGold), prediction: runsOf(prediction.length, onlyPrediction) };
  const anchors = [...new Set([...runs.gold.keys(), ...runs.prediction.keys()])].sort((a, b) => a - b);
  // Marked lines above, so that a side that lacks a place still tells where it would stand.
  const above = { gold: 0, prediction: 0 };
  return anchors.map((anchor) => {
    const runAt = (side: 'gold' | 'prediction'): LineRun => {
      const run = runs[side].get(anchor);
      if (!run) return { from: anchor + above[side], to: anchor + above[side] };
      above[side] += run.to - run.from;
      return run;
    };
    return { gold: runAt('gold'), prediction: runAt('prediction') };
  });
}
