import { expect, test } from 'vitest';
import { pythonScores } from './spider2.ts';

test('a printed dictionary of ids and scores is read, with what Python writes in it', () => {
  const scores = pythonScores(`{'sf_bq011': 1, "it's": 0.5, 'a\\'b': True, 'none': None, 'no': False}`);
  expect([...scores!]).toEqual([
    ['sf_bq011', 1],
    ["it's", 0.5],
    ["a\\'b", 1],
    ['none', null],
    ['no', 0],
  ]);
});

test.each(["{'a': {'b': 1}}", "{'a': 'text'}", '{}', "['a', 1]", 'Final score: 3', "{'a': 1, open('x')}"])(
  '%s is no dictionary of scores',
  (text) => {
    expect(pythonScores(text)).toBeNull();
  },
);
