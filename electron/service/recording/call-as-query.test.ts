import { expect, test } from 'vitest';
import { callAsQuery } from './call-as-query.ts';

test('a call becomes a query of one cell, with every text as it is', () => {
  expect(callAsQuery({ function: 'AI_FILTER', arguments: ["It's a \\ path"] })).toBe(
    "SELECT AI_FILTER('It''s a \\\\ path') AS ANSWER",
  );
  expect(callAsQuery({ function: 'AI_CLASSIFY', arguments: ['x', ['a', 'b'], { output_mode: 'multi' }] })).toBe(
    "SELECT AI_CLASSIFY('x', ['a', 'b'], {'output_mode': 'multi'}) AS ANSWER",
  );
});

test('AI_AGG gets its texts as rows', () => {
  expect(callAsQuery({ function: 'AI_AGG', arguments: [['one', 'two'], 'Sum it up'] })).toBe(
    "SELECT AI_AGG(COLUMN1, 'Sum it up') AS ANSWER FROM VALUES ('one'), ('two')",
  );
});
