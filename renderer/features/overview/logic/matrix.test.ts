import { expect, test } from 'vitest';
import type { MatrixRow } from '#shared/contract/overview.ts';
import { VERDICT_STATES, type VerdictState } from '#shared/model/verdict.ts';
import { columnAt, columnLeft, layOut, moveCursor, orderColumns, rangeOf, STATE_MARKS } from './matrix.ts';

const row = (instance: number, stratum: MatrixRow['stratum'], ...states: VerdictState[]): MatrixRow => ({
  instance,
  instanceId: `i${instance}`,
  database: 'd',
  stratum,
  states,
  flips: [],
  notes: [],
});
const ROWS = [
  row(1, null, 'gold failed', 'gold failed'),
  row(2, 'S2', 'match', 'match'),
  row(3, 'S1', 'mismatch', 'mismatch'),
  row(4, 'S2', 'match', 'mismatch'),
  row(5, 'S1', 'mismatch', 'match'),
];

test('strata stand side by side, in each the hardest instance left', () => {
  expect(orderColumns(ROWS).map(({ instance }) => instance)).toEqual([3, 5, 4, 2, 1]);
});

test('every column has a place of its own, and a place finds its column', () => {
  const layout = layOut(orderColumns(ROWS), 300);
  expect(layout.sections.map(({ place, from, to }) => [place, from, to])).toEqual([
    ['S1', 0, 2],
    ['S2', 2, 4],
    ['outside', 4, 5],
  ]);
  for (let i = 0; i < 5; i++) expect(columnAt(layout, columnLeft(layout, i) + layout.columnWidth / 2)).toBe(i);
  expect(columnAt(layout, -5)).toBe(0);
  expect(columnAt(layout, 10_000)).toBe(4);
  expect(columnAt(layOut([], 300), 5)).toBeNull();
});

test('columns are never narrower than half a pixel', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => row(i, i % 2 ? 'S1' : 'S2', 'match'));
  const layout = layOut(orderColumns(many), 1_000);
  expect(layout.columnWidth).toBe(0.5);
  expect(layout.width).toBe(5_014);
});

test('arrows move, Shift keeps the start of the range, Page jumps a stratum', () => {
  const layout = layOut(orderColumns(ROWS), 300);
  const start = { column: 1, system: 0, anchor: 1 };
  const move = (key: string, extend = false, from = start) => moveCursor(from, { key, extend }, layout, 2);
  expect(move('ArrowRight')).toEqual({ column: 2, system: 0, anchor: 2 });
  expect(rangeOf(move('ArrowLeft', true)!)).toEqual({ from: 0, to: 1 });
  expect(move('ArrowDown')).toEqual({ column: 1, system: 1, anchor: 1 });
  expect(move('ArrowUp')).toEqual(start);
  expect(move('PageDown')?.column).toBe(2);
  expect(move('PageUp')?.column).toBe(0);
  expect(move('PageUp', false, { ...start, column: 2 })?.column).toBe(0);
  expect(move('End')?.column).toBe(4);
  expect(move('a')).toBeNull();
});

test('every state but match and mismatch fills another part of the cell, so that grey tells them apart', () => {
  const parts = VERDICT_STATES.filter((state) => state !== 'match').map(
    (state) => `${STATE_MARKS[state].top}-${STATE_MARKS[state].bottom}`,
  );
  expect(new Set(parts).size).toBe(parts.length);
});
