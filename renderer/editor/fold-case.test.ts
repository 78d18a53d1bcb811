import { expect, test } from 'vitest';
import { asWritten, foldCase, ignoredLines, isSameSql } from './fold-case.ts';

const fold = (text: string) => foldCase(text, text).gold;

test('letters outside of quotes and comments are folded and the last semicolon goes; every sign keeps its place', () => {
  expect(fold('SELECT T1.StuID FROM Has_Pet AS T1;\n')).toBe('select t1.stuid from has_pet as t1 \n');
  expect(fold(`WHERE A = 'It''s A;' AND "B" = \`C\` -- Don't\nOR X`)).toBe(`where a = 'It''s A;' and "B" = \`C\` -- Don't\nor x`);
  expect(fold("SELECT /* Don't */ $$A'B$$; SELECT B")).toBe("select /* Don't */ $$A'B$$; select b");
  expect(fold("SELECT ['A', B], [Name]")).toBe("select ['A', b], [name]");
  // A sign whose small form is longer stays, or what follows would move.
  expect(fold('İ A')).toBe('İ a');
});

test('where it cannot be told what is quoted, both are compared as they are written', () => {
  for (const text of [
    `SELECT 'It\\'s A'`,
    `SELECT 'A`,
    'SELECT /* A',
    `SELECT [Owner's name], 'A'`,
    `SELECT A # don't`,
    `SELECT A // don't`,
    'SELECT $$A',
  ]) {
    expect(foldCase(text, 'SELECT B;')).toEqual({ gold: text, prediction: 'SELECT B;' });
    expect(foldCase('SELECT B;', text)).toEqual({ gold: 'SELECT B;', prediction: text });
  }
});

test('no text of megabytes takes the window more than a moment', () => {
  const MOST_MS = 5_000;
  for (const part of ['/', '/*', '[', '#', '-', '$', ';', ' ', '"', "'"]) {
    const text = part.repeat(1_000_000);
    const start = performance.now();
    isSameSql(`SELECT A${text}`, `select a${text}`, false);
    expect(performance.now() - start, part).toBeLessThan(MOST_MS);
  }
  expect(fold(`A '${'X'.repeat(20_000_000)}'`).startsWith("a 'X")).toBe(true);
});

test('queries are the same but for letter case only while it does not count', () => {
  expect(isSameSql('SELECT a', ' select A; ', false)).toBe(true);
  expect(isSameSql('SELECT a', 'select A', true)).toBe(false);
  expect(isSameSql("SELECT 'a'", "SELECT 'A'", false)).toBe(false);
});

test('lines that are taken for equal and written otherwise are counted, those of the changes are not', () => {
  const change = (gold: [number, number], prediction: [number, number]) => ({
    originalStartLineNumber: gold[0],
    originalEndLineNumber: gold[1],
    modifiedStartLineNumber: prediction[0],
    modifiedEndLineNumber: prediction[1],
  });
  const gold = ['SELECT', 'A', 'FROM t', 'WHERE x', 'LIMIT 1;'];
  const prediction = ['select', 'b', 'c', '  FROM T', 'limit 1'];
  // A and b, c differ; WHERE x is in gold alone.
  expect(ignoredLines([change([2, 2], [2, 3]), change([4, 4], [4, 0])], gold, prediction)).toBe(3);
  expect(ignoredLines([change([0, 0], [1, 1])], ['A', 'B'], ['x', 'a', 'B'])).toBe(1);
  expect(ignoredLines([], ['a'], ['a '])).toBe(0);
});

test('of a change beside a quoted name, letters that are written alike are no part', () => {
  const gold = { written: ['SurfaceArea'], folded: ['surfacearea'] };
  const prediction = { written: ['`SurfaceArea`'], folded: ['`SurfaceArea`'] };
  const at = (startColumn: number, endColumn: number) => ({ startLineNumber: 1, startColumn, endLineNumber: 1, endColumn });
  const change = (own: [number, number], other: [number, number]) => ({ originalRange: at(...own), modifiedRange: at(...other) });
  // S and `S; A and A; nothing and `.
  expect(asWritten(change([1, 2], [1, 3]), gold, prediction)).toEqual(change([1, 1], [1, 2]));
  expect(asWritten(change([8, 9], [9, 10]), gold, prediction)).toBeNull();
  expect(asWritten(change([12, 12], [13, 14]), gold, prediction)).toEqual(change([12, 12], [13, 14]));
  // What was compared as it is written stays whole, to the ends of its words.
  const same = { written: ['MIN'], folded: ['min'] };
  const max = { written: ['MAX'], folded: ['max'] };
  expect(asWritten(change([1, 4], [1, 4]), same, max)).toEqual(change([1, 4], [1, 4]));
});
