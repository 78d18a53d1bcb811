import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatText } from './format-text.ts';
import { lineAt, sameStretch } from './text-positions.ts';

const written = "select count(*),  name from t\twhere x = 'a  b' and y>1";
const { text: laidOut } = formatText(written, 'sqlite');

test('a word is found in the other layout, and back', () => {
  const start = laidOut.indexOf("'a  b'");
  const stretch = sameStretch(laidOut, written, start, start + 6)!;
  expect(written.slice(stretch.start, stretch.end)).toBe("'a  b'");
  expect(sameStretch(written, laidOut, stretch.start, stretch.end)).toEqual({ start, end: start + 6 });
});

test('any stretch keeps its solid characters in the other layout', () => {
  const solid = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();
  fc.assert(
    fc.property(fc.nat(laidOut.length), fc.nat(laidOut.length), (a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      const stretch = sameStretch(laidOut, written, start, end);
      expect(solid(stretch ? written.slice(stretch.start, stretch.end) : '')).toBe(solid(laidOut.slice(start, end)));
    }),
  );
});

test('blanks alone, and another query, have no place', () => {
  expect(sameStretch('a  b', 'a b', 1, 3)).toBeNull();
  expect(sameStretch('SELECT 1', 'SELECT 12', 0, 6)).toBeNull();
});

test('lines count from 1', () => {
  expect([0, 1, 2].map((offset) => lineAt('a\nb', offset))).toEqual([1, 1, 2]);
});

test('a blank that no key types counts as one', () => {
  expect(sameStretch('SELECT\n  a\nFROM\n  t', 'select\u00a0a\u3000from t', 9, 10)).toEqual({ start: 7, end: 8 });
});
