import { expect, test } from 'vitest';
import type { Code } from '#shared/model/codebook.ts';
import { CODEBOOK_PRESETS } from '#shared/model/codebookPresets.ts';
import { codeDigits, codeGroups, keyTextOf } from './code-keys.ts';

const [paper, bugs] = CODEBOOK_PRESETS;
const plain = (count: number): Code[] => Array.from({ length: count }, (_, at) => ({ ...paper!.codes[0]!, code: `X${at + 1}` }));

test('the codes of the paper have one digit each', () => {
  expect([...codeDigits(paper!.codes).values()]).toEqual([[1], [2], [3], [4], [5]]);
});

test('codes with types have the digit of the type, then their own, and each reaches one code', () => {
  const digits = codeDigits(bugs!.codes);
  expect(digits.get('AT-mis')).toEqual([1, 1]);
  expect(digits.get('TA-typ')).toEqual([2, 5]);
  expect(digits.get('OT-oth')).toEqual([9, 3]);
  expect(new Set([...digits.values()].map(String)).size).toBe(31);
  expect(codeGroups(bugs!.codes)).toHaveLength(9);
});

test('a long plain list goes on after 0; what no key reaches has none', () => {
  const digits = codeDigits(plain(20));
  expect([digits.get('X9'), digits.get('X10'), digits.get('X18'), digits.get('X19')]).toEqual([[9], [0, 1], [0, 9], undefined]);
});

test('the primary code is made with Shift on the first digit', () => {
  expect([keyTextOf([4], false), keyTextOf([4], true), keyTextOf([2, 5], true)]).toEqual([
    'Digit4',
    'Shift+Digit4',
    'Shift+Digit2 Digit5',
  ]);
});
