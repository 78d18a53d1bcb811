import { expect, test } from 'vitest';
import { Problem } from '../sources/problem.ts';
import { answerOf } from './answer.ts';
import { argumentText } from './argument-text.ts';
import { type Message, stepsOfMessages } from './message.ts';
import { readObservation } from './observation.ts';

// Texts that agents in a loop write, or that are made to harm. One that is read in steps of its square, or worse, lasts longer
// than a test may.

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
};
const call = (code: string): Message[] => [
  { role: 'assistant', content: null, tool_calls: [{ name: 'run', arguments: { code } }] },
];

test('an argument is indented until its nesting would make more blanks than text, and refused where it cannot be written', () => {
  expect(argumentText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(argumentText(['[[[', '\\"{'])).toBe('[\n  "[[[",\n  "\\\\\\"{"\n]');
  expect(argumentText(nested(1000))).toBe(JSON.stringify(nested(1000)));
  expect(argumentText(undefined)).toBe('');
  expect(() => argumentText(nested(200_000))).toThrow(Problem);
});

test('many comments before a text that is no query are looked at once', () => {
  const comments = '/* a */ '.repeat(5_000);
  expect(stepsOfMessages(call(`${comments}x`)).steps[0]!.sql).toBeNull();
  expect(stepsOfMessages(call(`${comments}SELECT 1`)).steps[0]!.sql).toBe(`${comments}SELECT 1`);
});

test('a fence that never ends, and a list of numbers, are looked at once', () => {
  const fence: Message[] = [{ role: 'assistant', content: `\`\`\`sql${'\n'.repeat(300_000)}` }];
  expect(stepsOfMessages(fence).fenced).toBeNull();
  expect(readObservation(`1${',1'.repeat(400_000)}`, true)).toEqual({ outcome: 'ok' });
  expect(readObservation('```csv\na\n1\n```\n1,234 rows', true).result).toMatchObject({ rowCount: 1234 });
});

test('of answers that never end none is taken', () => {
  const step = { tool: null, call: [], sql: null, observation: null, outcome: 'unknown' as const };
  expect(answerOf(null, [{ ...step, thought: '<answer>'.repeat(200_000) }])).toBeNull();
  expect(answerOf(null, [{ ...step, thought: 'so: <Answer> SELECT 1 </ANSWER> <answer>2</answer>' }])?.sql).toBe('SELECT 1');
});
