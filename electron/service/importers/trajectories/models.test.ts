import { expect, test } from 'vitest';
import { trajectoryFigures } from '#shared/analysis/trajectoryFigures.ts';
import { modelOfParts } from './formats.ts';

const answered = (text: string) =>
  `EXECUTION RESULT of [execute_snowflake_sql]:\nQuery executed successfully\n\`\`\`csv\n${text}\n\`\`\``;
const call = (name: string, parameters: object, content = '') => ({
  role: 'assistant',
  content,
  tool_calls: [{ name, arguments: parameters }],
});
const tool = (content: string) => ({ role: 'tool', content });

const rollout = (conversation: object[], rest: object = {}) =>
  modelOfParts('spider-agent-tc', [['a.json', JSON.stringify({ instance_id: 'a', rollout_idx: 0, conversation, ...rest })]])
    .trajectory;

test('a tool-call transcript: every step with its SQL and the result that it shows, the answer from terminate', () => {
  const trajectory = rollout(
    [
      { role: 'user', content: 'Question: How many?' },
      call('execute_bash', { command: 'ls', work_dir: '/' }, 'I look.'),
      tool('EXECUTION RESULT of [execute_bash]:\nCommand execution failed'),
      call('execute_snowflake_sql', { sql: 'SELECT x' }),
      tool('EXECUTION RESULT of [execute_snowflake_sql]:\nSQL Error: invalid identifier X'),
      call('execute_snowflake_sql', { sql: 'SELECT a, b FROM t' }),
      tool(`[Round 3/25]\n${answered('a,b\n1,"x, y"\n2,z')}`),
      call('execute_snowflake_sql', { sql: 'SELECT 1 WHERE 1=0' }),
      tool('EXECUTION RESULT of [execute_snowflake_sql]:\nQuery executed successfully but no rows returned.'),
      call('terminate', { answer: 'SELECT count(*) FROM t' }, 'Done.'),
    ],
    { terminated: true },
  );
  expect(trajectory.steps.map(({ outcome }) => outcome)).toEqual(['error', 'error', 'ok', 'ok', 'unknown']);
  expect(trajectory.steps[1]!.error).toBe('SQL Error: invalid identifier X');
  expect(trajectory.steps[2]!.result).toEqual({
    columns: ['a', 'b'],
    rows: [
      ['1', 'x, y'],
      ['2', 'z'],
    ],
    rowCount: 2,
    cut: false,
  });
  expect(trajectory.steps[3]!.result).toEqual({ columns: [], rows: [], rowCount: 0, cut: false });
  expect(trajectory).toMatchObject({
    terminated: true,
    answer: 'SELECT count(*) FROM t',
    extractionMethod: 'terminate(answer)',
    roundLimit: 25,
  });
  expect(trajectoryFigures(trajectory)).toMatchObject({
    rounds: 5,
    sqlCalls: 3,
    bashCalls: 1,
    firstSql: 2,
    firstSuccess: 3,
    limitReached: false,
  });
});

test('without terminate: an <answer> in the last words, else the last SQL that ran; SQL that failed answers nothing', () => {
  const ran = [call('execute_snowflake_sql', { sql: 'SELECT 1' }), tool(answered('a\n1'))];
  expect(rollout([...ran, { role: 'assistant', content: 'So: <answer>SELECT 2</answer>' }])).toMatchObject({
    terminated: false,
    answer: 'SELECT 2',
    extractionMethod: '<answer>',
  });
  const failed = [call('execute_snowflake_sql', { sql: 'SELECT x' }), tool('SQL Error: no')];
  expect(rollout([...ran, ...failed], { terminated: false })).toMatchObject({
    answer: 'SELECT 1',
    extractionMethod: 'last SQL that ran',
  });
  const none = rollout(failed, { terminated: false });
  expect(none).toMatchObject({ answer: null, extractionMethod: null });
  expect(trajectoryFigures(none)).toMatchObject({ firstSuccess: null, limitReached: true });
});

