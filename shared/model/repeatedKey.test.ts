import { expect, test } from 'vitest';
import { repeatedKey } from './repeatedKey.ts';

test('a key that stands twice in one object is found with its line, however it is written', () => {
  expect(repeatedKey('{"a": 1,\n "b": [{"c": 2,\n "\\u0063": 3}]}')).toEqual({ key: 'c', line: 3 });
  expect(repeatedKey('[{"__proto__": 1, "__proto__": 2}]')).toEqual({ key: '__proto__', line: 1 });
});

test('the same key in different objects, as a value and inside a text is none', () => {
  expect(repeatedKey('{"a": {"a": "a\\": {\\"a"}, "b": ["a", {"a": 1}, {"a": 2}], "c": "a"}')).toBeNull();
  expect(repeatedKey(`{"a": "${'\\"{:'.repeat(500_000)}", "b": 1}`)).toBeNull();
});
