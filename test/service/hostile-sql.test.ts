import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunnerDone, RunnerEngine, RunnerRequest } from '#shared/contract/runner.ts';
import { RunnerProcess } from '../../electron/service/execution/runner-process.ts';
import { hostileStatements, type Targets } from '../helpers/hostile-sql.ts';
import { BUILT } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const SECRET = 'the-secret-that-no-query-may-read';
const folder = temporaryFolder();
const outside = path.join(folder, 'outside');
const data = path.join(folder, 'data');
const entry = path.join(BUILT, 'sql-runner', 'main.cjs');
const files: Record<RunnerEngine, string> = { sqlite: path.join(data, 'town.sqlite'), duckdb: path.join(data, 'town.duckdb') };

let targets: Targets;
const asked: string[] = [];
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('a,b\n1,2\n');
});

/** Hash of every file below the folder, by its path. */
const stateOf = (root: string) =>
  Object.fromEntries(
    fs
      .readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => path.join(item.parentPath, item.name))
      .sort()
      .map((file) => [file, createHash('sha256').update(fs.readFileSync(file)).digest('hex')]),
  );

const request = (engine: RunnerEngine, items: RunnerRequest['items']): RunnerRequest => {
  const batch = { t: 'run' as const, database: files[engine], rowCap: 1000, byteCap: 1_000_000, items };
  return engine === 'sqlite' ? { ...batch, engine } : { ...batch, engine, name: 'TOWN', recording: null, compileOnly: false };
};

/** Runs each statement and answers their outcomes; a statement that ends or hangs the process has none. */
async function runAll(engine: RunnerEngine, statements: readonly string[]): Promise<(RunnerDone['outcome'] | null)[]> {
  const outcomes: (RunnerDone['outcome'] | null)[] = [];
  while (outcomes.length < statements.length) {
    const runner = new RunnerProcess(entry);
    await runner.ready;
    const items = statements.slice(outcomes.length).map((sql, id) => ({ id, sql }));
    const interruption = await runner.run(request(engine, items), 60_000, (reply) => outcomes.push(reply.outcome));
    runner.stop();
    if (interruption !== null) outcomes.push(null);
  }
  return outcomes;
}

const textOf = (outcome: RunnerDone['outcome'] | null): string => {
  if (outcome === null) return '';
  if (outcome.status !== 'ok') return outcome.message;
  const { data: bytes, encoding, columns } = outcome.result;
  return columns.join() + Buffer.from(encoding === 'plain' ? bytes : inflateRawSync(bytes)).toString();
};

beforeAll(async () => {
  fs.mkdirSync(outside, { recursive: true });
  fs.mkdirSync(path.join(data, 'source'), { recursive: true });
  const secret = path.join(outside, 'secret.csv');
  fs.writeFileSync(secret, `name\n${SECRET}\n`);
  const other = path.join(outside, 'other.sqlite');
  const otherDatabase = new DatabaseSync(other);
  otherDatabase.exec(`CREATE TABLE secret (name); INSERT INTO secret VALUES ('${SECRET}')`);
  otherDatabase.close();
  const benchmark = new DatabaseSync(files.sqlite);
  benchmark.exec("CREATE TABLE town (id INTEGER, name TEXT); INSERT INTO town VALUES (1, 'Arl')");
  benchmark.close();
  fs.writeFileSync(path.join(data, 'source', 'town.csv'), 'ID,NAME\n1,Arl\n');
  const builder = new RunnerProcess(entry);
  await builder.ready;
  await builder.build({ t: 'build', kind: 'data-files', folder: path.join(data, 'source'), target: files.duckdb });
  builder.stop();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  targets = { secret, folder: outside, other, benchmark: files.duckdb, server: `http://127.0.0.1:${port}` };
});
afterAll(() => server.close());

describe.each<RunnerEngine>(['sqlite', 'duckdb'])('on %s', (engine) => {
  test('no hostile statement changes a file, reads outside the benchmark database or reaches the network', async () => {
    const statements = hostileStatements(targets);
    expect(statements.length).toBeGreaterThanOrEqual(200);
    const before = stateOf(folder);
    const outcomes = await runAll(engine, statements);
    expect(stateOf(folder)).toEqual(before);
    expect(asked).toEqual([]);
    statements.forEach((sql, index) => {
      expect(outcomes[index], sql).not.toBeNull();
      expect(textOf(outcomes[index]!), sql).not.toContain(SECRET);
      if (/^\W*(DELETE|INSERT|UPDATE|DROP|COPY|ATTACH|INSTALL|SET)\b/.test(sql))
        expect(outcomes[index]?.status, sql).not.toBe('ok');
    });
    expect((await runAll(engine, ['SELECT NAME FROM town']))[0]).toMatchObject({ status: 'ok', result: { rowCount: 1 } });
  });

  test('nor does any statement made of their parts', async () => {
    const parts = hostileStatements(targets).filter((sql) => sql.length < 160);
    const glue = fc.constantFrom(
      '; ',
      ' ',
      '\n',
      ' UNION ALL ',
      ' /* x */ ',
      ' -- x\n',
      ') SELECT * FROM (',
      ', ',
      ' WHERE 1 = ',
      '((',
      '))',
      "'",
      '"',
      '$$',
      '\u0000',
    );
    const pieces = fc.constantFrom(
      'SELECT 1',
      'SELECT * FROM town',
      'WITH a AS (SELECT 1)',
      'SELECT (',
      'FROM',
      'EXPLAIN',
      ...parts,
    );
    const statement = fc
      .array(fc.tuple(pieces, glue), { minLength: 1, maxLength: 4 })
      .map((list) => list.map(([piece, between]) => piece + between).join(''));
    const sampled = fc.sample(statement, { numRuns: 300, seed: 20_260_101 });
    const before = stateOf(folder);
    const outcomes = await runAll(engine, sampled);
    expect(stateOf(folder)).toEqual(before);
    expect(asked).toEqual([]);
    for (const [index, sql] of sampled.entries()) expect(textOf(outcomes[index]!), sql).not.toContain(SECRET);
  });
});
