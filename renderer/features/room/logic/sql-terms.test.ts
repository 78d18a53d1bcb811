import { expect, test } from 'vitest';
import { sqlTerms } from './sql-terms.ts';

const column = (name: string) => ({ name, title: name, type: 'text', primaryKey: false, references: null });
const schema = [
  { name: 'CITY.REQUESTS', title: 'requests', columns: [column('status'), column('close_date')] },
  { name: 'CITY.OTHER', title: 'other', columns: [column('id')] },
];

test('what only gold has comes first, with its kind', () => {
  const terms = sqlTerms(
    `SELECT count(DISTINCT "status") FROM requests WHERE status IN ('Closed', 'It''s') -- HAVING 'no'
     AND AI_FILTER('x') LIMIT 25`,
    "SELECT close_date FROM requests WHERE close_date > '2016'",
    schema,
    'snowflake',
  );
  const told = terms.map(({ kind, text, in: where }) => `${kind} ${text} ${where}`);
  expect(told).toEqual([
    'column status gold',
    'literal Closed gold',
    "literal It's gold",
    'literal x gold',
    'literal 25 gold',
    'clause DISTINCT gold',
    'clause LIMIT gold',
    'clause IN gold',
    'clause AI_FILTER gold',
    'column close_date prediction',
    'literal 2016 prediction',
    'table REQUESTS both',
    'clause WHERE both',
  ]);
});

test('without queries there is nothing to look for', () => {
  expect(sqlTerms(null, null, schema, 'sqlite')).toEqual([]);
});

const textsOf = (kind: string, gold: string, prediction: string, engine = 'sqlite') =>
  sqlTerms(gold, prediction, schema, engine)
    .filter((term) => term.kind === kind)
    .map((term) => term.text);

test('a table that the schema has not is told, however it is named; what the query makes itself is none', () => {
  const sql = `WITH recent AS (SELECT 1), "Old Ones" (a) AS (SELECT 2)
    SELECT extract(year FROM close_date) FROM recent JOIN "Old Ones" ON 1 JOIN db.city."Request Log" AS l ON 1
    JOIN \`tickets\` t ON a IS DISTINCT FROM b, flatten(x) f JOIN LATERAL flatten(x) JOIN requests r ON 'FROM nowhere' = 1 -- JOIN remark`;
  expect(textsOf('table', sql, sql)).toEqual(['REQUESTS', 'Request Log', 'tickets']);
});

test('a text in double quotes is a literal of SQLite where nothing is called so', () => {
  const sql = `SELECT "status" AS "State" FROM requests WHERE "status" = "Closed" AND x IN ("a", "b") ORDER BY "State"`;
  expect(textsOf('literal', sql, '')).toEqual(['Closed', 'a', 'b']);
  expect(textsOf('literal', sql, '', 'snowflake')).toEqual([]);
});

test('numbers, dates and long strings are literals; one digit only where one query alone has it', () => {
  const of = (limit: number) =>
    `SELECT $$it's$$ FROM requests WHERE x > 1e6 AND y = 0.5 AND d >= DATE '2020-01-31' LIMIT ${limit} OFFSET 2`;
  expect(textsOf('literal', of(3), of(5), 'snowflake')).toEqual(['3', '5', "it's", '2020-01-31', '1e6', '0.5']);
});
