import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { benchmarkItem, makeBenchmark } from '../helpers/benchmark.ts';
import { assayOk } from '../helpers/command-line.ts';
import { LocalEngine } from '../helpers/local-engine.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { column, type ResultTable, type ServerError } from '../helpers/snowflake-protocol.ts';
import { SnowflakeServer } from '../helpers/snowflake-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The calls that a local run lacked are asked of Snowflake, and the next start finds their answers. Whether queries
// compile on a database made of the schema is kept with the project.

const folder = temporaryFolder();
const connections = path.join(folder, 'connections.toml');
const connection = { from: 'file', path: connections, name: 'paper' } as const;
const GOLD =
  "SELECT NAME FROM TOWN WHERE AI_FILTER(PROMPT('Is {0} a port, isn''t it?', NAME)) AND AI_CLASSIFY(NAME, ['north', 'south']):labels[0]::STRING = 'north' ORDER BY NAME";

let server: SnowflakeServer;
let service: TestService;
let client: AssayClient;
let broken = true;

function answer(sql: string): ResultTable | ServerError {
  if (/AI_CLASSIFY/.test(sql)) {
    if (broken) return { code: '100132', sqlState: '22000', message: 'the model is not available in this region' };
    return { columns: [column('ANSWER', 'object')], rows: [['{"labels":["north"]}']] };
  }
  return { columns: [column('ANSWER', 'boolean')], rows: [[/Arl/.test(sql) ? '1' : '0']] };
}

beforeAll(async () => {
  server = await SnowflakeServer.start({ password: 'p', answer });
  fs.writeFileSync(
    connections,
    `[paper]\naccount = "test"\nuser = "u"\npassword = "p"\nwarehouse = "WH"\nhost = "127.0.0.1"\nprotocol = "http"\nport = ${new URL(server.url).port}\n`,
  );
  const benchmark = path.join(folder, 'towns');
  makeBenchmark(benchmark, {
    databases: { TOWNS: 'CREATE TABLE t (a)' },
    instances: [{ db: 'TOWNS', question: 'Which?', gold: GOLD }],
  });
  const place = path.join(benchmark, 'database', 'TOWNS');
  fs.rmSync(path.join(place, 'TOWNS.sqlite'));
  fs.mkdirSync(path.join(folder, 'data'));
  fs.writeFileSync(path.join(folder, 'data', 'town.csv'), 'NAME\nArl\nBern\n');
  const engine = new LocalEngine();
  await engine.build('data-files', path.join(folder, 'data'), path.join(place, 'TOWNS.duckdb'));
  engine.stop();
  service = startService();
  client = service.client;
  await client.call('project.create', { path: path.join(folder, 'towns.assay'), annotator: 'mk' });
  await client.call('import.run', { items: [benchmarkItem(benchmark)] });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});

const run = () => client.call('execution.start', { jobs: 1, limits: {}, again: false });

test('a Spider folder with a DuckDB file runs on DuckDB, and a missing call counts against nobody', {
  timeout: 300_000,
}, async () => {
  expect(await run()).toMatchObject({ engines: [expect.stringMatching(/^DuckDB/)], byStatus: { environment: 1, error: 0 } });
  expect(await client.call('recording.summary', null)).toEqual({ calls: 0, missing: 2 });
  const { bytes } = await client.call('recording.file', { which: 'missing' });
  expect(Buffer.from(bytes).toString().trim().split('\n')).toHaveLength(2);
});

test('Snowflake is asked call by call; what fails is told, what is answered is kept', { timeout: 300_000 }, async () => {
  const first = await client.call('recording.make', { connection });
  expect(first).toMatchObject({ asked: 2, stored: 2, failed: [] });
  // Only now is it known that the second function is asked too.
  expect(await run()).toMatchObject({ byStatus: { environment: 1 } });
  const second = await client.call('recording.make', { connection });
  expect(second).toMatchObject({
    asked: 1,
    stored: 0,
    failed: [{ message: expect.stringContaining('not available in this region') }],
  });
  broken = false;
  expect(await client.call('recording.make', { connection })).toMatchObject({ asked: 1, stored: 1 });
  expect(await run()).toMatchObject({ byStatus: { ok: 1, environment: 0 } });
  expect(await client.call('recording.summary', null)).toEqual({ calls: 3, missing: 0 });
  await expect(client.call('recording.make', { connection })).rejects.toMatchObject({ code: 'NOTHING_TO_DO' });
});

test('what compiles is kept, and shown beside the query', async () => {
  const schemas = path.join(folder, 'schemas');
  fs.mkdirSync(path.join(schemas, 'TOWNS', 'PUBLIC'), { recursive: true });
  fs.writeFileSync(
    path.join(schemas, 'TOWNS', 'PUBLIC', 'DDL.csv'),
    'table_name,description,DDL\nTOWN,,"create or replace TABLE TOWN (TITLE VARCHAR)"\n',
  );
  expect(await client.call('local.compileProject', { schemas })).toEqual({ queries: 1 });
  expect(await client.call('local.compiled', null)).toMatchObject([
    { instanceId: 'towns-0001', system: null, state: 'fails', code: 'UNKNOWN_COLUMN' },
  ]);
  const [instance] = await client.call('instances.list', null);
  const view = await client.call('room.instance', { instance: instance!.instance, sample: null });
  expect(view.golds[0]!.compileProblem).toMatch(/^UNKNOWN_COLUMN: /);
});

test('the command line says to who labels blind what was compiled and kept, and keeps back what was found', async () => {
  await client.call('project.setAnnotator', { name: 'blind' });
  await client.call('blind.set', { on: true });
  await service.stop();
  const asked = ['compile-project', path.join(folder, 'towns.assay'), '--schemas', path.join(folder, 'schemas')];
  const hidden = await assayOk([...asked, '--annotator', 'blind']);
  expect(hidden.stdout).toBe('1 query compiled; what was found is kept in the project.\n');
  expect(hidden.stderr).toContain('--reveal');
  expect((await assayOk([...asked, '--annotator', 'blind', '--json'])).json()).toEqual({ compiled: 1, hidden: true });
  expect((await assayOk([...asked, '--annotator', 'blind', '--reveal'])).stdout).toContain('UNKNOWN_COLUMN');
});
