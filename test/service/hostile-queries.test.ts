import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { Execution } from '#shared/model/execution.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { alive, childrenOf, until } from '../helpers/processes.ts';
import { startService, type TestService } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// Queries that would take down a careless program: each ends in a clear status, the databases and their folders stay as
// they are, and labels are saved meanwhile.

const NUMBERS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const TEN_MILLION = 'ten a, ten b, ten c, ten d, ten e, ten f, ten g';

/** Queries that only the limit of time, or the one of memory, ends. */
const LONG = {
  endless: `${NUMBERS} SELECT count(*) FROM n`,
  'cross join, counted': `SELECT count(*) FROM ${TEN_MILLION}, ten h, ten i`,
  'memory eater': `${NUMBERS} SELECT i, zeroblob(100000000 + i) FROM n ORDER BY 2 DESC`,
};
const LONG_TIMEOUT_MS = 1_500;

const SHORT = {
  'cross join': `SELECT a.x, b.x, c.x, d.x, e.x, f.x, g.x FROM ${TEN_MILLION}`,
  'text of 50 MB': 'SELECT 1, hex(zeroblob(25000000))',
  'blob of 50 MB': 'SELECT 1, zeroblob(50000000)',
  'blob of 20 MB': 'SELECT 1, zeroblob(20000000)',
  'blob of a gigabyte': 'SELECT zeroblob(1000000000)',
  'invalid UTF-8': 'SELECT note FROM odd ORDER BY note',
  'large integers': 'SELECT 9007199254740993, -9223372036854775808',
  'integer overflow': 'SELECT abs(-9223372036854775808)',
  attach: "ATTACH 'new.sqlite' AS other",
  pragma: 'PRAGMA journal_mode = DELETE',
  'pragma as a function': "SELECT * FROM pragma_table_info('ten')",
  'vacuum into': "VACUUM INTO 'copy.sqlite'",
  'load extension': "SELECT load_extension('evil')",
  'several statements': 'SELECT 1; DROP TABLE ten',
  'writing in a WITH': 'WITH a AS (SELECT 1) DELETE FROM ten',
  'temporary table': 'CREATE TEMP TABLE t AS SELECT 1',
  'only a comment': '-- SELECT 1',
  'not SQL': 'I am sorry, I cannot write this query.',
};

/** Databases that are not as they should be; each gets the same harmless query. */
const ODD_DATABASES = ['corrupt', 'missing', 'empty', 'text', 'wal'];
const SHORT_NAMES = [...Object.keys(SHORT), ...ODD_DATABASES.map((name) => `${name} database`)];

const folder = temporaryFolder();
const databases = path.join(folder, 'short', 'database');
const databaseFile = (name: string) => path.join(databases, name, `${name}.sqlite`);
const TABLES = `CREATE TABLE ten (x INTEGER); INSERT INTO ten VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
  CREATE TABLE odd (note TEXT); INSERT INTO odd VALUES (CAST(x'636166e9' AS TEXT)), (CAST(x'636166e8' AS TEXT)), ('café');`;

