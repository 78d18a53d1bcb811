import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawSample } from './sample.ts';

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const STRATA_OF = [
  { stratum: 'S1', instanceIds: ids('a', 40) },
  { stratum: 'S2', instanceIds: ids('b', 50) },
  { stratum: 'S3', instanceIds: ids('c', 20) },
  { stratum: 'rest', instanceIds: ids('d', 10) },
] as const;
/** S3 lies in S2. */
const PAPER = STRATA_OF.map((entry) =>
  entry.stratum === 'S2' ? { ...entry, instanceIds: [...ids('b', 50), ...ids('c', 20)] } : entry,
);
const anySizes = fc.record({ S1: fc.nat(60), S2: fc.nat(60), S3: fc.nat(60) });

test('a stratum that holds fewer than asked is drawn whole', () => {
  const drawn = drawSample(STRATA_OF, { S1: 30, S2: 30, S3: 25 }, 7);
  expect(drawn.map(({ stratum, frame, asked, instanceIds }) => [stratum, frame, asked, instanceIds.length])).toEqual([
    ['S1', 40, 30, 30],
    ['S2', 50, 30, 30],
    ['S3', 20, 25, 20],
  ]);
});

test('changing the size of one stratum leaves the others as they are', () => {
  fc.assert(
    fc.property(anySizes, fc.nat(60), fc.nat(), (sizes, other, seed) => {
      const [first, , third] = drawSample(STRATA_OF, sizes, seed);
      const [firstAgain, , thirdAgain] = drawSample(STRATA_OF, { ...sizes, S2: other }, seed);
      expect(firstAgain).toEqual(first);
      expect(thirdAgain).toEqual(third);
    }),
  );
});

test('ids of earlier samples are not drawn again, nor counted in the frame', () => {
  const without = ids('a', 15);
  const [first] = drawSample(STRATA_OF, { S1: 40, S2: 0, S3: 0 }, 3, without);
  expect(first!.frame).toBe(25);
  expect(first!.instanceIds.some((id) => without.includes(id))).toBe(false);
});

test('where S3 lies in S2, no instance is drawn twice', () => {
  fc.assert(
    fc.property(anySizes, fc.nat(), (sizes, seed) => {
      const drawn = drawSample(PAPER, sizes, seed).flatMap(({ instanceIds }) => instanceIds);
      expect(new Set(drawn).size).toBe(drawn.length);
    }),
  );
});

test('another seed draws other instances', () => {
  const sizes = { S1: 20, S2: 0, S3: 0 };
  expect(drawSample(STRATA_OF, sizes, 1)[0]!.instanceIds).not.toEqual(drawSample(STRATA_OF, sizes, 2)[0]!.instanceIds);
});
