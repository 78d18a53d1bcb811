import { isOutsideFrame, type VerdictState } from '../model/verdict.ts';
import type { VerdictTable } from './accuracy.ts';

const SILENT: readonly VerdictState[] = ['no prediction', 'not run', 'not judged'];

/** Whether a rule gave an answer on the prediction: match or not, failures of the prediction included. */
const speaks = (state: VerdictState | undefined): boolean =>
  state !== undefined && !SILENT.includes(state) && !isOutsideFrame(state);

export type RuleDisagreement = {
  readonly first: string;
  readonly second: string;
  /** Pairs of instance and system that one rule calls a match and the other not. */
  readonly count: number;
  /** Pairs that both rules judged. */
  readonly n: number;
};

/**
 * How often two rules judge the same prediction differently, for every two rules, in the order of the tables, whose
 * rows and columns must agree.
 */
export function ruleDisagreement(tables: readonly VerdictTable[]): RuleDisagreement[] {
  return tables.flatMap((first, i) =>
    tables.slice(i + 1).map((second) => {
      let count = 0;
      let n = 0;
      first.rows.forEach((row, r) => {
        row.forEach((state, c) => {
          const other = second.rows[r]?.[c];
          if (!speaks(state) || !speaks(other)) return;
          n += 1;
          if ((state === 'match') !== (other === 'match')) count += 1;
        });
      });
      return { first: first.rule, second: second.rule, count, n };
    }),
  );
}

/** Whether one prediction's verdicts, one a rule, hold both a match and a judged failure to match. */
export const verdictFlips = (states: readonly VerdictState[]): boolean =>
  states.includes('match') && states.some((state) => state !== 'match' && speaks(state));
