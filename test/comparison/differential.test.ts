import { spawnSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCase } from '#shared/comparison/caseFile.ts';
import { caseVerdict } from '#shared/comparison/caseVerdict.ts';

// Made-up cases, each judged by Assay and by the published evaluator restated in Python. The cases are the same in every run.

/** The published scripts ran with pandas 2; its third version reads texts into another type. */
const HAS_PANDAS = 'import pandas; assert int(pandas.__version__.split(".")[0]) < 3';

/** A Python, one with pandas where there is one; null without any. */
const python =
  ['/usr/bin/python3', 'python3']
    .map((name) => ({ name, status: spawnSync(name, ['-c', HAS_PANDAS]).status }))
    .filter(({ status }) => status !== null)
    .sort((a, b) => a.status! - b.status!)[0] ?? null;
const hasPandas = python?.status === 0;

function published(rule: string, cases: readonly string[]): unknown[] {
  const input = cases.map((text) => `{"rule": "${rule}", "case": ${text}}\n`).join('');
  const script = path.join(import.meta.dirname, 'published.py');
  const { stdout, stderr, status } = spawnSync(python!.name, [script], { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as unknown[];
}

/** JSON texts, not values: 1 and 1.0 are two things to Python. */
const list = (items: readonly string[]) => `[${items.join(', ')}]`;
const text = (value: string) => JSON.stringify(value);
const tableOf = (cell: fc.Arbitrary<string>, columns: number, rows: number) =>
  fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows });

/** Two tables, mostly of the same cells in another order, so that both verdicts occur. */
function pairs(cell: fc.Arbitrary<string>, of: (rows: readonly (readonly string[])[], width: number) => string) {
  return fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 4 })).chain(([width, height]) =>
    tableOf(cell, width, height).chain((gold) => {
      const turned = fc
        .tuple(
          fc.shuffledSubarray([...gold.keys()], { minLength: height, maxLength: height }),
          fc.boolean().chain((turn) => (turn ? orderOf(width) : fc.constant([...Array(width).keys()]))),
          fc.option(fc.tuple(fc.nat(Math.max(0, height - 1)), fc.nat(width - 1), cell), { freq: 2 }),
        )
        .map(([rows, columns, change]) =>
          rows.map((row, at) =>
            columns.map((column, place) =>
              change !== null && change[0] === at && change[1] === place ? change[2] : gold[row]![column]!,
            ),
          ),
        );
      const other = fc
        .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 4 }))
        .chain(([columns, rows]) => tableOf(cell, columns, rows).map((made) => [made, columns] as const));
      return fc
        .oneof({ weight: 4, arbitrary: turned.map((made) => [made, width] as const) }, { weight: 1, arbitrary: other })
        .map(([pred, predWidth]) => ({ gold: of(gold, width), pred: of(pred, predWidth) }));
    }),
  );
}
const orderOf = (length: number) => fc.shuffledSubarray([...Array(length).keys()], { minLength: length, maxLength: length });

const rowCell = fc.constantFrom('null', '0', '1', '2', '{"real": 1.0}', '{"real": 0.5}', '"1"', '"a"', '"A"', '""');
const rowCases = fc
  .tuple(
    pairs(rowCell, (rows) => list(rows.map(list))),
    fc.boolean(),
  )
  .map(([{ gold, pred }, ordered]) => `{"id": "", "pred": ${pred}, "gold": ${gold}, "order_matters": ${ordered}}`);

// Every column holds a text in its first row: it is then one of objects to pandas, and its cells stay what they are.
const typedCell = fc.constantFrom(
  ...['null', '0', '1', '1.0', '1.005', '-0.5', 'true', 'false', '"1"', '"1e0"', '"1_0"', '10', '" yes "', '"no"', '"a"', '""'],
  ...['{"date": "2020-01-31"}', '{"timestamp": "2020-01-31T00:00:00"}', '"2020-01-31"', '"01/31/2020"', '{"decimal": "1.01"}'],
);
const typedTable = (rows: readonly (readonly string[])[], width: number) => {
  const names = Array.from({ length: width }, (_, column) => text(`c${column}`));
  const first = rows.length === 0 ? [] : [list(names.map(() => '"first"'))];
  return `{"columns": ${list(names)}, "rows": ${list([...first, ...rows.map(list)])}}`;
};
const typedCases = fc
  .tuple(pairs(typedCell, typedTable), fc.array(fc.nat(3), { maxLength: 2 }), fc.boolean())
  .map(
    ([{ gold, pred }, columns, ignore]) =>
      `{"id": "", "pred": ${pred}, "gold": ${gold}, "condition_cols": ${JSON.stringify(columns)}, "ignore_order": ${ignore}}`,
  );

const csvCell = fc.constantFrom(
  '',
  'NA',
  '0',
  '1',
  '1.0',
  '2',
  '0.005',
  '10.001',
  '007',
  'a',
  ' a',
  'True',
  'False',
  '2020-01-31',
);
/** Numbers about as far apart as the tolerance. */
const csvNumber = fc.constantFrom('1', '1.0', '1.009', '1.015', '2');
const csvTable = (rows: readonly (readonly string[])[], width: number) =>
  `${[Array.from({ length: width }, (_, column) => `c${column}`), ...rows].map((row) => row.join(',')).join('\n')}\n`;
const conditions = fc.oneof(
  fc.constantFrom('[]', 'null', '[[]]'),
  fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }).map((flat) => JSON.stringify(flat)),
  fc.array(fc.array(fc.nat(2), { maxLength: 2 }), { minLength: 1, maxLength: 3 }).map((lists) => JSON.stringify(lists)),
);
const csvCases = fc
  .tuple(
    fc.array(fc.oneof(pairs(csvCell, csvTable), pairs(csvNumber, csvTable)), { minLength: 1, maxLength: 3 }),
    conditions,
    fc.boolean(),
    fc.boolean(),
  )
  .map(([all, columns, ignore, single]) => {
    const golds = list(all.map(({ gold }) => text(gold)));
    // The single call is the published one of a lone file, which gives it one flat list.
    const call = single && /^\[[^[]*\]$/.test(columns) ? 'single' : 'multi';
    return `{"id": "", "call": "${call}", "pred_csv": ${text(all[0]!.pred)}, "gold_csvs": ${golds}, "condition_cols": ${columns}, "ignore_order": ${ignore}}`;
  });

const RULES = [
  ['bird-ex', rowCases, 1_500],
  ['bird-soft-f1', rowCases, 1_500],
  ['test-suite', rowCases, 1_500],
  ['aifunc', typedCases, 1_500],
  ['spider2', csvCases, 500],
] as const;

test.for(RULES)('%s judges made-up cases as the published evaluator does', ([rule, arbitrary, numRuns], { skip }) => {
  if (python === null) return skip('there is no python3');
  if (rule === 'spider2' && !hasPandas) return skip('python3 has no pandas before 3');
  const cases = fc.sample(arbitrary, { numRuns, seed: 20_260_709 });
  const verdicts = published(rule, cases);
  const differing = cases.flatMap((line, index) => {
    const { verdict } = caseVerdict(rule, parseCase(line));
    return verdict === verdicts[index] ? [] : [{ line, verdict, published: verdicts[index] }];
  });
  expect(differing.slice(0, 5)).toEqual([]);
  expect(new Set(verdicts)).toContain(1);
  expect(new Set(verdicts)).toContain(0);
});
