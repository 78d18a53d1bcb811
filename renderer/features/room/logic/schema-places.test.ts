import { expect, test } from 'vitest';
import type { SchemaTable } from '#shared/contract/room.ts';
import {
  changeInSchema,
  findFrequentValue,
  findSampleRow,
  frequentValuePlace,
  sampleRowPlace,
  schemaPlace,
  schemaWhere,
} from './schema-places.ts';

const column = (name: string, type = 'TEXT') => ({ name, title: name, type, primaryKey: false, references: null });
const town: SchemaTable = {
  name: 'town',
  title: 'town',
  columns: [
    { ...column('id', 'INTEGER'), primaryKey: true },
    { ...column('status'), title: 'state of the town', references: 'state.code', description: 'C: city' },
  ],
};
const status = schemaPlace(town, town.columns[1]!);
const whole = schemaPlace(town, null);

test('a column keeps all that the schema says of it, a table its columns', () => {
  expect(status).toEqual({
    kind: 'schema',
    table: 'town',
    column: 'status',
    text: 'status TEXT, refers to state.code, state of the town, C: city',
  });
  expect(whole).toMatchObject({ column: null, text: 'town: id INTEGER, status TEXT' });
});

test('a schema that has not changed says nothing', () => {
  for (const place of [status, whole]) {
    expect(changeInSchema([town], place)).toBeNull();
    expect(schemaWhere([town], place)).toBeNull();
  }
});

test('a table or a column that is gone is said to be, and so is what says something else now', () => {
  const renamed = { ...town, columns: [town.columns[0]!, column('state')] };
  const retyped = { ...town, columns: [town.columns[0]!, { ...town.columns[1]!, type: 'INTEGER' }] };
  expect(changeInSchema([], status)).toBe('The schema has changed since: it has no table town any more.');
  expect(changeInSchema([renamed], status)).toBe('The schema has changed since: town has no column status any more.');
  expect(changeInSchema([retyped], status)).toMatch('it said “status TEXT, refers to');
  expect(changeInSchema([renamed], whole)).toMatch('it said “town: id INTEGER, status TEXT”');
  expect(schemaWhere([renamed], status)).toBe('column town.status: not there any more');
  expect(schemaWhere([retyped], status)).toBe('column town.status: has changed');
});

test('another case of a name is the same column, unless two differ only by it', () => {
  const upper = { ...town, name: 'Town' };
  expect(changeInSchema([upper], status)).toBe('The schema has changed since: town.status is written Town.status now.');
  expect(changeInSchema([upper, { ...town, name: 'TOWN' }], status)).toMatch('no table town');
});

const data = {
  columns: ['id', 'status'],
  rows: [
    [1n, 'C'],
    [2n, null],
  ],
  cut: false,
};

test('rows and values of a column that is gone are said to be gone', () => {
  const renamed = { ...town, columns: [town.columns[0]!, column('state')] };
  expect(schemaWhere([renamed], sampleRowPlace('town', data, 1, 1))).toBe('town sample row 2, status: not there any more');
  expect(schemaWhere([renamed], sampleRowPlace('town', data, 1, null))).toBeNull();
});

test('a sample row is found by its place, as a whole wherever it stands now', () => {
  const cell = sampleRowPlace('town', data, 0, 1);
  const row = sampleRowPlace('town', data, 1, null);
  expect([cell.text, row.text]).toEqual(['C', '2\tNULL']);
  expect(findSampleRow(data, cell)).toEqual({ row: 0, column: 1, change: null });
  const turned = { ...data, rows: [...data.rows].reverse() };
  expect(findSampleRow(turned, row)).toEqual({ row: 0, column: null, change: expect.stringContaining('row 1 now') });
  expect(findSampleRow(turned, cell)).toBeNull();
  expect(findSampleRow({ ...data, columns: ['id', 'state'] }, cell)).toBeNull();
});

test('a frequent value is found by itself, and says how many rows hold it now', () => {
  const values = {
    columns: ['value', 'rows'],
    rows: [
      ['B', 9n],
      ['C', 4n],
    ],
    cut: true,
  };
  const place = frequentValuePlace('town', 'status', values, 1);
  expect(place).toMatchObject({ text: 'C', rows: 4 });
  expect(findFrequentValue(values, place)).toEqual({ row: 1, column: 0, change: null });
  const more = {
    ...values,
    rows: [
      ['C', 10n],
      ['B', 9n],
    ],
  };
  expect(findFrequentValue(more, place)).toMatchObject({
    row: 0,
    change: expect.stringContaining('in 10 rows now, and stood in 4 rows'),
  });
  expect(findFrequentValue({ ...values, rows: [['B', 9n]] }, place)).toBeNull();
});

test('NULL and the text that reads like it are two values, and of values alike in what is kept the one of as many rows is meant', () => {
  const long = 'x'.repeat(1_500);
  const values = {
    columns: ['value', 'rows'],
    rows: [
      ['NULL', 9n],
      [null, 4n],
      [`${long}a`, 3n],
      [`${long}b`, 2n],
    ],
    cut: false,
  };
  values.rows.forEach((_, row) => {
    const place = frequentValuePlace('town', 'status', values, row);
    expect(findFrequentValue(values, place)).toEqual({ row, column: 0, change: null });
  });
  const rows = { ...data, rows: [[2n, 'NULL'], ...data.rows] };
  expect(findSampleRow(rows, { ...sampleRowPlace('town', data, 1, null), row: 0 })).toMatchObject({ row: 2 });
  expect(findSampleRow(rows, { ...sampleRowPlace('town', data, 1, 1), row: 0 })).toBeNull();
});

test('a long text of the schema is told by its beginning', () => {
  const place = schemaPlace({ ...town, columns: Array.from({ length: 200 }, (_, at) => column(`c${at}`)) }, null);
  expect(place.text.length).toBeGreaterThan(900);
  expect(changeInSchema([town], place)!.length).toBeLessThan(200);
});
