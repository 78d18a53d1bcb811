import { expect, test } from 'vitest';
import type { Step } from '../model/trajectory.ts';
import { firstSeen, hitCounts, observationLine, searchSteps, splitByQuery, stepKind, stepText, stepTitle } from './steps.ts';

const step = (parts: Partial<Step>): Step => ({
  thought: null,
  tool: null,
  call: [],
  sql: null,
  observation: null,
  outcome: 'unknown',
  ...parts,
});

test('a step is told by its SQL, else its call, else its thought', () => {
  expect(stepTitle(step({ tool: 'run', sql: 'SELECT *\n  FROM t', thought: 'look' }))).toBe('SELECT * FROM t');
  expect(stepTitle(step({ tool: 'bash', call: [{ name: 'command', text: 'ls -R\npwd' }] }))).toBe('ls -R');
  expect(stepTitle(step({ tool: 'search', call: [{ name: 'query', text: 'refunds' }] }))).toBe('search refunds');
  expect(stepTitle(step({ tool: 'terminate' }))).toBe('terminate');
  expect(stepTitle(step({ thought: '\n\nFirst I look.\nThen' }))).toBe('First I look.');
  expect(observationLine(step({ observation: ' \n' }))).toBeNull();
});

test('the text of a step is its own, whole: the call, else what was thought, what came back, or the tool', () => {
  const call = [{ name: 'command', text: 'ls -R\npwd' }];
  expect(stepText(step({ tool: 'bash', call, thought: 'look', observation: 'a' }))).toBe('ls -R\npwd');
  expect(stepText(step({ thought: '\nFirst I look.\nThen', observation: 'a' }))).toBe('\nFirst I look.\nThen');
  expect(stepText(step({ tool: 'terminate', thought: ' ', observation: 'a' }))).toBe('a');
  expect(stepText(step({ tool: 'terminate' }))).toBe('terminate');
});

test('what came back is told without its frame, a table by its rows', () => {
  const line = (observation: string) => observationLine(step({ observation }));
  expect(line('EXECUTION RESULT of [execute_bash]:\nnotes.md\nschema.sql')).toBe('notes.md');
  expect(line('EXECUTION RESULT of [execute_sql]:\nQuery executed successfully\n\n```csv\na,b\n1,2\n3,4\n```')).toBe(
    '2 rows shown',
  );
  expect(line('Error: no such column: x')).toBe('Error: no such column: x');
  expect(line('EXECUTION RESULT of [execute_sql]:')).toBe('EXECUTION RESULT of [execute_sql]:');
});

test('the kind of a step', () => {
  expect(stepKind(step({ sql: 'SELECT 1' }), false)).toBe('sql');
  expect(stepKind(step({ sql: 'SELECT 1' }), true)).toBe('answer');
  expect(stepKind(step({ thought: 'x' }), false)).toBe('thought');
  expect(stepKind(step({ tool: 'bash' }), false)).toBe('command');
});

const steps = [
  step({ thought: 'Other is odd', call: [{ name: 'sql', text: "IN ('Other', 'other')" }] }),
  step({ observation: 'no rows' }),
  step({ observation: 'OTHER' }),
];

test('search finds every place in every step, ignoring case', () => {
  const { hits } = searchSteps(steps, 'other');
  expect(hits.map((hit) => [hit.step, hit.field, hit.start])).toEqual([
    [0, 'thought', 0],
    [0, 'call', 5],
    [0, 'call', 14],
    [2, 'observation', 0],
  ]);
  expect(hitCounts(hits)).toEqual({ thought: 1, call: 2, observation: 1, steps: 2 });
  expect(searchSteps(steps, '  ').hits).toEqual([]);
});

test('a text is cut at its hits and stays whole', () => {
  const parts = splitByQuery('Other and another', 'other');
  expect(parts.map((part) => [part.text, part.hit])).toEqual([
    ['Other', true],
    [' and an', false],
    ['other', true],
  ]);
  expect(splitByQuery('plain', '')).toEqual([{ text: 'plain', hit: false, start: 0 }]);
});

test('a name is first seen as a whole word, in the SQL and anywhere, however it is quoted', () => {
  const sql = (text: string) => step({ sql: text, call: [{ name: 'sql', text }] });
  const trajectory = [
    step({ observation: 'tables: ORDERS_OLD, orders' }),
    sql('SELECT * FROM orders_old'),
    sql('SELECT * FROM "ORDERS" GROUP   BY a'),
  ];
  const [name, clause, text, none] = firstSeen(trajectory, [
    { text: 'orders', words: true, sqlOnly: false },
    { text: 'group by', words: true, sqlOnly: false },
    { text: 'ders_', words: false, sqlOnly: false },
    { text: 'having', words: true, sqlOnly: false },
  ]);
  expect(name).toEqual({
    anywhere: { step: 0, field: 'observation', part: 0, start: 20 },
    inSql: { step: 2, field: 'call', part: 0, start: 15 },
  });
  expect(clause!.inSql).toMatchObject({ step: 2, start: 23 });
  expect(text!.inSql).toMatchObject({ step: 1 });
  expect(none).toEqual({ anywhere: null, inSql: null });
});

test('a string is found as SQL writes it, and a join with the word that may be left out', () => {
  const sql = "SELECT * FROM a LEFT OUTER JOIN b WHERE a.name = 'O''Neill'";
  const [string, join] = firstSeen(
    [step({ sql, call: [{ name: 'sql', text: sql }] })],
    [
      { text: "O'Neill", words: true, sqlOnly: false },
      { text: 'LEFT JOIN', words: true, sqlOnly: true },
    ],
  );
  expect(string!.inSql).toMatchObject({ step: 0, start: sql.indexOf("O'") });
  expect(join!.inSql).toMatchObject({ step: 0, start: sql.indexOf('LEFT') });
});