/** Every file below the databases with its content's hash. */
const footprint = (): string[] =>
  fs
    .readdirSync(databases, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${path.relative(databases, file)} ${createHash('sha256').update(fs.readFileSync(file)).digest('hex')}`)
    .sort();

let service: TestService;
let client: AssayClient;
let before: string[];
/** By the name of the query. */
const executions = new Map<string, Execution>();
const saves: number[] = [];
const runners = new Set<number>();

function makeHostileBenchmark(name: string, queries: Readonly<Record<string, string>>, oddDatabases: readonly string[]): void {
  const instances = [
    ...Object.entries(queries).map(([question, gold]) => ({ db: 'plain', question, gold })),
    ...oddDatabases.map((db) => ({ db, question: `${db} database`, gold: 'SELECT count(*), max(x) FROM ten' })),
  ];
  makeBenchmark(path.join(folder, name), {
    databases: Object.fromEntries(['plain', ...oddDatabases].map((db) => [db, TABLES])),
    instances,
    predictions: { a: instances.map(() => 'SELECT 0') },
  });
}

/** Changes a label again and again, and takes the time of each answer in milliseconds. */
async function saveLabels(goesOn: () => boolean): Promise<void> {
  for (let count = 0; goesOn(); count++) {
    const start = performance.now();
    await client.call('label.edit', { instance: 1, system: 1, edit: { field: 'flagged', on: count % 2 === 0 } });
    saves.push(performance.now() - start);
    await wait(10);
  }
}

/** Makes a project of a benchmark and executes it, saving labels all the while. */
async function execute(name: string, timeoutMs?: number): Promise<void> {
  const benchmark = path.join(folder, name);
  await client.call('project.create', { path: path.join(folder, `${name}.assay`), annotator: 'mk' });
  await client.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a', 'strong')] });
  let running = true;
  const saving = saveLabels(() => running);
  const { done, total } = await client.call(
    'execution.start',
    { jobs: 2, limits: timeoutMs === undefined ? {} : { timeoutMs }, again: false },
    {
      onProgress: () => {
        for (const pid of childrenOf(service.pid)) runners.add(pid);
      },
    },
  );
  running = false;
  await saving;
  expect(done).toBe(total);
  const { instances } = await client.call('project.summary', null);
  for (let instance = 1; instance <= instances; instance++) {
    const view = await client.call('room.instance', { instance, sample: null });
    executions.set(view.instruction, view.golds[0]!.execution!);
  }
}

beforeAll(async () => {
  makeHostileBenchmark('short', SHORT, ODD_DATABASES);
  makeHostileBenchmark('long', LONG, []);
  fs.writeFileSync(databaseFile('corrupt'), fs.readFileSync(databaseFile('corrupt')).fill(0xa5, 4096));
  fs.rmSync(databaseFile('missing'));
  fs.writeFileSync(databaseFile('empty'), '');
  fs.writeFileSync(databaseFile('text'), 'no database\n'.repeat(1_000));
  const wal = new DatabaseSync(databaseFile('wal'));
  wal.exec('PRAGMA journal_mode = WAL; INSERT INTO ten VALUES (10)');
  wal.close();
  before = footprint();
  service = startService();
  client = service.client;
  await execute('long', LONG_TIMEOUT_MS);
  await execute('short', 120_000);
}, 400_000);
afterAll(() => service.stop());

test.each<[string, Partial<Record<keyof Execution, unknown>>]>([
  ['endless', { status: 'timeout', errorCode: 'TIMEOUT', errorMessage: 'stopped after 1.5 s' }],
  ['cross join, counted', { status: 'timeout', rowCount: null }],
  ['cross join', { status: 'ok', rowCount: 100_000, cappedBy: 'rows' }],
  ['text of 50 MB', { status: 'ok', rowCount: 1, cappedBy: null }],
  ['blob of 50 MB', { status: 'ok', rowCount: 0, cappedBy: 'bytes' }],
  ['blob of 20 MB', { status: 'ok', rowCount: 1, cappedBy: null }],
  ['blob of a gigabyte', { status: 'error', errorCode: 'SQLITE_TOOBIG' }],
  ['invalid UTF-8', { status: 'ok', rowCount: 3, invalidTextCells: 2 }],
  ['large integers', { status: 'ok', rowCount: 1 }],
  ['integer overflow', { status: 'error', errorMessage: 'integer overflow' }],
  ['attach', { status: 'refused', errorMessage: expect.stringContaining('ATTACH') }],
  ['pragma', { status: 'refused', errorMessage: expect.stringContaining('PRAGMA') }],
  ['pragma as a function', { status: 'refused', errorCode: 'WRITES' }],
  ['vacuum into', { status: 'refused', errorMessage: expect.stringContaining('VACUUM') }],
  ['load extension', { status: 'refused' }],
  ['several statements', { status: 'refused', errorCode: 'SEVERAL_STATEMENTS' }],
  ['writing in a WITH', { status: 'refused', errorCode: 'WRITES' }],
  ['temporary table', { status: 'refused', errorMessage: expect.stringContaining('CREATE') }],
  ['only a comment', { status: 'refused', errorMessage: 'there is no statement' }],
  ['not SQL', { status: 'error', errorCode: 'SQLITE_ERROR', errorMessage: expect.stringContaining('syntax error') }],
  ['corrupt database', { status: 'environment', errorCode: 'SQLITE_CORRUPT' }],
  ['missing database', { status: 'environment', errorCode: 'DATABASE_MISSING' }],
  ['empty database', { status: 'error', errorCode: 'SQLITE_ERROR', errorMessage: expect.stringContaining('no such table') }],
  ['text database', { status: 'environment', errorCode: 'SQLITE_NOTADB' }],
  ['wal database', { status: 'ok', rowCount: 1 }],
])('%s: %j', (name, expected) => {
  expect(executions.get(name)).toMatchObject(expected);
});

test('a query that takes the machine’s memory is stopped, by its time or by its memory, and says by which', () => {
  const { status, errorCode } = executions.get('memory eater')!;
  expect(['timeout TIMEOUT', 'error RUNNER_DIED', 'error SQLITE_NOMEM']).toContain(`${status} ${errorCode}`);
});

test('values come through without loss', async () => {
  const rowsOf = async (name: string) => {
    const item = { instance: SHORT_NAMES.indexOf(name) + 1, system: 1 };
    const { rows } = await client.call('room.rows', { ...item, from: 0, count: 10, onlyDifferences: false });
    return rows.flatMap(({ gold }) => (gold ? [gold] : []));
  };
  expect(await rowsOf('large integers')).toEqual([[9_007_199_254_740_993n, -9_223_372_036_854_775_808n]]);
  expect((await rowsOf('invalid UTF-8')).flat().sort()).toEqual(['caf\udce8', 'caf\udce9', 'café'].sort());
  expect(await rowsOf('wal database')).toEqual([[11n, 10n]]);
});

test('a failed gold is no fault of the system, and a cut one is judged only by what it shows', async () => {
  await client.call('judge.run', { rules: ['multiset'] });
  const { matrix } = await client.call('overview.get', { rule: 'multiset', reading: 'disjoint' });
  const stateOf = (name: string) => matrix[SHORT_NAMES.indexOf(name)]!.states[0];
  expect(stateOf('not SQL')).toBe('gold failed');
  expect(stateOf('missing database')).toBe('environment');
  expect(stateOf('large integers')).toBe('mismatch');
  expect(stateOf('cross join')).toBe('mismatch');
  expect(stateOf('blob of 50 MB')).toBe('not judged');
});

test('the databases are as they were, and nothing new lies beside them', () => {
  expect(footprint()).toEqual(before);
});

test('labels were saved in the meantime, 95 of 100 before a query could have timed out', () => {
  const sorted = [...saves].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1);
  console.log(`${saves.length} labels saved meanwhile: median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`);
  expect(saves.length).toBeGreaterThan(20);
  // Of nearly all: other tests share the machine, and one slow moment of its disk is no fault of ours.
  expect(Number(at(0.95))).toBeLessThan(LONG_TIMEOUT_MS);
});

test('no runner outlives its work, nor a service that is killed in the middle of an endless query', async () => {
  expect(await until(() => alive([...runners]).length === 0, 20_000)).toBe(true);
  await client.call('project.open', { path: path.join(folder, 'long.assay'), annotator: 'mk' });
  const endless = client.call('execution.start', { jobs: 1, limits: { timeoutMs: 60_000 }, again: true });
  const ended = endless.catch((error: unknown) => error);
  expect(await until(() => childrenOf(service.pid).length > 0, 10_000)).toBe(true);
  const busy = childrenOf(service.pid);
  await wait(1_000);
  await service.kill('SIGKILL');
  expect(await ended).toMatchObject({ code: 'SERVICE_STOPPED' });
  expect(await until(() => alive(busy).length === 0, 20_000)).toBe(true);
});
