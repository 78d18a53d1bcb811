import { expect, test } from 'vitest';
import { type Difference, framesOf, type LineStretch, phraseOf } from './difference-place.ts';

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

test('each line of a change has a frame of its own, without the blanks around it; where nothing is known within, the lines have', () => {
  const lineText = (line: number) => prediction[line - 1]!;
  const framed = (within: LineStretch[], lines: LineStretch | null) =>
    framesOf(within, lines, lineText).map((frame) => [frame.startLineNumber, textOf('prediction', frame)]);
  const overLines = { startLineNumber: 2, startColumn: 9, endLineNumber: 5, endColumn: 6 };
  expect(framed([overLines, at(1, 1, 3)], at(1, 1, 99))).toEqual([
    [2, 'x)'],
    [3, 'FROM t'],
    [5, 'LIMIT'],
    [1, 'SE'],
  ]);
  expect(framed([], { ...at(2, 1, Number.MAX_SAFE_INTEGER), endLineNumber: 4 })).toEqual([
    [2, 'COUNT(x)'],
    [3, 'FROM t'],
  ]);
  expect(framed([at(2, 1, 3)], at(2, 1, 11))).toEqual([]);
  expect(framed([], null)).toEqual([]);
});
