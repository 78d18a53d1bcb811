import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGenerator, drawWithoutReplacement } from './random.ts';

const HUNDRED = Array.from({ length: 100 }, (_, i) => String(i));
const anyIds = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 60 });
const anySeed = fc.maxSafeNat();

// Reference values come from a second implementation in another language.
test('the generator gives the reference numbers', () => {
  const one = createGenerator(7, 'sample/S1');
  expect(Array.from({ length: 6 }, () => one.next())).toEqual([
    2483898459, 3276768601, 2952515331, 522001781, 2692786475, 3675839683,
  ]);
  const largest = createGenerator(Number.MAX_SAFE_INTEGER, 'x');
  expect(Array.from({ length: 4 }, () => largest.next())).toEqual([2038328591, 1762516164, 2672823022, 3485565338]);
});

test('a draw gives the reference ids', () => {
  expect(drawWithoutReplacement(HUNDRED, 8, 7, 'sample/S1')).toEqual(['62', '76', '51', '7', '22', '39', '40', '83']);
  expect(drawWithoutReplacement(HUNDRED, 8, 7, 'sample/S2')).toEqual(['71', '33', '21', '92', '88', '70', '1', '84']);
  const beyondAscii = ['\u00e9', '\u{1d4b3}', '\ue000', 'a', 'B'];
  expect(drawWithoutReplacement(beyondAscii, 5, 20260711, 'sample/S3')).toEqual(['a', '\ue000', 'B', '\u{1d4b3}', '\u00e9']);
});

test('the order of the ids plays no part', () => {
  fc.assert(
    fc.property(anyIds, fc.nat(60), anySeed, (ids, count, seed) => {
      expect(drawWithoutReplacement([...ids].reverse(), count, seed, 's')).toEqual(drawWithoutReplacement(ids, count, seed, 's'));
    }),
  );
});

test('a larger draw extends a smaller one', () => {
  fc.assert(
    fc.property(anyIds, fc.nat(60), fc.nat(60), anySeed, (ids, a, b, seed) => {
      const small = drawWithoutReplacement(ids, Math.min(a, b), seed, 's');
      const large = drawWithoutReplacement(ids, Math.max(a, b), seed, 's');
      expect(large.slice(0, small.length)).toEqual(small);
    }),
  );
});

test('a draw holds distinct ids of the pool, as many as asked or as there are', () => {
  fc.assert(
    fc.property(anyIds, fc.nat(80), anySeed, (ids, count, seed) => {
      const drawn = drawWithoutReplacement(ids, count, seed, 's');
      expect(drawn).toHaveLength(Math.min(count, ids.length));
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(drawn.every((id) => ids.includes(id))).toBe(true);
    }),
  );
});

test('every id is about as likely to be drawn', () => {
  const ids = HUNDRED.slice(0, 10);
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 2_000; seed++) {
    for (const id of drawWithoutReplacement(ids, 3, seed, 's')) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  // 600 expected, standard deviation 20.5.
  for (const id of ids) expect(Math.abs((counts.get(id) ?? 0) - 600)).toBeLessThan(90);
});

test('an id that comes twice is refused', () => {
  expect(() => drawWithoutReplacement(['a', 'b', 'a'], 1, 1, 's')).toThrow(RangeError);
});

test('a seed that is no whole number is refused', () => {
  for (const seed of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => createGenerator(seed, 's')).toThrow(RangeError);
});
