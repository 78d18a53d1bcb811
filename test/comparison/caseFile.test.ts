import { expect, test } from 'vitest';
import { parseCase } from '#shared/comparison/caseFile.ts';
import { caseVerdict } from '#shared/comparison/caseVerdict.ts';

test('large integers and the difference between 1 and 1.0 survive the reading of a line', () => {
  expect(parseCase('[12345678901234567, 1, 1.0, 1e2, "7"]')).toEqual([12345678901234567n, 1n, 1, 100, '7']);
});

test('a malformed case has an error as its verdict and says what is wrong', () => {
  expect(caseVerdict('bird-ex', { id: 'x', pred: [[1n], [1n, 2n]], gold: [], order_matters: true })).toEqual({
    id: 'x',
    verdict: 'error:MalformedCase',
    why: '"pred": row 2 has 2 cells, not 1',
  });
  expect(caseVerdict('spider2', { id: 'y' }).verdict).toBe('error:MalformedCase');
  expect(caseVerdict('spider2', null)).toMatchObject({ id: '', verdict: 'error:MalformedCase' });
  expect(caseVerdict('aifunc', { id: 'z', pred: { columns: ['a'], rows: [[{ colour: 'red' }]] }, gold: 1n }).verdict).toBe(
    'error:MalformedCase',
  );
});

test('an unknown rule is refused by name', () => {
  expect(() => caseVerdict('no-such-rule', {})).toThrow(/unknown rule: no-such-rule/);
});
