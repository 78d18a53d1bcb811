import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalOf } from './statement-check.ts';

const DATA = process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '../../../../../shared/data');
const GOLDS = path.join(DATA, 'spider2-snow/gold/sql');

test.each([
  'select 1',
  '-- comment\nSELECT 1;',
  'with a as (select 1 as x) select * from a',
  '(select 1) union all (select 2)',
  "select ';drop table x' as text",
  'select * from t where /* ; delete from t */ 1 = 1',
  'show tables in schema a.b',
  'describe table t',
  'explain select 1',
  'select system$typeof(x) from t',
  'select "delete", "update" from t',
  "select '->>', nextval from t",
  "select AI_CLASSIFY(text, ['a', 'b']):labels[0]::string from t",
])('%s may run', async (sql) => {
  expect(await refusalOf(sql, false)).toBeNull();
});

test.each([
  ['', 'NOT_A_QUERY'],
  ['-- nothing', 'NOT_A_QUERY'],
  ['select 1; select 2', 'SEVERAL_STATEMENTS'],
  ['select 1; drop table t', 'SEVERAL_STATEMENTS'],
  ['drop table t', 'NOT_A_QUERY'],
  ['/* select */ delete from t', 'NOT_A_QUERY'],
  ['with a as (select 1) insert into t select * from a', 'NOT_A_QUERY'],
  ['with a as (select 1) delete from t', undefined],
  ['create table t as select 1', 'NOT_A_QUERY'],
  ['merge into t using s on 1 = 1 when matched then delete', 'NOT_A_QUERY'],
  ['copy into @stage from t', 'NOT_A_QUERY'],
  ['put file:///etc/passwd @stage', 'NOT_A_QUERY'],
  ['get @stage file:///tmp/', 'NOT_A_QUERY'],
  ['call procedure()', 'NOT_A_QUERY'],
  ['execute immediate $$drop table t$$', 'NOT_A_QUERY'],
  ['begin select 1; end', undefined],
  ['use role accountadmin', 'NOT_A_QUERY'],
  ['alter session set timezone = UTC', 'NOT_A_QUERY'],
  ['set a = 1', 'NOT_A_QUERY'],
  ['unset a', 'NOT_A_QUERY'],
  ['grant select on t to role r', 'NOT_A_QUERY'],
  ['truncate table t', 'NOT_A_QUERY'],
  ['undrop table t', 'NOT_A_QUERY'],
  ['rm @stage', 'NOT_A_QUERY'],
  ["select system$cancel_query('01b')", 'WRITES'],
  ['select * from (select SYSTEM$ABORT_SESSION(1) as x)', 'WRITES'],
  ['with a as (select system$cancel_all_queries(1)) select * from a', 'WRITES'],
  ['select 1 ->> truncate t', 'WRITES'],
  ['select a from t where a ->> commit', 'WRITES'],
  ['select s.nextval', 'WRITES'],
  ['explain insert into t values (1)', 'NOT_UNDERSTOOD'],
  ['with p as procedure () returns string language sql as $$ begin return 1; end $$ call p()', 'NOT_UNDERSTOOD'],
  ['show tables ->> select * from $1', 'NOT_UNDERSTOOD'],
  ['selct 1', 'NOT_UNDERSTOOD'],
])('%s is refused', async (sql, code) => {
  const refusal = await refusalOf(sql, false);
  expect(refusal).not.toBeNull();
  if (code !== undefined) expect(refusal!.code).toBe(code);
});

test('with consent a query that the parser does not understand may run, anything else still not', async () => {
  expect(await refusalOf('select * from t match_something (strange grammar', true)).toBeNull();
  expect(await refusalOf('( select strange grammar here', true)).toBeNull();
  expect((await refusalOf('execute strange grammar (', true))?.code).toBe('NOT_UNDERSTOOD');
  expect((await refusalOf('!source file', true))?.code).toBe('NOT_UNDERSTOOD');
  expect((await refusalOf('drop table t', true))?.code).toBe('NOT_A_QUERY');
  expect((await refusalOf('show tables ->> drop table t', true))?.code).toBe('NOT_UNDERSTOOD');
  expect((await refusalOf('select 1 ->> call p()', true))?.code).toBe('NOT_UNDERSTOOD');
});

test('no write passes, however it is dressed up, and with consent no more than without', async () => {
  const writes = fc.constantFrom(
    'drop table t',
    'delete from t where a = 1',
    "insert into t values ('select 1')",
    'create table t as select 1',
    'update t set a = (select 1)',
    'truncate table t',
    'alter session set timezone = UTC',
    'call select_procedure()',
    'execute immediate $$select 1$$',
  );
  const dress = fc.constantFrom('', ' ', '\n\t', '-- select 1\n', '/* select 1; */', ';', '/* with a as (select 1) */\n--\n');
  const upper = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(writes, dress, dress, upper, fc.boolean(), async (write, before, after, cases, consent) => {
      const dressed = [...write].map((letter, index) => (cases[index % cases.length] ? letter.toUpperCase() : letter)).join('');
      expect(await refusalOf(`${before}${dressed}${after}`, consent)).not.toBeNull();
    }),
    { numRuns: 200 },
  );
});

test.skipIf(!fs.existsSync(GOLDS))('real golds may run, but for the few that the parser does not understand', async () => {
  const files = fs.readdirSync(GOLDS).filter((name) => name.endsWith('.sql'));
  const refused: string[] = [];
  for (const file of files) {
    const refusal = await refusalOf(fs.readFileSync(path.join(GOLDS, file), 'utf8'), false);
    if (refusal !== null) refused.push(`${file}: ${refusal.code}`);
  }
  expect(files.length).toBeGreaterThan(80);
  expect(refused.filter((entry) => !entry.endsWith('NOT_UNDERSTOOD'))).toEqual([]);
  expect(refused.length).toBeLessThanOrEqual(2);
});
