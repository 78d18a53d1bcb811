import { expect, test } from 'vitest';
import { adviceFor } from './connectionAdvice.ts';

test('a suspended account is told in plain words, with what to do', () => {
  expect(adviceFor('ACCOUNT_SUSPENDED')).toEqual({
    means: 'The account is suspended: it still answers, but runs no query.',
    next: expect.stringContaining('local database'),
  });
});

test('a code without advice leaves the word to the message', () => {
  expect(adviceFor('UNEXPECTED')).toBeNull();
  expect(adviceFor(null)).toBeNull();
});
