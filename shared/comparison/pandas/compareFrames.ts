import type { Column } from './column.ts';
import { PythonError } from './pythonError.ts';
import { type Vector, vectorsOf } from './vector.ts';
import { vectorsMatch } from './vectorMatch.ts';

/** The columns of a table read by pandas, with the vectors of the whole frame, made once. */
export class Frame {
  readonly columns: readonly Column[];
  private whole: readonly Vector[] | null = null;

  constructor(columns: readonly Column[]) {
    this.columns = columns;
  }

  get vectors(): readonly Vector[] {
    this.whole ??= vectorsOf(this.columns);
    return this.whole;
  }
}

/** `condition_cols` as it stands in the evaluation file: nothing checks it before use. */
export type PublishedConditions = unknown;

/**
 * Spider2's `compare_multi_pandas_table`: the first gold that matches, or null. As published, with a single gold a flat
 * list is taken apart, so that its first element alone is the condition.
 *
 * @param matches compares with one gold under its condition.
 * @throws PythonError what the published function raises.
 */
export function firstMatch(
  goldCount: number,
  conditions: PublishedConditions,
  matches: (gold: number, condition: unknown) => boolean,
): number | null {
  const conditionOf = spreadConditions(goldCount, conditions);
  for (let gold = 0; gold < goldCount; gold++) if (matches(gold, conditionOf(gold))) return gold;
  return null;
}

function spreadConditions(goldCount: number, conditions: PublishedConditions): (index: number) => unknown {
  if (conditions === null || conditions === undefined) return () => [];
  if (!Array.isArray(conditions)) throw new PythonError('TypeError', `'${typeof conditions}' object is not iterable`);
  const only: unknown = conditions[0];
  const isBlank = only === null || (Array.isArray(only) && only.length === 0);
  if (conditions.length === 0 || (conditions.length === 1 && isBlank)) return () => [];
  if (goldCount > 1 && !conditions.every(Array.isArray)) return () => conditions;
  return (index) => {
    if (index >= conditions.length) throw new PythonError('IndexError', 'list index out of range');
    return conditions[index];
  };
}

/** Which published script: Lite's asks `if condition_cols:`, so that column 0 alone counts as no condition. */
export type Spider2Script = 'snow' | 'lite';

/**
 * Spider2's `compare_pandas_table`: every selected gold column must equal some prediction column. One prediction column
 * may serve several, and rows are not kept together.
 *
 * @throws PythonError what the published function raises.
 */
export function compareFrames(
  prediction: Frame,
  gold: Frame,
  condition: unknown,
  ignoreOrder: boolean,
  script: Spider2Script = 'snow',
): boolean {
  const vectors = isNoCondition(condition, script) ? gold.vectors : vectorsOf(selectColumns(gold.columns, condition));
  return vectors.every((vector) => prediction.vectors.some((answer) => vectorsMatch(vector, answer, ignoreOrder)));
}

/** Whether all columns of a gold are compared. */
export function isNoCondition(condition: unknown, script: Spider2Script): boolean {
  if (condition === null || condition === undefined || (Array.isArray(condition) && condition.length === 0)) return true;
  return script === 'lite' && !condition;
}

/** `gold.iloc[:, condition]`, with pandas's errors. Negative indices count from the end. */
function selectColumns(columns: readonly Column[], condition: unknown): readonly Column[] {
  const indices: readonly unknown[] = Array.isArray(condition) ? condition : [condition];
  if (indices.some(Array.isArray)) throw new PythonError('ValueError', 'column indices are nested too deeply');
  if (indices.every((index) => typeof index === 'boolean')) {
    if (indices.length === columns.length) return columns.filter((_, column) => indices[column]);
    throw new PythonError('IndexError', `Boolean index has wrong length: ${indices.length} instead of ${columns.length}`);
  }
  return indices.map((index) => {
    const position = typeof index === 'bigint' || typeof index === 'boolean' ? Number(index) : index;
    if (typeof position !== 'number') throw new PythonError('IndexError', '.iloc requires numeric indexers');
    const column = columns[Math.trunc(position < 0 ? position + columns.length : position)];
    if (column === undefined) throw new PythonError('IndexError', 'positional indexers are out-of-bounds');
    return column;
  });
}
