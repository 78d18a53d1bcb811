import { expect, test } from 'vitest';
import { parseExactJson } from './exactJson.ts';

test('whole numbers that JavaScript would round are their text; all else is as JSON.parse gives it', () => {
  expect(parseExactJson('{"id": 9007199254740993, "ids": [-123456789012345678901, 9007199254740992, 7]}')).toEqual({
    id: '9007199254740993',
    ids: ['-123456789012345678901', 9007199254740992, 7],
  });
  const text =
    '{"a": 0.12345678901234567, "b": 1e22, "c": "9007199254740993", "d": 12345678901234567.5, "e": 10000000000000000000000, "f": 123456789012345680000}';
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
  expect(() => parseExactJson('{"a": 9007199254740993')).toThrow(SyntaxError);
});
