/**
 * The injective assignment of rows to columns with the greatest total score (Hungarian method, O(rows² × columns)).
 *
 * @param scores scores[row][column] ≥ 0; rows are equally long.
 * @returns for each row its column, or null where the row got none or only a score of 0.
 */
export function bestAssignment(scores: readonly (readonly number[])[]): readonly (number | null)[] {
  const rows = scores.length;
  const columns = scores[0]?.length ?? 0;
  if (rows > columns) {
    const turned = bestAssignment(Array.from({ length: columns }, (_, column) => scores.map((row) => row[column]!)));
    const result = new Array<number | null>(rows).fill(null);
    turned.forEach((row, column) => {
      if (row !== null) result[row] = column;
    });
    return result;
  }
  // Shortest augmenting paths with potentials; index 0 stands for "none" in both directions.
  const rowPotential = new Float64Array(rows + 1);
  const columnPotential = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1);
  for (let row = 1; row <= rows; row++) {
    const previous = new Int32Array(columns + 1);
    const shortest = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const visited = new Uint8Array(columns + 1);
    rowOf[0] = row;
    let column = 0;
    do {
      visited[column] = 1;
      const from = rowOf[column]!;
      let step = Number.POSITIVE_INFINITY;
      let nearest = 0;
      for (let next = 1; next <= columns; next++) {
        if (visited[next]) continue;
        const length = -scores[from - 1]![next - 1]! - rowPotential[from]! - columnPotential[next]!;
        if (length < shortest[next]!) {
          shortest[next] = length;
          previous[next] = column;
        }
        if (shortest[next]! < step) {
          step = shortest[next]!;
          nearest = next;
        }
      }
      for (let index = 0; index <= columns; index++) {
        if (visited[index]) {
          rowPotential[rowOf[index]!]! += step;
          columnPotential[index]! -= step;
        } else shortest[index]! -= step;
      }
      column = nearest;
    } while (rowOf[column] !== 0);
    for (; column !== 0; column = previous[column]!) rowOf[column] = rowOf[previous[column]!]!;
  }
  const result = new Array<number | null>(rows).fill(null);
  for (let column = 1; column <= columns; column++) {
    const row = rowOf[column]!;
    if (row > 0 && scores[row - 1]![column - 1]! > 0) result[row - 1] = column - 1;
  }
  return result;
}
