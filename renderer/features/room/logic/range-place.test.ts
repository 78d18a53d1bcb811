import { expect, test } from 'vitest';
import type { AlignedRow, ResultView } from '#shared/contract/room.ts';
import { evidenceSchema, evidenceWhere, RANGE_BOUND } from '#shared/model/evidence.ts';
import { columnsOfSide, rangePlace } from './range-place.ts';

const results: ResultView = {
  goldColumns: ['name', 'people'],
  predictionColumns: ['people', 'name'],
  columns: [
    { gold: 0, prediction: 1, differing: 0 },
    { gold: 1, prediction: 0, differing: 0 },
  ],
  rowCount: 3,
  counts: { equal: 3, different: 0, onlyGold: 0, onlyPrediction: 0, differingCells: 0 },
  marked: true,
  missing: null,
};
const pair = (index: number, name: string, people: bigint | null): AlignedRow => ({
  kind: 'equal',
  goldIndex: index,
  predictionIndex: index + 10,
  gold: [name, people],
  prediction: [people, name],
  differing: [],
});
const onlyGold = (index: number): AlignedRow => ({
  ...pair(index, 'Arl', 9n),
  kind: 'only gold',
  predictionIndex: null,
  prediction: null,
});
const placeOf = (...given: Parameters<typeof rangePlace>) => {
  const made = rangePlace(...given);
  if ('why' in made) throw new Error(made.why);
  evidenceSchema.parse({ ...made.place, id: '1' });
  return made.place;
};

test('a range keeps the rows and columns of its own side, and the exact values', () => {
  const rows = [pair(2, 'Arl\tx', 9007199254740993n), pair(5, 'Bern', null)];
  expect(placeOf(results, 'prediction', [0, 1], rows, 2)).toEqual({
    kind: 'range',
    kinds: 'titn',
    side: 'prediction',
    missing: false,
    rowCount: 2,
    rows: [12, 15],
    columns: [
      { index: 1, name: 'name' },
      { index: 0, name: 'people' },
    ],
    text: '"Arl\tx"\t9007199254740993\nBern\tNULL',
  });
});

test('a row that the side lacks has no index and no values; where all lack it, the other side tells', () => {
  const mixed = placeOf(results, 'prediction', [0], [onlyGold(0), pair(1, 'Bern', 1n)], 2);
  expect(mixed).toMatchObject({ missing: false, rows: [null, 11], text: 'Bern' });
  expect(evidenceWhere(mixed)).toBe('2 rows × 1 column of prediction, from row 12');
  const none = placeOf(results, 'prediction', [0], [onlyGold(0), onlyGold(1)], 2);
  expect(none).toMatchObject({ missing: true, rows: [0, 1], columns: [{ index: 0, name: 'name' }], text: 'Arl\nArl' });
  expect(evidenceWhere(none)).toBe('2 rows × 1 column missing in prediction');
});

test('more than is kept is kept as far as whole rows fit, and says so', () => {
  const rows = Array.from({ length: RANGE_BOUND.rows }, (_, at) => pair(at, 'x'.repeat(99), 1n));
  const place = placeOf(results, 'gold', [0], rows, 100_000);
  expect(place.rows).toHaveLength(RANGE_BOUND.text / 100);
  expect(place.text.split('\n').every((line) => line.length === 99)).toBe(true);
  expect(evidenceWhere(place)).toBe('100,000 rows × 1 column of gold, from row 1; values of the first 40 kept');
});

test('what cannot be kept at all is refused with the reason', () => {
  // The rows behind those that were read may not be missing.
  const first = Array.from({ length: RANGE_BOUND.rows }, (_, at) => onlyGold(at));
  expect(rangePlace(results, 'prediction', [0], first, RANGE_BOUND.rows + 1)).toMatchObject({
    why: 'The first 1,000 rows of the selection are missing in prediction: select fewer.',
  });
  expect(rangePlace(results, 'prediction', [0], first, RANGE_BOUND.rows)).toMatchObject({ place: { missing: true } });
  expect(rangePlace(results, 'gold', [0], [pair(0, 'x'.repeat(5_000), 1n)], 2)).toMatchObject({
    why: expect.stringContaining('more than 4,000 characters'),
  });
  const wide = { ...results, columns: Array.from({ length: 201 }, () => ({ gold: 0, prediction: null, differing: 0 })) };
  const all = wide.columns.map((_, at) => at);
  expect(rangePlace(wide, 'gold', all, [pair(0, 'a', 1n)], 1)).toMatchObject({
    why: expect.stringContaining('201 are selected'),
  });
  expect(rangePlace(wide, 'prediction', all, [pair(0, 'a', 1n)], 1)).toMatchObject({
    why: expect.stringContaining('no such column'),
  });
});

test('a long name of a column is cut in what is kept with a label, and whole in what is copied', () => {
  const long = { ...results, goldColumns: ['x'.repeat(300_000), 'people'] };
  expect(placeOf(long, 'gold', [0], [pair(0, 'Arl', 1n)], 1).columns[0]!.name).toHaveLength(300);
  expect(columnsOfSide(long, [0], 'gold')[0]!.name).toHaveLength(300_000);
});
