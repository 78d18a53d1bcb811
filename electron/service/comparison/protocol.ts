import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import type { StoredTable } from '../database/executions.ts';

/** A stored result by its hash; `complete` is false where a cap cut it. */
export type TableReference = { readonly hash: string; readonly complete: boolean };

export type JudgeTask = {
  readonly prediction: TableReference;
  readonly golds: readonly (TableReference & { readonly name: string; readonly conditionColumns: readonly number[] })[];
  readonly goldSql: string | null;
  readonly ignoreOrder: boolean;
  readonly rules: readonly string[];
};

/** One rule's answer for a task. */
export type Judgement = {
  readonly rule: string;
  readonly state: 'match' | 'mismatch' | 'not judged';
  readonly reason: string | null;
};

export type PairReference = { readonly gold: string | null; readonly prediction: string | null };

/**
 * What the comparison worker is asked. Every request brings the stored tables that the worker may not hold yet; it
 * unpacks them there, so that large results never block the thread that saves labels.
 */
export type WorkerRequest = { readonly tables: ReadonlyMap<string, StoredTable> } & (
  | { readonly ask: 'judge'; readonly tasks: readonly JudgeTask[] }
  | { readonly ask: 'view'; readonly pair: PairReference }
  | {
      readonly ask: 'rows';
      readonly pair: PairReference;
      readonly from: number;
      readonly count: number;
      readonly onlyDifferences: boolean;
    }
  | { readonly ask: 'next'; readonly pair: PairReference; readonly from: number; readonly direction: 'forward' | 'back' }
);

export type WorkerAnswer = {
  judge: Judgement[][];
  view: ResultView;
  rows: AlignedRow[];
  next: number | null;
};
