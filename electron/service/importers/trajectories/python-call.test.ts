import { expect, test } from 'vitest';
import { parseAction } from './python-call.ts';

test('an action is taken apart where the next parameter begins: quotes inside are not escaped', () => {
  expect(
    parseAction(`SNOWFLAKE_EXEC_SQL(sql_query="SELECT "a", 'x=1', name = 'b' FROM t", is_save=True, save_path="out.csv")`),
  ).toEqual({
    name: 'SNOWFLAKE_EXEC_SQL',
    call: [
      { name: 'sql_query', text: `SELECT "a", 'x=1', name = 'b' FROM t` },
      { name: 'is_save', text: 'True' },
      { name: 'save_path', text: 'out.csv' },
    ],
  });
});

test.each([
  ['Bash(code="ls\nls -l")', { name: 'Bash', call: [{ name: 'code', text: 'ls\nls -l' }] }],
  [
    'BIGQUERY_EXEC_SQL(sql_query="""SELECT 1""", is_save=False)',
    {
      name: 'BIGQUERY_EXEC_SQL',
      call: [
        { name: 'sql_query', text: 'SELECT 1' },
        { name: 'is_save', text: 'False' },
      ],
    },
  ],
  ['Terminate(output="")', { name: 'Terminate', call: [{ name: 'output', text: '' }] }],
  ['no call at all', { name: 'no call at all', call: [] }],
  ['Finish()', { name: 'Finish', call: [] }],
])('%s', (action, expected) => {
  expect(parseAction(action)).toEqual(expected);
});
