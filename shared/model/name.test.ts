import { expect, test } from 'vitest';
import { nameProblem } from './name.ts';

test.each([
  ['gpt\u200b-4', '200B'],
  ['exe.\u202egnp', '202E'],
  ['\ufeffcafe', 'FEFF'],
  ['soft\u00adhyphen', '00AD'],
  ['C1\u3164', '3164'],
  ['tag\u{e0041}', 'E0041'],
  ['a\u200db', '200D'],
  ['a\ufe0f', 'FE0F'],
  ['line\nend', '000A'],
  ['\u06a9\u200c', '200C'],
])('%j is no name', (name, sign) => {
  expect(nameProblem(name)).toBe(`has a sign that cannot be seen (U+${sign})`);
});

test.each([
  'GPT-4o (2024-05-13)',
  'Schéma « β »',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\u0915\u094d\u200d\u0937',
  '价格 表',
  'team \u{1f469}\u{1f3fd}\u200d\u{1f4bb} \u2764\ufe0f',
  'a\u00a0b',
])('%j is a name', (name) => {
  expect(nameProblem(name)).toBeNull();
});
