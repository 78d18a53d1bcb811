import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differenceOf } from '#shared/comparison/cellDifference.ts';
import type { RunnerOutcome } from '#shared/contract/runner.ts';
import { decodeTable } from '#shared/model/result-encoding.ts';
import type { Table, Value } from '#shared/model/value.ts';
import { buildFolderDatabase } from './build/folder-database.ts';
import { runDuckdbQuery } from './duckdb.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-dialect-'));
const database = path.join(folder, 'town.duckdb');

beforeAll(async () => {
  const data = path.join(folder, 'data');
  fs.mkdirSync(path.join(data, 'survey'), { recursive: true });
  fs.writeFileSync(path.join(data, 'houses.csv'), 'id,street,Built\n1,Elm,1999-05-01\n2,Oak,2001-12-31\n3,,2001-01-01\n');
  fs.writeFileSync(
    path.join(data, 'survey', 'answers.jsonl'),
    [
      { id: 1, price: '10', tags: ['a', 'b'], info: { name: 'Ann', Age: 41, nested: { ok: true } } },
      { id: 2, price: '9.5', tags: [], info: { name: 'Bo', Age: 9, nested: { ok: false } } },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  const { notes } = await buildFolderDatabase(data, database);
  expect(notes).toEqual([]);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (sql: string, compileOnly = false) =>
  runDuckdbQuery(
    {
      t: 'run',
      engine: 'duckdb',
      database,
      name: 'TOWN',
      recording: null,
      compileOnly,
      rowCap: 1000,
      byteCap: 1_000_000,
      items: [],
    },
    sql,
  );

function tableOf(outcome: RunnerOutcome): Table {
  if (outcome.status !== 'ok') throw new Error(`${outcome.code}: ${outcome.message}`);
  const { data, encoding } = outcome.result;
  return decodeTable(Buffer.from(encoding === 'plain' ? data : inflateRawSync(data)).toString());
}
const rowsOf = async (sql: string) => tableOf(await run(sql)).rows;

const decimal = (text: string): Value => ({ type: 'decimal', text });
const date = (text: string): Value => ({ type: 'date', text });
const time = (text: string): Value => ({ type: 'timestamp', text });
const json = (text: string): Value => ({ type: 'json', text });

test.each<[string, Value]>([
  // Types, without loss.
  ['9007199254740993', 9007199254740993n],
  ['1.50', decimal('1.50')],
  ["'1'::NUMBER", 1n],
  ["'5.7'::INT", 6n],
  ["'5.75'::NUMBER(10, 2)", decimal('5.75')],
  ['1::FLOAT', 1],
  ["'x'::VARCHAR", 'x'],
  ["'hello'::VARCHAR(3)", 'hel'],
  ['TRUE', true],
  ['NULL', null],
  ["DATE '2020-01-31'", date('2020-01-31')],
  ["TO_TIMESTAMP('2020-01-31 10:00:00.5')", time('2020-01-31 10:00:00.5')],
  ["'10:00:00'::TIME", { type: 'time', text: '10:00:00' }],
  // Text.
  ["CONCAT('a', NULL)", null],
  ["CONCAT('a', 5)", 'a5'],
  ["'a' || 5", 'a5'],
  ["LEN('héllo')", 5n],
  ["INITCAP('hello wORLD')", 'Hello World'],
  ["STARTSWITH('abc', 'ab')", true],
  ["REGEXP_LIKE('abc', 'b')", false],
  ["REGEXP_LIKE('abc', 'A.C', 'i')", true],
  ["REGEXP_SUBSTR('a1b2', '[0-9]+')", '1'],
  ["REGEXP_SUBSTR('ab', '[0-9]+')", null],
  ["REGEXP_REPLACE('a1b2', '[0-9]')", 'ab'],
  ["SPLIT_PART('a,b', ',', 2)", 'b'],
  ["SPLIT('a,b', ',')[1]::STRING", 'b'],
  ["LPAD('5', 3, '0')", '005'],
  ['TO_CHAR(5)', '5'],
  ["TO_CHAR(12345.678, '999,999.00')", '  12,345.68'],
  ["TO_CHAR(DATE '2020-01-31', 'YYYY-MM')", '2020-01'],
  ["TO_VARCHAR(DATE '2020-01-31', 'MMMM DD, YYYY')", 'January 31, 2020'],
  ["TO_TIMESTAMP('2020-01-31')::STRING", '2020-01-31 00:00:00.000'],
  // Numbers.
  ['GREATEST(1, NULL)', null],
  ["TRY_TO_NUMBER('x')", null],
  ["TO_NUMBER('12.6')", 13n],
  ["TO_NUMBER('12.65', 10, 2)", decimal('12.65')],
  ["'5' + 1", 6],
  ['7 / 2', 3.5],
  ["DIV0('1', 0)", 0],
  ['ROUND(2.5)', 3n],
  ['MOD(5, 3)', 2n],
  ["IFF(1 = 1, 'a', 'b')", 'a'],
  ['ZEROIFNULL(NULL)', 0n],
  // Dates and times.
  ["DATEADD(day, -1, DATE '2020-03-01')", date('2020-02-29')],
  ["DATEADD('month', 1, DATE '2020-01-31')", date('2020-02-29')],
  ["DATEADD(hour, 1, '2020-01-01'::TIMESTAMP)", time('2020-01-01 01:00:00')],
  ["DATEDIFF('hour', '2020-01-01 10:59'::TIMESTAMP, '2020-01-01 11:00'::TIMESTAMP)", 1n],
  ["DATEDIFF(day, '2020-01-05', DATE '2020-01-06')", 1n],
  ["DATEDIFF(week, DATE '2020-01-05', DATE '2020-01-06')", 1n],
  ["DATE_TRUNC('month', DATE '2020-01-31')", date('2020-01-01')],
  ["DATE_TRUNC(month, TO_TIMESTAMP('2020-01-31 10:00:00'))", time('2020-01-01 00:00:00')],
  ["TRUNC(DATE '2020-02-03', 'MONTH')", date('2020-02-01')],
  ["YEAR('2020-02-03')", 2020n],
  ["EXTRACT(month FROM DATE '2020-02-03')", 2n],
  ["DATE_PART('month', '2020-02-03')", 2n],
  ["DATE_PART(quarter, DATE '2020-05-03')", 2n],
  ["DATEPART('hour', TO_TIMESTAMP('2020-02-03 04:05:06'))", 4n],
  ["DAYOFWEEK(DATE '2020-02-02')", 0n],
  ["MONTHNAME(DATE '2020-02-02')", 'Feb'],
  ["LAST_DAY(DATE '2020-02-02')", date('2020-02-29')],
  ["ADD_MONTHS(DATE '2020-01-31', 1)", date('2020-02-29')],
  ['DATE_FROM_PARTS(2020, 13, 1)', date('2021-01-01')],
  ["TO_DATE('31/01/2020', 'DD/MM/YYYY')", date('2020-01-31')],
  ["TO_DATE('01/31/2020')", date('2020-01-31')],
  ["TRY_TO_DATE('x')", null],
  ['TO_TIMESTAMP(1600000000)', time('2020-09-13 12:26:40')],
  ["TO_TIMESTAMP('1600000000000')", time('2020-09-13 12:26:40')],
  ['TO_TIMESTAMP_NTZ(1600000000000000 / 1000000)', time('2020-09-13 12:26:40')],
  ['TO_TIMESTAMP_NTZ(1600000000000, 3)', time('2020-09-13 12:26:40')],
  // Semi-structured data.
  ["[1, 'a', NULL]", json('[1,"a",null]')],
  ["{'a': 1, 'b': NULL}", json('{"a":1}')],
  ["OBJECT_CONSTRUCT('a', [1])", json('{"a":[1]}')],
  ['PARSE_JSON(\'{"a":{"b c":[5]}}\'):a."b c"[0]', json('5')],
  ['PARSE_JSON(\'{"a":"x"}\'):a::STRING', 'x'],
  ['PARSE_JSON(\'{"a":[1,2]}\'):a::STRING', '[1,2]'],
  ['PARSE_JSON(\'{"a":"5"}\'):a::INT + 1', 6n],
  ['PARSE_JSON(\'{"a":"5.5"}\'):a + 1', 6.5],
  ['PARSE_JSON(\'{"a":"x"}\'):a = \'x\'', true],
  ['PARSE_JSON(\'{"a":5}\'):a > 4', true],
  ['PARSE_JSON(\'{"a":true}\'):a = TRUE', true],
  ['PARSE_JSON(\'{"a":1}\'):A', null],
  ["PARSE_JSON('{\"a\":1}')['a']::INT", 1n],
  ["TRY_PARSE_JSON('{')", null],
  ['ARRAY_SIZE([1, 2])', 2n],
  ['ARRAY_CONTAINS(2::VARIANT, [1, 2])', true],
  ["ARRAY_TO_STRING([1, 'b'], '-')", '1-b'],
  ["ARRAY_CAT([1], ['b'])", json('[1,"b"]')],
  ["GET(PARSE_JSON('[7]'), 0)::INT", 7n],
  ["GET_PATH(PARSE_JSON('{\"a\":[7]}'), 'a[0]')::INT", 7n],
  ['OBJECT_KEYS(PARSE_JSON(\'{"b":1,"a":2}\'))', json('["b","a"]')],
])('%s', async (expression, expected) => {
  expect(await rowsOf(`SELECT ${expression}`)).toEqual([[expected]]);
});

test('a folder of files is a database: schemas from subfolders, names as Snowflake has them', async () => {
  expect(await rowsOf('SELECT "street", "Built" FROM TOWN.PUBLIC.HOUSES WHERE "id" = 1')).toEqual([['Elm', date('1999-05-01')]]);
  expect(await rowsOf('SELECT COUNT(*) FROM houses')).toEqual([[3n]]);
  expect(await rowsOf('SELECT "info":name::STRING FROM SURVEY.ANSWERS WHERE "info":nested.ok')).toEqual([['Ann']]);
});

test('names are told apart by case, as in Snowflake', async () => {
  expect(await run('SELECT street FROM HOUSES')).toMatchObject({ status: 'error', code: 'UNKNOWN_COLUMN' });
  expect(await run('SELECT "Street" FROM HOUSES')).toMatchObject({ status: 'error', code: 'UNKNOWN_COLUMN' });
  expect(await run('SELECT 1 FROM "houses"')).toMatchObject({ status: 'error', code: 'UNKNOWN_TABLE' });
  expect(await run('SELECT "s" FROM (SELECT "street" AS s FROM HOUSES)')).toMatchObject({ code: 'UNKNOWN_COLUMN' });
  const { columns } = tableOf(
    await run('SELECT "street" AS s, "street" AS "Mixed", "Built", COUNT(*) AS "N" FROM HOUSES GROUP BY ALL'),
  );
  expect(columns).toEqual(['S', 'Mixed', 'Built', 'N']);
});

test('messages name things as the query does', async () => {
  const outcome = await run('SELECT "strete" FROM HOUSES');
  expect(outcome).toMatchObject({ message: expect.stringMatching(/"strete" not found.*\n.*"street"/) });
});

test('columns without alias are named by their expression', async () => {
  expect(tableOf(await run('SELECT count(*), max("id") + 1 FROM HOUSES')).columns).toEqual(['COUNT(*)', 'MAX("id") + 1']);
});

test('NULL is the largest value of an order', async () => {
  expect(await rowsOf('SELECT "street" FROM HOUSES ORDER BY "street"')).toEqual([['Elm'], ['Oak'], [null]]);
  expect(await rowsOf('SELECT "street" FROM HOUSES ORDER BY "street" DESC')).toEqual([[null], ['Oak'], ['Elm']]);
});

test('text is a number where Snowflake takes it for one', async () => {
  expect(await rowsOf('SELECT SUM("price"), "price" > 9.6 FROM SURVEY.ANSWERS GROUP BY 2 ORDER BY 2')).toEqual([
    [9.5, false],
    [10, true],
  ]);
  expect(await rowsOf('SELECT "id" FROM SURVEY.ANSWERS ORDER BY "info":Age')).toEqual([[2n], [1n]]);
});

test('FLATTEN gives the rows of arrays and objects, and with OUTER those of empty ones', async () => {
  expect(
    await rowsOf(
      'SELECT a."id", f.index, f.value::STRING FROM SURVEY.ANSWERS a, LATERAL FLATTEN(input => a."tags") f ORDER BY 1, 2',
    ),
  ).toEqual([
    [1n, 0n, 'a'],
    [1n, 1n, 'b'],
  ]);
  expect(
    await rowsOf('SELECT a."id", f.value FROM SURVEY.ANSWERS a, TABLE(FLATTEN(a."tags", outer => TRUE)) f WHERE a."id" = 2'),
  ).toEqual([[2n, null]]);
  expect(await rowsOf('SELECT key FROM SURVEY.ANSWERS a, LATERAL FLATTEN(input => a."info":nested) WHERE a."id" = 1')).toEqual([
    ['ok'],
  ]);
  expect(await rowsOf("SELECT value FROM TABLE(SPLIT_TO_TABLE('a b', ' '))")).toEqual([['a'], ['b']]);
});

test('GENERATOR, SEQ4, VALUES and QUALIFY', async () => {
  expect(await rowsOf('SELECT SEQ4() AS n FROM TABLE(GENERATOR(ROWCOUNT => 3)) WHERE n > 0')).toEqual([[1n], [2n]]);
  expect(await rowsOf('SELECT column1 FROM VALUES (1), (2)')).toEqual([[1n], [2n]]);
  expect(
    await rowsOf('SELECT "id" FROM HOUSES QUALIFY ROW_NUMBER() OVER (PARTITION BY YEAR("Built") ORDER BY "id") = 1 ORDER BY 1'),
  ).toEqual([[1n], [2n]]);
});

test('ARRAY_AGG leaves NULL out and keeps its order; LISTAGG joins', async () => {
  expect(
    await rowsOf(
      `SELECT ARRAY_AGG("street"), ARRAY_AGG("id") WITHIN GROUP (ORDER BY "id" DESC), LISTAGG("street", '+') WITHIN GROUP (ORDER BY "street") FROM HOUSES`,
    ),
  ).toEqual([[json('["Elm","Oak"]'), json('[3,2,1]'), 'Elm+Oak']]);
});

test.each<[string, readonly Value[]]>([
  [
    'SELECT ARRAY_SORT(ARRAY_CONSTRUCT(10, 9)), ARRAY_MAX(ARRAY_CONSTRUCT(9, 10)), ARRAY_MIN([3, 2])',
    [json('[9,10]'), json('10'), json('2')],
  ],
  [
    'SELECT ARRAY_INTERSECTION([1, 2], [2]), ARRAY_EXCEPT([1, 2], [2]), ARRAYS_OVERLAP([1], [2])',
    [json('[2]'), json('[1]'), false],
  ],
  ['SELECT ARRAY_DISTINCT([1, 1]), ARRAY_APPEND([1], 2), ARRAY_PREPEND([1], 2)', [json('[1]'), json('[1,2]'), json('[2,1]')]],
  ["SELECT OBJECT_INSERT({'a': 1}, 'b', 2), OBJECT_DELETE({'a': 1}, 'a')", [json('{"a":1,"b":2}'), json('{}')]],
  ["SELECT STRTOK_TO_ARRAY('a b  c'), STRTOK_TO_ARRAY('a.b-c', '.-')", [json('["a","b","c"]'), json('["a","b","c"]')]],
  ["SELECT BOOLXOR(TRUE, FALSE), INSERT('abc', 1, 2, 'z'), UNICODE('a')", [true, 'zc', 97n]],
  ["SELECT PREVIOUS_DAY('2020-01-01'::DATE, 'mo'), NEXT_DAY('2020-01-01'::DATE, 'mo')", [date('2019-12-30'), date('2020-01-06')]],
  ['SELECT CAST(1 AS NUMBER(38, 9))', [{ type: 'decimal', text: '1.000000000' }]],
])('%s', async (sql, row) => {
  expect(await rowsOf(sql)).toEqual([row]);
});

test('columns are left out, replaced and turned by their exact names', async () => {
  expect(await rowsOf('SELECT * EXCLUDE ("street", "id") FROM HOUSES ORDER BY 1 LIMIT 0')).toEqual([]);
  expect(await run('SELECT * EXCLUDE "STREET" FROM HOUSES')).toMatchObject({ code: 'UNKNOWN_COLUMN' });
  expect(
    await rowsOf(
      `SELECT "'Oak'", "'Elm'" FROM (SELECT "street", "id" FROM HOUSES) PIVOT (COUNT("id") FOR "street" IN ('Oak', 'Elm'))`,
    ),
  ).toHaveLength(1);
});

test('shares and events over a window', async () => {
  expect(
    await rowsOf(
      'SELECT RATIO_TO_REPORT(n) OVER (PARTITION BY g), CONDITIONAL_TRUE_EVENT(n > 1) OVER (ORDER BY n) FROM (VALUES (1, 1), (1, 3)) v (g, n) ORDER BY n',
    ),
  ).toEqual([
    [0.25, 0n],
    [0.75, 1n],
  ]);
});

test('geography compiles, and a row that needs it is nobody’s fault', async () => {
  const sql =
    'SELECT ST_DISTANCE(ST_MAKEPOINT(1, 2), TO_GEOGRAPHY(\'POINT(3 4)\')) < 5, ST_COLLECT(ST_POINT("id", 1)) FROM HOUSES GROUP BY 1';
  expect(await run(sql, true)).toMatchObject({ status: 'ok' });
  expect(await run(sql)).toMatchObject({ status: 'environment', code: 'NOT_SUPPORTED' });
});

test('integers have the 38 digits of Snowflake’s, from literals, texts and arithmetic', async () => {
  const large = 99999999999999999999999999999999999999n;
  expect(
    await rowsOf(`SELECT ${large}::NUMBER(38,0), '${large}'::NUMBER(38,0), TO_NUMBER('${large}'), TRY_TO_NUMBER('${large}'),
      9223372036854775807 + 1, 9223372036854775807::INT * "id"
      FROM HOUSES WHERE "id" = 2`),
  ).toEqual([[large, large, large, large, 9223372036854775808n, 18446744073709551614n]]);
  expect(await rowsOf('SELECT 1000 * 60 * 60 * 24 * 30, 2147483647 + 1, -2147483647 - 10')).toEqual([
    [2592000000n, 2147483648n, -2147483657n],
  ]);
  expect(await rowsOf("SELECT TO_NUMBER('9007199254740993'), TRY_TO_NUMBER('9007199254740993'), '2.5'::INT")).toEqual([
    [9007199254740993n, 9007199254740993n, 3n],
  ]);
});

test.each([
  ['wider than Snowflake’s too', `SELECT 170141183460469231731687303715884105727::NUMBER(38,0) * 2`],
  ['where DuckDB’s function takes 64 bits', `SELECT SUBSTR('abc', 99999999999999999999::NUMBER(38,0))`],
])('an integer %s is nobody’s fault', async (_, sql) => {
  expect(await run(sql)).toMatchObject({ status: 'environment', code: 'NOT_SUPPORTED' });
});

test('arithmetic with MAX and MIN keeps dates, decimals and large integers', async () => {
  const table = "(SELECT DATE '2020-01-05' AS D, 1.15::NUMBER(10,2) AS N, 9007199254740993 AS I, '9' AS T)";
  expect(
    await rowsOf(
      `SELECT MAX(D) - MIN(D), MAX(D) + 1, MAX(N) * 100, MAX(I) + 1, COALESCE(MIN(I), 0) - 1, MAX(T) + 1, MAX(MAX(D)) OVER () FROM ${table}`,
    ),
  ).toEqual([[0n, date('2020-01-06'), decimal('115.00'), 9007199254740994n, 9007199254740992n, 10, date('2020-01-05')]]);
});

test('UNPIVOT turns columns to rows: names as Snowflake has them or as given, NULL left out unless it is asked for', async () => {
  const table = `(SELECT 'x' AS K, 1 AS JAN, NULL::INT AS FEB, 3 AS "Mar")`;
  const unpivoted = (how: string) => rowsOf(`SELECT * FROM ${table} UNPIVOT ${how} ORDER BY 2`);
  expect(await unpivoted('(SALES FOR MONTH IN (JAN, FEB, "Mar"))')).toEqual([
    ['x', 'JAN', 1n],
    ['x', 'Mar', 3n],
  ]);
  expect(await unpivoted(`INCLUDE NULLS (SALES FOR MONTH IN (JAN AS '01 "Jan"', FEB, "Mar"))`)).toEqual([
    ['x', '01 "Jan"', 1n],
    ['x', 'FEB', null],
    ['x', 'Mar', 3n],
  ]);
  expect(await rowsOf(`SELECT SUM(v), MAX(m) FROM ${table} AS s UNPIVOT (v FOR m IN (JAN, "Mar")) AS u`)).toEqual([[4n, 'Mar']]);
});

test('MATCH_RECOGNIZE has no counterpart, and that is nobody’s fault', async () => {
  const sql = 'SELECT * FROM HOUSES MATCH_RECOGNIZE (ORDER BY "id" MEASURES COUNT(*) AS N PATTERN (A+) DEFINE A AS "id" > 0)';
  expect(await run(sql)).toMatchObject({
    status: 'environment',
    code: 'NOT_SUPPORTED',
    message: expect.stringContaining('MATCH_RECOGNIZE'),
  });
});

test.each([
  ['SELECT 1 FROM NOWHERE', 'UNKNOWN_TABLE'],
  ['SELECT 1 FROM OTHER.PUBLIC.HOUSES', 'UNKNOWN_TABLE'],
  ['SELECT h."no" FROM HOUSES h', 'UNKNOWN_COLUMN'],
  ['SELECT LIST_SORT([1])', 'UNKNOWN_FUNCTION'],
  ['SELECT GROUP_CONCAT("street") FROM HOUSES', 'UNKNOWN_FUNCTION'],
  ['SELECT XMLGET("street", 1) FROM HOUSES', 'NOT_SUPPORTED'],
  ['SELECT * FROM TOWN.INFORMATION_SCHEMA.TABLES', 'NOT_SUPPORTED'],
  ['SELECT FROM WHERE', 'SYNTAX'],
  ['SELECT "street", COUNT(*) FROM HOUSES', 'NOT_GROUPED'],
])('compiling %s finds %s without running it', async (sql, code) => {
  expect(await run(sql, true)).toMatchObject({ status: code === 'NOT_SUPPORTED' ? 'environment' : 'error', code });
});

test('infinite dates and times are what DuckDB prints, and no day or time of their own', async () => {
  const sql = ['DATE', 'TIMESTAMP', 'TIMESTAMP_NTZ', 'TIMESTAMP_TZ'].flatMap((type) => [
    `'infinity'::${type}`,
    `'-infinity'::${type}`,
  ]);
  const [cells] = await rowsOf(`SELECT ${sql.join(', ')}`);
  expect(cells).toEqual([date('infinity'), date('-infinity'), ...[1, 2, 3].flatMap(() => [time('infinity'), time('-infinity')])]);
  const [infinite, finite] = [date('infinity'), date('5881580-07-11')];
  expect([differenceOf(infinite, date('infinity')), differenceOf(infinite, finite)]).toEqual([null, 'other']);
  expect(differenceOf(infinite, time('infinity'))).toBe('type');
});
