import { expect, test } from 'vitest';
import type { Value } from '../model/value.ts';
import { hashCell, sameCell } from './cellEquality.ts';

const decimal = (text: string): Value => ({ type: 'decimal', text });
const date = (text: string): Value => ({ type: 'date', text });

test.for<[Value, Value]>([
  [1n, 1],
  [1n, true],
  [0, false],
  [-0, 0n],
  [decimal('1.00'), 1n],
  [decimal('1e3'), 1000n],
  [decimal('0.5'), 0.5],
  [decimal('-2.50'), decimal('-2.5')],
  [2n ** 60n, 2 ** 60],
  [null, null],
  [Number.NaN, Number.NaN],
  [new Uint8Array([1, 2]), new Uint8Array([1, 2])],
  [date('2020-01-01'), date('2020-01-01')],
])('%o equals %o and shares its hash', ([left, right]) => {
  expect(sameCell(left, right)).toBe(true);
  expect(sameCell(right, left)).toBe(true);
  expect(hashCell(left)).toBe(hashCell(right));
});

test.for<[Value, Value]>([
  ['1', 1n],
  ['', null],
  [null, 0n],
  [9007199254740993n, 9007199254740992],
  [9007199254740993n, 9007199254740992n],
  [decimal('0.1'), 0.1],
  [decimal('1e400'), Number.POSITIVE_INFINITY],
  [decimal('1'), '1'],
  [date('2020-01-01'), '2020-01-01'],
  [date('2020-01-01'), { type: 'timestamp', text: '2020-01-01' }],
  [new Uint8Array([1]), new Uint8Array([2])],
  [new Uint8Array([97]), 'a'],
])('%o differs from %o', ([left, right]) => {
  expect(sameCell(left, right)).toBe(false);
  expect(sameCell(right, left)).toBe(false);
});
