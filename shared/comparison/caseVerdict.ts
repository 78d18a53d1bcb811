import { type ComparisonCase, idOfCase, MalformedCase, readCase } from './caseFile.ts';
import { RULES } from './registry.ts';
import type { ComparisonInput, Rule } from './rule.ts';

/** `verdict`: 1, 0, a score between, or `error:` and the name of the exception that the published function raises. */
export type CaseVerdict = { readonly id: string; readonly verdict: number | string; readonly why?: string };

/** Scores are stated to 12 decimals, as the published case files state them. */
const SCORE_DECIMALS = 12;

/**
 * The verdict of one rule over one case as {@link parseCase} read it.
 * Never throws: a case that cannot be read has the verdict `error:MalformedCase`.
 *
 * @throws RangeError only where the rule does not exist.
 */
export function caseVerdict(ruleId: string, value: unknown): CaseVerdict {
  const rule = (RULES as Readonly<Record<string, Rule | undefined>>)[ruleId];
  if (rule === undefined) throw new RangeError(`unknown rule: ${ruleId} (known: ${Object.keys(RULES).join(', ')})`);
  try {
    const read = readCase(value);
    return { id: read.id, ...judgeCase(rule, read) };
  } catch (error) {
    if (!(error instanceof MalformedCase)) throw error;
    return { id: idOfCase(value), verdict: `error:${error.name}`, why: error.message };
  }
}

function judgeCase(rule: Rule, read: ComparisonCase): Omit<CaseVerdict, 'id'> {
  const input: ComparisonInput = {
    golds: [{ name: 'gold', table: read.gold, complete: true, conditionColumns: [] }],
    prediction: { table: read.prediction, complete: true },
    goldSql: null,
    ignoreOrder: !read.orderMatters,
    orderMatters: read.orderMatters,
  };
  const outcome = rule.compare(input);
  if (outcome.outcome === 'not judged') return { verdict: 'error:NotJudged', why: outcome.reason };
  return { verdict: Number(outcome.score.toFixed(SCORE_DECIMALS)) };
}
