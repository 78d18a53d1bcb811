import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * The list of faults that users of published evaluators reported, 42 rows: for each the file that tests the published
 * verdict and what Assay concludes. What only a person can conclude (13, 14, 40: the gold or the document is wrong) is
 * tested as far as it goes: what the machine finds, and that a label can say it.
 */
const FILES: Readonly<Record<string, readonly number[]>> = {
  'comparison/reportedFaults.test.ts': [1, 2, 3, 4, 5, 6, 7, 8, 9, 19, 21, 22, 24, 31, 34, 41],
  'service/reported-faults-stored.test.ts': [10, 11, 13, 14, 17, 18, 38],
  'service/reported-faults-warehouse.test.ts': [15, 16, 27],
  'service/reported-faults-bird.test.ts': [23, 25, 32, 33],
  'service/reported-faults-queries.test.ts': [12, 20, 26, 27, 28, 29, 30, 35, 36, 37, 38, 39, 40, 42],
};
const ROWS = 42;

/** The rows that the names of a file's tests begin with: `row 7: …`, `rows 10, 11: …`. */
function rowsIn(file: string): number[] {
  const text = fs.readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');
  return [...text.matchAll(/^ *test\(\s*'rows? (\d+(?:, \d+)*)[,:]/gm)].flatMap(([, rows]) => rows!.split(', ').map(Number));
}

test.each(Object.entries(FILES))('%s tests its rows of the list of reported faults', (file, rows) => {
  expect(rowsIn(file).sort((a, b) => a - b)).toEqual(rows);
});

test('every row of the list of reported faults has a test', () => {
  const tested = new Set(Object.values(FILES).flat());
  expect(Array.from({ length: ROWS }, (_, index) => index + 1).filter((row) => !tested.has(row))).toEqual([]);
});
