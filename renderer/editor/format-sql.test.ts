import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dialectOf, formatSql } from './format-sql.ts';
import { formatText } from './format-text.ts';

test('habits of layout and case disappear, names keep theirs', () => {
  const one = formatSql('select count(*) from Orders where "Id">1', 'sqlite');
  const two = formatSql('SELECT   COUNT( * )\nFROM Orders\nWHERE "Id" > 1', 'sqlite');
  expect(one).toEqual(two);
  expect(one.unformatted).toBeNull();
  expect(one.text).toContain('Orders');
});

test('string literals keep their blanks and case', () => {
  expect(formatSql("select 'a  From  b' from t", 'sqlite').text).toContain("'a  From  b'");
});

test('SQL that the formatter cannot read comes back as it was, with the reason', () => {
  const broken = "SELECT ((( FROM 'never closed";
  const result = formatSql(broken, 'sqlite');
  expect(result.text).toBe(broken);
  expect(result.unformatted).toContain('cannot read');
});

test('very long SQL is left as it is', () => {
  const long = `SELECT ${'1, '.repeat(150_000)}1`;
  expect(formatSql(long, 'sqlite')).toEqual({ text: long, unformatted: 'too long to format' });
});

test.each([
  ['parentheses', `SELECT ${'('.repeat(900)}1${')'.repeat(900)}`],
  ['CASEs', `SELECT ${'CASE WHEN 1 THEN '.repeat(110)}1${' END'.repeat(110)}`],
])('%s nested very deep are left as they are: their layout would be a thousand times as long', (_, deep) => {
  expect(formatText(deep, 'sqlite')).toEqual({ text: deep, unformatted: 'nested more than 100 deep' });
});

test('Snowflake paths and AI functions are read', () => {
  const result = formatSql("select ai_classify(s.descr, ['a','b']):labels[0]::string from safety s", 'snowflake');
  expect(result.unformatted).toBeNull();
});

test.each([
  'c.value:name::STRING',
  'src:a[0].b',
  '"Col":name',
  "AI_FILTER(PROMPT('is {0} angry', c.value:text))",
  "AI_CLASSIFY(x, ['a', 'b']):labels[0]",
  'MAX_BY(a, b)',
  'GET(x, 0):date',
])('nothing is put between the parts of %s', (expression) => {
  for (const engine of ['Snowflake', 'duckdb 1.5'])
    expect(formatSql(`select ${expression.toLowerCase()} from t`, dialectOf(engine)).text.toLowerCase()).toBe(
      `select\n  ${expression.toLowerCase()}\nfrom\n  t`,
    );
});

test('a layout differs from what was written in blanks and case only, and not inside strings and quoted names', () => {
  const quoted = ["'It''s  a  B'", '"Two  Words"', "'-- no Comment'", "'/* Nor */'", "'a\nB'", "''", "'ß ﬁ İ'"];
  const words = ['a', '1', '1.50', '-0', '*', 'From', 't', 'as', 'Case', 'when', 'end', 'in', 'Not', '/* A  b */', '-- Remark\n'];
  const signs = ['-', '||', '<>', '(', ')', ',', '.', ';', '=', '::', ':'];
  const solid = (sql: string) => sql.replaceAll(/\s+/g, '').toLowerCase();
  const written = fc
    .tuple(
      fc.array(fc.constantFrom(...quoted, ...words, ...signs), { maxLength: 12 }),
      fc.constantFrom(' ', '  ', '\n', '\u00a0'),
    )
    .map(([parts, blank]) => ['select', ...parts].join(blank));
  fc.assert(
    fc.property(written, fc.constantFrom('sqlite', 'snowflake', 'other'), (sql, dialect) => {
      const { text, unformatted } = formatSql(sql, dialect);
      if (unformatted !== null) return text === sql;
      return solid(text) === solid(sql) && quoted.every((piece) => !sql.includes(piece) || text.includes(piece));
    }),
    { numRuns: 1_000 },
  );
});

test('the dialect follows from the engine', () => {
  expect(['sqlite 3.53.1', 'Snowflake', 'duckdb', 'postgres'].map(dialectOf)).toEqual([
    'sqlite',
    'snowflake',
    'snowflake',
    'other',
  ]);
});
