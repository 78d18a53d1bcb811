import type { Table } from '../model/value.ts';

/** Every comparison rule that Assay ships. User rules of a project come beside these. */
export const RULE_IDS = [
  'multiset',
  'bird-ex',
  'test-suite',
  'spider2',
  'spider2-lite',
  'spider2-as-documented',
  'aifunc',
  'bird-soft-f1',
  'ordered',
  'exact',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** A table under comparison. `complete` is false where a cap cut it: a rule may then only say what the part proves. */
export type ComparedTable = {
  readonly table: Table;
  readonly complete: boolean;
  /** The CSV file that it was read from: the published Spider2 evaluators see quotes and blanks that cells no longer tell. */
  readonly csv?: CsvText;
};

/** A CSV file as text; an object, so that what was read from it is kept with it. */
export type CsvText = { readonly text: string };

/** One gold of an instance; `conditionColumns` are 0-based indices into it, empty = all. */
export type ComparedGold = ComparedTable & { readonly name: string; readonly conditionColumns: readonly number[] };

export type ComparisonInput = {
  /** At least one; a prediction matches when it matches any. */
  readonly golds: readonly ComparedGold[];
  readonly prediction: ComparedTable;
  /** The text of the gold query, where there is one: the test-suite rule reads the row order's importance from it. */
  readonly goldSql: string | null;
  readonly ignoreOrder: boolean;
  /** Where the prediction ran. Spider2-Lite's published script scores a result without rows by it. */
  readonly engine?: string;
  /** Set where the case itself says whether row order counts: overrides what the test-suite rule reads from `goldSql`. */
  readonly orderMatters?: boolean;
  /** Spider2's evaluation configuration as it stands, unchecked: its published faults depend on the shape. */
  readonly published?: { readonly conditionColumns: unknown; readonly call: 'single' | 'multi' };
};

export type ComparisonOutcome =
  | { readonly outcome: 'match'; readonly gold: string; readonly score: number }
  /** `note` says what the published evaluator would print where it is not a plain difference. */
  | { readonly outcome: 'mismatch'; readonly score: number; readonly note?: string }
  /** The inputs do not allow a verdict: a cap cut what would decide, or the evaluation configuration is broken. */
  | { readonly outcome: 'not judged'; readonly reason: string };

export type Rule = {
  /** A {@link RuleId}, or the name of a project's own rule. */
  readonly id: string;
  /** Raised whenever a verdict could change. Stored with every verdict. */
  readonly version: string;
  readonly title: string;
  /** Where the rule comes from: paper section, evaluator, file and version. */
  readonly source: string;
  /** True where row order plays no part, whatever the instance says: it is then no reason for a mismatch. */
  readonly ignoresRowOrder: boolean;
  compare(input: ComparisonInput): ComparisonOutcome;
};
