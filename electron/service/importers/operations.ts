import type { SchemaTable } from '#shared/contract/room.ts';
import { nameProblem } from '#shared/model/name.ts';
import type { TrajectoryFigures } from '#shared/model/trajectory.ts';
import type { VerdictState } from '#shared/model/verdict.ts';

/** The evaluation configuration of an instance, as published. */
export type EvaluationConfiguration = {
  readonly condition_cols?: unknown;
  readonly ignore_order?: boolean;
  readonly temporal?: boolean;
  readonly toks?: unknown;
};

export type NewInstance = {
  readonly instanceId: string;
  /** 1-based place in the benchmark's own order. */
  readonly position: number;
  readonly database: string;
  readonly instruction: string;
  readonly knowledge: string | null;
  readonly document: string | null;
  readonly difficulty: string | null;
  readonly ignoreOrder: boolean;
  readonly questionId: string | null;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly evaluation: EvaluationConfiguration | null;
  /** Content hash of the record as read. */
  readonly record: string | null;
};

/** A result table read from a CSV file: content hashes of its cells and of its text. */
export type StoredCsv = { readonly result: string; readonly text: string };

export type NewGold = {
  readonly instanceId: string;
  /** '' where there is one; a, b … where there are several. */
  readonly name: string;
  readonly sql: string | null;
  readonly csv: StoredCsv | null;
  readonly source: string;
};

export type NewPrediction = {
  readonly instanceId: string;
  readonly system: string;
  readonly rollout: number;
  /** Null: the system gave no answer. */
  readonly sql: string | null;
  readonly csv: StoredCsv | null;
  readonly extractionMethod: string | null;
  readonly cleaning: readonly string[];
  readonly record: string | null;
  readonly file: string;
  readonly line: number | null;
};

export type NewTrajectory = {
  /** Its row id, given out before it is written, since the search index already holds its text under it. */
  readonly id: number;
  readonly instanceId: string;
  readonly system: string;
  readonly rollout: number;
  readonly format: string;
  readonly body: string;
  readonly stepCount: number;
  readonly terminated: boolean;
  readonly extractionMethod: string | null;
  readonly figures: TrajectoryFigures;
  readonly file: string;
};

export type NewOutcome = {
  readonly evaluator: string;
  readonly evaluatorVersion: string;
  readonly system: string;
  readonly file: string;
  readonly instanceId: string;
  readonly status: string;
  readonly state: VerdictState;
  readonly score: number | null;
  readonly reason: string | null;
  readonly record: string | null;
};

/**
 * One write that an import comes to. Operations name things by their own names, not by row ids, wait in the staging tables,
 * and are carried out together when the import is whole.
 */
export type Operation =
  | { readonly op: 'benchmark'; readonly name: string; readonly format: string; readonly source: string }
  | { readonly op: 'records'; readonly count: number }
  | { readonly op: 'database'; readonly name: string; readonly engine: string; readonly location: string }
  /** A further database of a test suite. */
  | { readonly op: 'variant'; readonly database: string; readonly name: string; readonly location: string }
  | { readonly op: 'schema'; readonly database: string; readonly tables: readonly SchemaTable[]; readonly details: string | null }
  | { readonly op: 'document'; readonly name: string; readonly body: string }
  | ({ readonly op: 'instance' } & NewInstance)
  | { readonly op: 'evaluation'; readonly instanceId: string; readonly evaluation: EvaluationConfiguration }
  | ({ readonly op: 'gold' } & NewGold)
  | { readonly op: 'gold tables'; readonly instanceId: string; readonly tables: readonly string[] }
  | { readonly op: 'system'; readonly name: string; readonly group: string }
  | ({ readonly op: 'prediction' } & NewPrediction)
  | ({ readonly op: 'trajectory' } & NewTrajectory)
  | ({ readonly op: 'outcome' } & NewOutcome)
  | {
      readonly op: 'mapping';
      readonly purpose: string;
      readonly columns: readonly string[];
      readonly mapping: Readonly<Record<string, string>>;
    };

const aiFunctions = (tags: NewInstance['tags']): string[] =>
  Array.isArray(tags.ai_functions) ? tags.ai_functions.filter((name) => typeof name === 'string') : [];

/** The names that an operation brings into the project, each with what it names. */
function namesOf(operation: Operation): readonly (readonly [what: string, name: string])[] {
  switch (operation.op) {
    case 'benchmark':
    case 'system':
    case 'database':
    case 'document':
      return [[operation.op, operation.name]];
    case 'variant':
      return [['database', operation.name]];
    case 'instance':
      return [['instance', operation.instanceId], ...aiFunctions(operation.tags).map((name) => ['function', name] as const)];
    case 'records':
    case 'schema':
    case 'evaluation':
    case 'gold':
    case 'gold tables':
    case 'prediction':
    case 'trajectory':
    case 'outcome':
    case 'mapping':
      return [];
  }
}

/** Why what an operation names cannot be told by its name, or null. */
export function namesProblem(operation: Operation): string | null {
  for (const [what, name] of namesOf(operation)) {
    const problem = nameProblem(name);
    if (problem !== null) return `the name of the ${what} ${problem}: two names that look alike could not be told apart`;
  }
  return null;
}
