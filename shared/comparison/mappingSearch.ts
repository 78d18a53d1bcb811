/** Column mappings tried before the search is given up. */
const MOST_MAPPINGS = 500;

/** Answers of a check that may give up. */
export type Found = boolean | 'gave up';

/**
 * Whether each wanted column can be given a different answer column such that the rows match under the whole mapping.
 * The rows must agree in what is mapped so far: wrong turns end early. Columns with few candidates go first, candidates
 * near the wanted column's own place before far ones.
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
  let tried = 0;
  let gaveUp = false;
  const extend = (depth: number): boolean => {
    if (depth > 1) {
      tried += 1;
      if (tried > MOST_MAPPINGS) {
        gaveUp = true;
        return false;
      }
    }
    if (depth > 0) {
      const mapped = order.slice(0, depth);
      const found = rowsMatch(
        mapped,
        mapped.map((column) => mapping[column]!),
      );
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
  return extend(0) || (gaveUp ? 'gave up' : false);
}
