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
