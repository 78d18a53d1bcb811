import { expect, test } from 'vitest';
import { columnsOfDdl } from './ddl.ts';

const named = async (ddl: string, dialect: string) =>
  (await columnsOfDdl(ddl, dialect))?.map(({ name, type, primaryKey }) => `${name} ${type}${primaryKey ? ' key' : ''}`.trim());

test('Snowflake: quoted names keep their letters, types are as written', async () => {
  const ddl = `create or replace TABLE FLIGHTS (
	"flight_id" NUMBER(38,0) NOT NULL,
	"note" VARCHAR(16777216) COMMENT 'a, (b',
	"doc" VARIANT,
	primary key ("flight_id")
);`;
  expect(await named(ddl, 'snowflake')).toEqual(['flight_id NUMBER(38,0) key', 'note VARCHAR(16777216)', 'doc VARIANT']);
});

test('BigQuery: clauses behind the columns do not cost them', async () => {
  const ddl =
    'CREATE TABLE `p.d.t`\n(\n  id INT64 OPTIONS(description="x (y"),\n  at TIMESTAMP\n)\nPARTITION BY DATE(_PARTITIONTIME)\nOPTIONS(labels=[("a", "b")]);';
  expect(await named(ddl, 'bigquery')).toEqual(['id INT64', 'at TIMESTAMP']);
});

test('SQLite: a column may have no type', async () => {
  expect(await named('CREATE TABLE "a b" (id INTEGER PRIMARY KEY, name, "x y" DECIMAL(10,2))', 'sqlite')).toEqual([
    'id INTEGER key',
    'name',
    'x y DECIMAL(10,2)',
  ]);
});

test.each(['', 'not SQL at all (', 'CREATE TABLE', 'DROP TABLE x'])('of %j there are no columns', async (ddl) => {
  expect(await columnsOfDdl(ddl, 'snowflake')).toBeNull();
});
