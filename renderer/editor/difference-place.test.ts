import { expect, test } from 'vitest';
import { type Difference, type LineStretch, phraseOf } from './difference-place.ts';

const gold = ['SELECT', '  COUNT(DISTINCT x)', 'FROM t'];
const prediction = ['SELECT', '  COUNT(x)', 'FROM t', '', 'LIMIT 1'];
const at = (line: number, from: number, to: number): LineStretch => ({
  startLineNumber: line,
  startColumn: from,
  endLineNumber: line,
  endColumn: to,
});
const textOf = (side: 'gold' | 'prediction', { startLineNumber, startColumn, endColumn }: LineStretch) =>
  (side === 'gold' ? gold : prediction)[startLineNumber - 1]!.slice(startColumn - 1, endColumn - 1);
const phrase = (difference: Difference) => {
  const found = phraseOf(difference, textOf);
  return found && [found.side, textOf(found.side, found.stretch)];
};

test('what the prediction has in a difference is its phrase; where it lacks it, what gold has', () => {
  const changed = { within: at(2, 9, 10), lines: at(2, 1, 11) };
  expect(phrase({ prediction: changed, gold: { within: at(2, 9, 17), lines: at(2, 1, 20) } })).toEqual(['prediction', 'x']);
  const nothing = { within: at(2, 9, 9), lines: at(2, 1, 11) };
  expect(phrase({ prediction: nothing, gold: { within: at(2, 9, 18), lines: at(2, 1, 20) } })).toEqual(['gold', 'DISTINCT ']);
});

test('without a change within lines the lines are it, and blanks alone are none', () => {
  const none = { within: null, lines: null };
  expect(phrase({ prediction: { within: null, lines: at(5, 1, 8) }, gold: none })).toEqual(['prediction', 'LIMIT 1']);
  expect(phrase({ prediction: { within: null, lines: at(4, 1, 1) }, gold: none })).toBeNull();
});
