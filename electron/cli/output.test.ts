import { expect, test } from 'vitest';
import { inert } from './output.ts';

test('what others wrote never acts on a terminal, and JSON stays the same value', () => {
  expect(inert('\u001b[31mred\u009b2J\u202egnp.exe a\rb')).toBe('\\u001b[31mred\\u009b2J\\u202egnp.exe a\\u000db');
  expect(inert('a\tb\r\nc é שלום')).toBe('a\tb\r\nc é שלום');
  const value = { name: '\u009b\u202e\u001b' };
  expect(JSON.parse(inert(JSON.stringify(value)))).toEqual(value);
});
