/** Column mappings tried before the search is given up. */
const MOST_MAPPINGS = 500;

/** Answers of a check that may give up. */
export type Found = boolean | 'gave up';

/**
 * Whether each wanted column can be given a different answer column such that the rows match under the whole mapping.
 * Columns with few candidates go first, candidates near the wanted column's own place before far ones.
 *
 * @param candidates for each wanted column the answer columns that may be its answer.
 * @param places where each wanted column stands in its table.
 * @param rowsMatch whether the rows match in these wanted columns under these answer columns.
 */
export function searchMapping(
  candidates: readonly (readonly number[])[],
  places: readonly number[],
  rowsMatch: (wanted: readonly number[], answers: readonly number[]) => Found,
): Found {
  const order = [...candidates.keys()].sort((a, b) => candidates[a]!.length - candidates[b]!.length);
  const mapping = new Array<number>(candidates.length).fill(-1);
  const agree = (wanted: readonly number[]) =>
    rowsMatch(
      wanted,
      wanted.map((column) => mapping[column]!),
    );
  let tried = 0;
  let gaveUp = false;
  const extend = (depth: number): boolean => {
    // Where a choice was made, the rows must agree in what is mapped so far: wrong turns end early.
    const isChoice = depth > 0 && candidates[order[depth - 1]!]!.length > 1;
    if (depth === order.length || isChoice) {
      tried += 1;
      const found = tried > MOST_MAPPINGS ? 'gave up' : agree(order.slice(0, depth));
      if (found === 'gave up') gaveUp = true;
      if (found !== true) return false;
    }
    if (depth === order.length) return true;
    const column = order[depth]!;
    const preferred = [...candidates[column]!].sort((a, b) => Math.abs(a - places[column]!) - Math.abs(b - places[column]!));
    for (const answer of preferred) {
      if (mapping.includes(answer)) continue;
      mapping[column] = answer;
      if (extend(depth + 1)) return true;
      mapping[column] = -1;
      if (gaveUp) return false;
    }
    return false;
  };
  // Most often the columns in place are right, and no step in between need be looked at.
  const inPlace = order.map((column) => candidates[column]!.find((answer) => answer === places[column]) ?? -1);
  if (!inPlace.includes(-1) && new Set(inPlace).size === inPlace.length) {
    for (const [index, column] of order.entries()) mapping[column] = inPlace[index]!;
    if (agree(order) === true) return true;
    mapping.fill(-1);
  }
  return extend(0) || (gaveUp ? 'gave up' : false);
}
