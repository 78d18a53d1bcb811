import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints } from './codePoints.ts';

test('texts are ordered by code point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const points = (text: string) => [...text].map((character) => character.codePointAt(0)!.toString(16).padStart(6, '0'));
      const expected = points(a).join() < points(b).join() ? -1 : points(a).join() > points(b).join() ? 1 : 0;
      expect(Math.sign(compareCodePoints(a, b))).toBe(expected);
    }),
  );
});
