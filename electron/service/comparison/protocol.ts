import type { ComparisonInput } from '#shared/comparison/rule.ts';
import type { AlignedRow, ResultView, Why } from '#shared/contract/room.ts';
import type { UserRule } from '#shared/model/userRule.ts';
import type { JudgingMode, Verdict } from '#shared/model/verdict.ts';
import type { Explanation } from '#shared/model/why.ts';
import type { StoredTable } from '../database/executions.ts';
import type { PreparedPair } from './prepared-pair.ts';
import type { Stability, StabilityTask } from './stability.ts';

/** A stored result by its hash; `complete` is false where a cap cut it. */
export type TableReference = {
  readonly hash: string;
  readonly complete: boolean;
  readonly rowCount: number;
  /** Of a table that came with an import: the hash of the CSV file it was read from. */
  readonly csv?: string;
};

export type GoldReference = {
  readonly name: string;
  readonly conditionColumns: readonly number[];
  /** Runs that did not fail, at least one. */
  readonly runs: readonly TableReference[];
};

export type JudgeTask = {
  /** Runs that did not fail, at least one. */
  readonly prediction: readonly TableReference[];
  readonly golds: readonly GoldReference[];
  readonly goldSql: string | null;
  readonly ignoreOrder: boolean;
  /** Of the instance's database. */
  readonly engine: string;
  /** Spider2's evaluation configuration as it stands; null where there is none. */
  readonly published: ComparisonInput['published'] | null;
  readonly readsNoTable: boolean;
  /** The gold that a verdict of before says was matched. */
  readonly matchedGold: string | null;
  readonly mode: JudgingMode;
  /** Runs asked for on each side. */
  readonly repetitions: number;
  /** Ids of the rules to judge by. */
  readonly rules: readonly string[];
};

/** One rule's answer for a task. */
export type Judgement = Pick<Verdict, 'rule' | 'reason' | 'score' | 'gold'> & {
  readonly state: 'match' | 'mismatch' | 'not judged' | 'unstable gold';
};

export type Judged = {
  readonly judgements: readonly Judgement[];
  /** Null where the rows are the gold's, and where the tables are too large to be explained while judging. */
  readonly explanation: Explanation | null;
};

export type PairReference = { readonly gold: string | null; readonly prediction: string | null };

/** What is to be explained, and of the comparison that the window shows, where each kind is first seen. */
export type WhyTask = {
  readonly prediction: string;
  readonly golds: readonly { readonly name: string; readonly hash: string; readonly conditionColumns: readonly number[] }[];
  readonly matchedGold: string | null;
  readonly orderCounts: boolean;
  readonly readsNoTable: boolean;
  readonly shown: PairReference;
};

/**
 * What a comparison thread is asked. It keeps the tables that it was asked about last, and names those that a request
 * should have brought and did not. It unpacks them there, so that large results never block the thread that saves labels.
 */
export type WorkerRequest = { readonly tables: ReadonlyMap<string, StoredTable> } & (
  | {
      readonly ask: 'judge';
      readonly tasks: readonly JudgeTask[];
      readonly userRules: readonly UserRule[];
      /** The CSV files that tables of the tasks were read from, by their hash. */
      readonly csvs: ReadonlyMap<string, string>;
    }
  | { readonly ask: 'why'; readonly task: WhyTask }
  | { readonly ask: 'stability'; readonly task: StabilityTask; readonly userRules: readonly UserRule[] }
  /** Packs and aligns two large tables, which are then shown by another thread. */
  | { readonly ask: 'prepare'; readonly pair: PairReference }
  /** From now on pages of this pair can be asked for. */
  | { readonly ask: 'show'; readonly pair: PairReference; readonly prepared: PreparedPair }
  | { readonly ask: 'view'; readonly pair: PairReference }
  | {
      readonly ask: 'rows';
      readonly pair: PairReference;
      readonly from: number;
      readonly count: number;
      readonly onlyDifferences: boolean;
    }
  | { readonly ask: 'next'; readonly pair: PairReference; readonly from: number; readonly direction: 'forward' | 'back' }
  | {
      readonly ask: 'row of';
      readonly pair: PairReference;
      readonly side: 'gold' | 'prediction';
      readonly row: number;
      readonly onlyDifferences: boolean;
    }
);

/** Omit, member by member of a union. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A request that brings no table yet. */
export type LightRequest = Without<WorkerRequest, 'tables'>;

/** What comes back: an answer, the hashes of tables that were not brought, or why the thread could not answer. */
export type WorkerReply = { readonly id: number } & (
  | { readonly answer: unknown }
  | { readonly lacking: readonly string[] }
  | { readonly error: string }
);

export type WorkerAnswer = {
  judge: Judged[];
  why: Why;
  stability: Stability;
  prepare: PreparedPair;
  show: null;
  view: ResultView;
  rows: AlignedRow[];
  next: number | null;
  'row of': number | null;
};

/** What a thread is started with: tables and pairs are each kept up to so many bytes, about. */
export type ThreadOptions = { readonly keptBytes: number };
