import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AiCall,
  type AiFunction,
  callKey,
  type Json,
  MISSING_CALLS_LISTED,
  missingCallsMessage,
  missingCallsOf,
  parseRecordingLine,
  recordingLine,
} from './recording.ts';

const key = (name: AiFunction, ...given: Json[]) => callKey({ function: name, arguments: given });

test.each<[string, string, string]>([
  ['PROMPT is its text', key('AI_FILTER', { template: '{0} is in {1}', args: ['Bern', 5] }), key('AI_FILTER', 'Bern is in 5')],
  ['NULL in PROMPT is nothing', key('AI_FILTER', { template: 'a {0}', args: [null] }), key('AI_FILTER', 'a ')],
  ['line ends and composition do not count', key('AI_FILTER', 'caf\u00e9\r\nx'), key('AI_FILTER', 'cafe\u0301\nx')],
  [
    'a label without description is its name',
    key('AI_CLASSIFY', 'x', [{ label: 'a' }, 'b']),
    key('AI_CLASSIFY', 'x', ['a', 'b']),
  ],
  ['the default mode does not count', key('AI_CLASSIFY', 'x', ['a'], { output_mode: 'single' }), key('AI_CLASSIFY', 'x', ['a'])],
  ['similarity is the same both ways', key('AI_SIMILARITY', 'b', 'a'), key('AI_SIMILARITY', 'a', 'b')],
  ['rows of AI_AGG are a multiset', key('AI_AGG', ['b', 'a', null], 'sum up'), key('AI_AGG', ['a', 'b'], 'sum up')],
  ['keys have no order', key('AI_EXTRACT', 'x', { b: '2', a: '1' }), key('AI_EXTRACT', 'x', { a: '1', b: '2' })],
  ['no categories are none', key('AI_SENTIMENT', 'x', []), key('AI_SENTIMENT', 'x')],
])('%s', (_, left, right) => {
  expect(left).toBe(right);
});

test.each<[string, string, string]>([
  ['case counts', key('AI_FILTER', 'A'), key('AI_FILTER', 'a')],
  ['the order of labels counts', key('AI_CLASSIFY', 'x', ['a', 'b']), key('AI_CLASSIFY', 'x', ['b', 'a'])],
  ['a description counts', key('AI_CLASSIFY', 'x', [{ label: 'a', description: 'd' }]), key('AI_CLASSIFY', 'x', ['a'])],
  ['the mode counts', key('AI_CLASSIFY', 'x', ['a'], { output_mode: 'multi' }), key('AI_CLASSIFY', 'x', ['a'])],
  ['how often a row comes counts', key('AI_AGG', ['a', 'a'], 'i'), key('AI_AGG', ['a'], 'i')],
  ['the function counts', key('AI_FILTER', 'a'), key('AI_SENTIMENT', 'a')],
])('%s', (_, left, right) => {
  expect(left).not.toBe(right);
});

test('a call written and read again is the same call', () => {
  const json = fc.jsonValue().map((value) => value as Json);
  fc.assert(
    fc.property(
      fc.constantFrom<AiFunction>('AI_CLASSIFY', 'AI_EXTRACT', 'AI_SENTIMENT'),
      fc.array(json, { minLength: 1 }),
      (name, given) => {
        const read = parseRecordingLine(recordingLine({ function: name, arguments: given, answer: { a: 1 } }));
        expect(typeof read === 'string' ? read : callKey(read)).toBe(callKey({ function: name, arguments: given }));
      },
    ),
  );
});

test.each([
  ['{', 'the line is not JSON'],
  ['[]', 'the line is not an object'],
  ['{"function":"AI_MAGIC","arguments":["x"],"answer":1}', 'function must be one of'],
  ['{"function":"AI_FILTER","arguments":[],"answer":true}', 'arguments must be a list'],
  ['{"function":"AI_FILTER","arguments":["x"]}', 'the answer is missing'],
  ['{"function":"AI_FILTER","arguments":["x"],"answer":"yes"}', 'true, false or null'],
  ['{"function":"AI_SIMILARITY","arguments":["x","y"],"answer":"0.5"}', 'a number'],
])('%s is told: %s', (line, reason) => {
  expect(parseRecordingLine(line)).toContain(reason);
});

test('an error lists the missing calls up to a limit and tells their number', () => {
  const calls: AiCall[] = Array.from({ length: MISSING_CALLS_LISTED + 5 }, (_, index) => ({
    function: 'AI_FILTER',
    arguments: [`line\n${index}`],
  }));
  const message = missingCallsMessage(calls);
  expect(message.split('\n')[0]).toBe(
    `${calls.length} AI function calls are not in the recording; the first ${MISSING_CALLS_LISTED} are listed`,
  );
  expect(missingCallsOf(message)).toEqual(calls.slice(0, MISSING_CALLS_LISTED));
});