test('a run that broke off has its error, and did not reach its limit', () => {
  const trajectory = rollout([], { terminated: false, error: 'rate limit', round_failed: 2 });
  expect(trajectory).toMatchObject({ steps: [], error: 'rate limit', answer: null });
  expect(trajectoryFigures(trajectory).limitReached).toBe(false);
});

test('Spider-Agent: observation i stands before action i', () => {
  const log = {
    finished: true,
    steps: 2,
    result: 'out.csv',
    Task: 'How many?',
    trajectory: [
      {
        observation: 'you are in the folder',
        thought: 'I run it.',
        action: 'SNOWFLAKE_EXEC_SQL(sql_query="SELECT 1", is_save=True, save_path="out.csv")',
      },
      { observation: 'Saved to out.csv', thought: 'done', action: 'Terminate(output="out.csv")' },
    ],
  };
  const { trajectory, prompt } = modelOfParts('spider-agent', [['a', JSON.stringify(log)]]);
  expect(prompt).toBe('How many?');
  expect(trajectory.steps[0]).toMatchObject({ sql: 'SELECT 1', observation: 'Saved to out.csv', outcome: 'ok' });
  expect(trajectory.steps[1]).toMatchObject({ tool: 'Terminate', observation: null });
  expect(trajectory).toMatchObject({ terminated: true, answer: 'SELECT 1', extractionMethod: 'last saved SQL' });
  const repeated = modelOfParts('spider-agent', [['a', JSON.stringify({ ...log, result: 'ERROR: Repeated action' })]]);
  expect(repeated.trajectory).toMatchObject({ terminated: false, answer: null, error: 'ERROR: Repeated action' });
});

test('DSR-SQL: a workflow error is no answer; token fields of the time line are no tokens', () => {
  const status = [
    JSON.stringify({
      TIME: '10:00',
      Question_id: 'a',
      step: 1,
      input_token_count: 10,
      output_token_count: 5,
      status: { sql: 'SELECT 1', result_acceptable: true, current_state: 'x' },
      SQL: '',
    }),
    '{broken',
    JSON.stringify({
      TIME: '10:01',
      Question_id: 'a',
      step: 'Time Cost',
      input_token_count: 1_700_000_000,
      output_token_count: 1_700_000_100,
      status: null,
      SQL: null,
    }),
  ].join('\n');
  const model = (final: string) =>
    modelOfParts('dsr-sql', [
      ['o', JSON.stringify([{ instance_id: 'a', question: 'q', final_SQL: final }])],
      ['s', status],
    ]).trajectory;
  expect(model("SELECT 'Workflow Error' AS result;")).toMatchObject({ answer: null, terminated: false });
  const trajectory = model('SELECT 2');
  expect(trajectory).toMatchObject({ answer: 'SELECT 2', extractionMethod: 'final_SQL' });
  expect(trajectoryFigures(trajectory)).toMatchObject({
    rounds: 1,
    sqlCalls: 1,
    firstSuccess: 1,
    inputTokens: 10,
    outputTokens: 5,
  });
});

test('ReFoRCE: sections of the log become steps, errors are tied to their SQL', () => {
  const line = (message: string) => `2025-01-02 03:04:05 - Thread-3 (execute) - INFO - ${message}`;
  const log = [
    line('[Exploration]'),
    'I look at the tables',
    '[Exploration]',
    line('[Try to execute]'),
    'SELECT x',
    '[Try to execute]',
    line('[Error occurred]'),
    'invalid identifier',
    '[Error occurred]',
    line('[Corrected SQL]'),
    'SELECT 1',
    '[Corrected SQL]',
    line('[Results for corrected sql]'),
    'a\n1',
    '[Results for corrected sql]',
    line('itercount: 2'),
  ].join('\n');
  const { trajectory } = modelOfParts('reforce', [
    ['a/0log.log', log],
    ['a/0result.sql', 'SELECT 1'],
    ['a/0result.csv', 'a\n1\n'],
  ]);
  expect(trajectory.steps.map(({ sql, outcome }) => [sql, outcome])).toEqual([
    [null, 'unknown'],
    ['SELECT x', 'error'],
    ['SELECT 1', 'ok'],
    [null, 'unknown'],
  ]);
  expect(trajectory.steps[1]!.error).toBe('invalid identifier');
  expect(trajectory).toMatchObject({ answer: 'SELECT 1', extractionMethod: 'result.sql' });
  expect(modelOfParts('reforce', [['a/log.log', log]]).trajectory.answer).toBeNull();
});

