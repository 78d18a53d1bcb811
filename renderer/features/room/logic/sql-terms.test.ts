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
    'clause AI_FILTER gold',
    'column close_date prediction',
    'literal 2016 prediction',
    'table REQUESTS both',
    'clause WHERE both',
  ]);
});

test('without queries there is nothing to look for', () => {
  expect(sqlTerms(null, null, schema)).toEqual([]);
});
