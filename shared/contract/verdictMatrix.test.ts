import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STRATA } from '../model/stratum.ts';
import { VERDICT_STATES } from '../model/verdict.ts';
import { NEAR_MISS_KINDS, WARNING_KINDS } from '../model/why.ts';
import { type MatrixRow, matrixSchema, packMatrix } from './verdictMatrix.ts';

const row: fc.Arbitrary<MatrixRow> = fc.record({
  instance: fc.nat(),
  instanceId: fc.string(),
  database: fc.constantFrom('shop', 'film', ''),
  stratum: fc.constantFrom(null, ...STRATA),
  states: fc.array(fc.constantFrom(...VERDICT_STATES), { maxLength: 12 }),
  flips: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
  notes: fc.array(
    fc.record({
      system: fc.nat({ max: 11 }),
      nearMisses: fc.array(fc.constantFrom(...NEAR_MISS_KINDS), { maxLength: 2 }),
      warnings: fc.array(fc.constantFrom(...WARNING_KINDS), { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
});

test('a matrix that travelled is the same matrix', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(matrixSchema.parse(packMatrix(rows))).toEqual(rows);
    }),
  );
});

test('every state has a digit of its own, and no other digit is taken for one', () => {
  expect(VERDICT_STATES.length).toBeLessThanOrEqual(36);
  expect(matrixSchema.safeParse({ ...packMatrix([]), states: ['z'] }).success).toBe(false);
});
