import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldEqual, lineDiff } from './line-diff.ts';

test('a diff tells added and removed lines with their numbers', () => {
  const { lines, added, removed } = lineDiff('a\nb\nc', 'a\n  x\nc');
  expect(lines.map(({ kind, text, before, after }) => [kind, text, before, after])).toEqual([
    ['same', 'a', 1, 1],
    ['removed', 'b', 2, null],
    ['added', '  x', null, 2],
    ['same', 'c', 3, 3],
  ]);
  expect([added, removed]).toEqual([1, 1]);
});

test('long equal stretches are folded and nothing is lost', () => {
  const before = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
  const { lines } = lineDiff(before, before.replace('line 20', 'LINE twenty'));
  const parts = foldEqual(lines);
  expect(parts.map(({ folded, lines: part }) => [folded, part.length])).toEqual([
    [true, 18],
    [false, 6],
    [true, 17],
  ]);
});

test('both texts can be read off a diff', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { lines } = lineDiff(before, after);
      expect(foldEqual(lines).flatMap((part) => part.lines)).toEqual(lines);
      expect(lines.filter(({ after: number }) => number !== null).map((line) => line.text)).toEqual(
        after === '' ? [] : after.replace(/\n$/, '').split('\n'),
      );
    }),
  );
});

test('lines that differ in letter case alone are equal unless it is marked; the second text is told, and how many there are', () => {
  const [gold, prediction] = ["SELECT Name\nFROM T\nWHERE a = 'X';\n", "SELECT name\nFROM T\nWHERE A = 'x'\nLIMIT 1"];
  const diff = lineDiff(gold, prediction, false);
  expect(diff.lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['same', 'SELECT name'],
    ['same', 'FROM T'],
    ['removed', "WHERE a = 'X';"],
    ['added', "WHERE A = 'x'"],
    ['added', 'LIMIT 1'],
  ]);
  expect(diff.ignored).toBe(1);
  expect(lineDiff(gold, prediction)).toMatchObject({ removed: 2, ignored: 0 });
});
