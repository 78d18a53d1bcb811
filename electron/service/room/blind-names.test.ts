import { expect, test } from 'vitest';
import { isPartOfName, namePattern, sqlWithoutNames, trajectoryWithoutNames, withoutNames } from './blind-names.ts';

const NAMES = ['cirrus-agent', 'gpt-4', 'gpt-4-turbo', 'a'];
const masked = (text: string) => withoutNames(text, namePattern(NAMES)!);

test('names are masked as whole words, however they are written', () => {
  const seen = (text: string) => masked(text).replaceAll('\u2060', '');
  expect(seen('I am Cirrus Agent, not CIRRUS_AGENT or cirrusagent.')).toBe('I am ▒▒▒▒, not ▒▒▒▒ or ▒▒▒▒.');
  expect(seen('gpt-4-turbo and gpt-4; gpt-40 is another')).toBe('▒▒▒▒ and ▒▒▒▒; gpt-40 is another');
});

test('a name with several signs in a row is masked too', () => {
  const pattern = namePattern(['GPT-4 (May)', 'din -- sql'])!;
  for (const text of ['GPT-4 (May)', 'gpt 4 may', 'din -- sql', 'DIN-SQL'])
    expect(withoutNames(text, pattern)).not.toMatch(/[a-z]/i);
});

test('a mask does not show how long the name is, and what follows stays in its place', () => {
  const text = 'gpt-4-turbo is here';
  expect(masked(text)).toHaveLength(text.length);
  expect(masked(text).indexOf('here')).toBe(text.indexOf('here'));
  expect(masked(text)).toMatch(/^▒{4}\u2060{7} is here$/);
});

test('a name too short to be one stays: it is a word like any other', () => {
  expect(masked('SELECT a FROM b')).toBe('SELECT a FROM b');
  expect(namePattern(['a', 'b-c'])).toBeNull();
});

test('of a query only comments are masked, whole ones', () => {
  const sql = 'SELECT \'-- gpt-4\', gpt.gpt4 -- by gpt-4\nFROM t /* GPT-4\n*/ /* fine */ WHERE "gpt-4" = 1';
  expect(sqlWithoutNames(sql, namePattern(NAMES)!)).toBe(
    'SELECT \'-- gpt-4\', gpt.gpt4 --▒▒▒▒▒▒▒▒▒\nFROM t /*▒▒▒▒▒▒\n*/ /* fine */ WHERE "gpt-4" = 1',
  );
});

test('who looks for a part of a name looks for a system', () => {
  expect(isPartOfName(['cirr'], NAMES)).toBe(true);
  expect(isPartOfName(['select', 'town'], NAMES)).toBe(false);
});

test('no text of a trajectory names a system, whatever stands in it', () => {
  const text = 'by gpt-4';
  const trajectory = {
    steps: [
      {
        thought: text,
        tool: text,
        call: [{ name: 'sql', text }],
        sql: text,
        observation: text,
        outcome: 'error' as const,
        error: text,
        result: { columns: [text], rows: [[text]], rowCount: 1, cut: false },
      },
    ],
    terminated: true,
    answer: text,
    extractionMethod: null,
    error: text,
  };
  const told = JSON.stringify(trajectoryWithoutNames(trajectory, namePattern(NAMES)!));
  expect(told).not.toContain('gpt');
  expect(told).toHaveLength(JSON.stringify(trajectory).length);
});
