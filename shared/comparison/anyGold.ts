import type { ComparedGold, ComparedTable, ComparisonInput, ComparisonOutcome } from './rule.ts';

/** What one gold says about the prediction: a match, a mismatch, or what stands in the way of a verdict. */
export type GoldVerdict = boolean | { readonly undecided: string };

/** The verdict over several golds: a match with any is a match; a mismatch only when every gold proves one. */
export function judgeAnyGold(
  input: ComparisonInput,
  judge: (gold: ComparedGold, prediction: ComparedTable) => GoldVerdict,
): ComparisonOutcome {
  let reason: string | null = null;
  for (const gold of input.golds) {
    const verdict = judge(gold, input.prediction);
    if (verdict === true) return { outcome: 'match', gold: gold.name, score: 1 };
    if (verdict !== false) reason ??= verdict.undecided;
  }
  if (input.golds.length === 0) return { outcome: 'not judged', reason: 'there is no gold table to compare with' };
  return reason === null ? { outcome: 'mismatch', score: 0 } : { outcome: 'not judged', reason };
}

/** The reason given where a cap hides the rows that would decide. */
export function cutReason(gold: ComparedTable, prediction: ComparedTable): string {
  const rowsRead = (table: ComparedTable) => `${table.table.rows.length.toLocaleString('en-US')} rows read`;
  if (!gold.complete && !prediction.complete) {
    return `the gold (${rowsRead(gold)}) and the prediction (${rowsRead(prediction)}) were cut at a cap: the rest could decide`;
  }
  const [name, cut] = gold.complete ? ['prediction', prediction] : ['gold', gold];
  return `the ${name} was cut at a cap, ${rowsRead(cut as ComparedTable)}: the rest could decide`;
}