test('chats: calls with JSON arguments and their answers by id, several in a turn; the answer in a fence', () => {
  const messages = [
    { role: 'user', content: 'How many?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: '1', type: 'function', function: { name: 'run_sql', arguments: '{"query": "SELECT 1"}' } },
        { id: '2', type: 'function', function: { name: 'bash', arguments: '{"cmd": "ls"}' } },
      ],
    },
    { role: 'tool', tool_call_id: '2', content: 'file' },
    { role: 'tool', tool_call_id: '1', content: 'SQL Error: no' },
    { role: 'assistant', content: [{ type: 'text', text: 'It is\n```sql\nSELECT 2\n```' }] },
  ];
  const { trajectory, prompt } = modelOfParts('messages', [['a.json', JSON.stringify({ id: 'a', messages })]]);
  expect(prompt).toBe('How many?');
  expect(trajectory.steps.map(({ tool: name, sql, outcome, round }) => [name, sql, outcome, round])).toEqual([
    ['run_sql', 'SELECT 1', 'error', 1],
    ['bash', null, 'ok', 1],
    [null, null, 'unknown', 2],
  ]);
  expect(trajectory).toMatchObject({ answer: 'SELECT 2', extractionMethod: 'SQL in the last words', terminated: true });
  expect(trajectoryFigures(trajectory)).toMatchObject({ rounds: 2, sqlCalls: 1, bashCalls: 1, firstSql: 1 });
});

test('chats of the older interface: function_call, answered by the role function', () => {
  const messages = [
    { role: 'user', content: 'How many?' },
    { role: 'assistant', content: null, function_call: { name: 'run_sql', arguments: '{"sql": "SELECT 1"}' } },
    { role: 'function', name: 'run_sql', content: '```csv\na\n1\n```' },
    { role: 'assistant', content: null, function_call: { name: 'submit', arguments: '{"sql": "SELECT 2"}' } },
  ];
  const { trajectory } = modelOfParts('messages', [['a.json', JSON.stringify({ instance_id: 'a', messages })]]);
  expect(trajectory.answer).toBe('SELECT 2');
  expect(trajectory.steps[0]).toMatchObject({ tool: 'run_sql', sql: 'SELECT 1', outcome: 'ok', result: { columns: ['a'] } });
});

test('Inspect: a sample with tokens from its model events, and its error', () => {
  const sample = {
    id: 'a',
    epoch: 1,
    input: 'How many?',
    messages: [
      { role: 'user', content: 'How many?' },
      { role: 'assistant', content: 'x', tool_calls: [{ id: '1', function: 'sql', arguments: { sql: 'SELECT 1' } }] },
      { role: 'tool', tool_call_id: '1', function: 'sql', content: '', error: { type: 'timeout', message: 'too long' } },
      { role: 'assistant', content: 'done', tool_calls: [{ id: '2', function: 'submit', arguments: { answer: 'SELECT 2' } }] },
    ],
    events: [
      { event: 'model', output: { usage: { input_tokens: 100, output_tokens: 20 } } },
      { event: 'tool' },
      { event: 'model', output: { usage: { input_tokens: 130, output_tokens: 10 } } },
    ],
    output: { completion: 'done' },
  };
  const { trajectory } = modelOfParts('inspect', [['samples/a_epoch_1.json', JSON.stringify(sample)]]);
  expect(trajectory.steps[0]).toMatchObject({ outcome: 'error', tokens: { input: 100, output: 20 } });
  expect(trajectory).toMatchObject({ answer: 'SELECT 2', terminated: true });
  expect(trajectoryFigures(trajectory)).toMatchObject({ inputTokens: 230, outputTokens: 30 });
});
