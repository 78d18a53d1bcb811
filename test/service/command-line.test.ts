import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { RunSummary } from '#shared/contract/execution.ts';
import type { Sample, Strata } from '#shared/contract/overview.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { makeBenchmark, makeStrataBenchmark, predictionFile } from '../helpers/benchmark.ts';
import { assay, assayOk } from '../helpers/command-line.ts';
import { alive, childrenOf, until } from '../helpers/processes.ts';
import { withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The forms that scripts rely on, and their exit codes: 0 done, 1 failed, 2 wrong usage.

const folder = temporaryFolder();
const benchmark = path.join(folder, 'town');
const project = path.join(folder, 'p.assay');
const importing = (system: string, group: string, file = project) => [
  'import',
  file,
  '--predictions',
  predictionFile(benchmark, system),
  '--system',
  system,
  '--group',
  group,
];

type Judged = { rule: string; systems: { system: string; group: string; counts: Record<string, number> }[] };

beforeAll(() => makeStrataBenchmark(benchmark, 8));

test('the whole job by commands, each with JSON that says what came out', async () => {
  const made = await assayOk(['new', project, '--json']);
  expect(made.json<ProjectSummary>()).toMatchObject({ path: project, instances: 0 });

  const { receipts } = (await assayOk(['import', project, '--format', 'spider', '--path', benchmark, '--json'])).json<{
    receipts: StoredReceipt[];
  }>();
  expect(receipts.map(({ file, read, kept, rejected }) => [file, read, kept, rejected])).toEqual([
    ['dev.json', 8, 8, 0],
    ['tables.json', 1, 1, 0],
  ]);
  for (const [system, group] of [
    ['a', 'strong'],
    ['b', 'strong'],
    ['c', 'open'],
  ] as const) {
    expect((await assayOk([...importing(system, group), '--json'])).json<{ receipts: unknown[] }>().receipts).toHaveLength(1);
  }

  const run = (await assayOk(['execute', project, '--jobs', '2', '--timeout', '5', '--json'])).json<RunSummary>();
  expect(run).toMatchObject({ done: 20, total: 20, byStatus: { ok: 20 }, limits: { timeoutMs: 5_000 } });
  const again = (await assayOk(['execute', project, '--json'])).json<RunSummary>();
  expect(again).toEqual({ ...run, finishedAt: again.finishedAt });

  const judged = (await assayOk(['judge', project, '--rule', 'multiset', '--json'])).json<Judged>();
  expect(judged.rule).toBe('multiset');
  expect(judged.systems.map(({ system, group, counts }) => [system, group, counts.match, counts.mismatch])).toEqual([
    ['a', 'strong', 6, 2],
    ['b', 'strong', 4, 4],
    ['c', 'open', 2, 6],
  ]);
  const all = (await assayOk(['judge', project, '--json'])).json<Judged[]>();
  expect(all.map(({ rule }) => rule)).toEqual(['multiset', 'bird-ex', 'test-suite']);

  const strata = (await assayOk(['strata', project, '--rule', 'multiset', '--json'])).json<Strata & { counts: object }>();
  expect(strata.counts).toEqual({ S1: 2, S2: 2, S3: 2, rest: 2 });

  const drawing = ['sample', project, '--rule', 'multiset', '--seed', '7', '--sizes', 'S1=1,S2=2,S3=2', '--json'];
  const first = (await assayOk(drawing)).json<Sample>();
  expect(first.strata.map(({ instanceIds }) => instanceIds.length)).toEqual([1, 2, 2]);
  const second = (await assayOk(drawing)).json<Sample>();
  expect([first.name, second.name]).toEqual(['sample-1', 'sample-2']);
  expect(second.strata).toEqual(first.strata);
  const third = (await assayOk([...drawing, '--without', 'sample-1', '--name', 'rest'])).json<Sample>();
  expect(third.strata.map(({ instanceIds }) => instanceIds.length)).toEqual([1, 0, 0]);

  const out = path.join(folder, 'report');
  const { files } = (await assayOk(['report', project, '--out', out, '--json'])).json<{ files: string[] }>();
  expect(files.map((file) => path.basename(file)).sort()).toEqual(fs.readdirSync(out).sort());
});

test('without --json a person reads the same numbers', async () => {
  const strata = await assayOk(['strata', project, '--rule', 'multiset']);
  expect(strata.stdout).toMatch(/frame 8 of 8/);
  expect(strata.stdout).toMatch(/S1\s+2\n/);
  expect((await assayOk(['receipts', project])).stdout).toMatch(/predictions of a\s+a\.txt\s+8\s+8\s+0\s+0/);
});

test.each([
  ['a project that is not there', () => ['strata', path.join(folder, 'no.assay'), '--rule', 'multiset'], 'NOT_FOUND'],
  ['a project that exists', () => ['new', project], 'PROJECT_EXISTS'],
  ['a file that is no project', () => ['execute', predictionFile(benchmark, 'a')], 'NOT_A_PROJECT'],
  ['a folder that is no benchmark', () => ['import', project, '--format', 'spider', '--path', folder], 'IMPORT_REFUSED'],
  ['a sample that is not there', () => ['report', project, '--out', folder, '--sample', 'no'], 'NOT_FOUND'],
])('%s is a failure: exit code 1, the reason on standard error, its code in the JSON', async (_, args, code) => {
  const finished = await assay([...args(), '--json']);
  expect(finished.code).toBe(1);
  const { error } = finished.json<{ error: { code: string; message: string } }>();
  expect(error.code).toBe(code);
  expect(finished.stderr).toContain(error.message);
});

test('without --json a failure leaves standard output empty', async () => {
  const finished = await assay(['strata', path.join(folder, 'no.assay'), '--rule', 'multiset']);
  expect([finished.code, finished.stdout]).toEqual([1, '']);
  expect(finished.stderr).toContain('no.assay does not exist');
});

test('steps before their time are failures that name the step that is missing', async () => {
  const early = path.join(folder, 'early.assay');
  await assayOk(['new', early]);
  for (const [args, next] of [
    [['execute', early], 'Import'],
    [['judge', early, '--rule', 'multiset'], 'Execute'],
    [['strata', early, '--rule', 'multiset'], 'Execute'],
    [['sample', early, '--rule', 'multiset', '--seed', '1'], 'Execute'],
    [['report', early, '--out', folder], 'Execute'],
    [importing('a', 'open', early), 'Import the benchmark'],
  ] as const) {
    const finished = await assay(args);
    expect(finished.code, args.join(' ')).toBe(1);
    expect(finished.stderr).toContain(next);
  }
});

test.each([
  ['no command', []],
  ['a command that there is not', ['asay']],
  ['a missing project', ['execute']],
  ['an option that there is not', ['execute', 'p.assay', '--fast']],
  ['a missing rule', ['strata', 'p.assay']],
  ['a rule that there is not', ['judge', project, '--rule', 'mulitset']],
  ['a rule that there is not, to draw by', ['sample', project, '--rule', 'x', '--seed', '1']],
  ['a name that is drawn already', ['sample', project, '--rule', 'multiset', '--seed', '1', '--name', 'rest']],
  ['a rule that there is not, to compare by', ['compare', '--rule', 'x']],
  ['a missing seed', ['sample', 'p.assay', '--rule', 'multiset']],
  ['a seed that is no number', ['sample', 'p.assay', '--rule', 'multiset', '--seed', 'seven']],
  ['sizes that are none', ['sample', 'p.assay', '--rule', 'multiset', '--seed', '7', '--sizes', 'S4=1']],
  ['jobs that are none', ['execute', 'p.assay', '--jobs', '0']],
  ['a timeout that is none', ['execute', 'p.assay', '--timeout', '-1']],
  ['a format that there is not', ['import', 'p.assay', '--format', 'csv', '--path', '.']],
  ['nothing to import', ['import', 'p.assay']],
  ['predictions of nobody', ['import', 'p.assay', '--predictions', 'a.txt']],
])('%s is wrong usage: exit code 2, said on standard error', async (_, args) => {
  const finished = await assay(args);
  expect([finished.code, finished.stdout]).toEqual([2, '']);
  expect(finished.stderr).not.toBe('');
});

test.each(['new', 'import', 'execute', 'judge', 'strata', 'sample', 'report', 'compare'])(
  '%s --help ends with an example',
  async (command) => {
    const { stdout } = await assayOk([command, '--help']);
    expect(stdout).toMatch(new RegExp(`Examples?:\\n {2}assay ${command} `));
    expect(stdout).toContain('--json');
  },
);

test('a receipt of rejected lines is no failure; a file that is refused is, and leaves the project as it was', async () => {
  const lines = fs.readFileSync(predictionFile(benchmark, 'c'), 'utf8').split('\n');
  fs.writeFileSync(predictionFile(benchmark, 'blank'), ['', ...lines.slice(1)].join('\n'));
  fs.writeFileSync(predictionFile(benchmark, 'short'), lines.slice(1).join('\n'));
  const blank = await assayOk(importing('blank', 'open'));
  expect(blank.stdout).toContain('blank.txt:1: blank line: no prediction');
  const short = await assay(importing('short', 'open'));
  expect(short.code).toBe(1);
  expect(short.stderr).toContain('short.txt has 7 lines, the benchmark has 8 instances');
  await withProject(project, async (client) => {
    expect(await client.call('project.summary', null)).toMatchObject({ systems: 4 });
  });
});

test('a dry run says what an import would do and does not do it', async () => {
  const target = path.join(folder, 'dry.assay');
  await assayOk(['new', target]);
  const dry = await assayOk(['import', target, '--path', benchmark, '--dry-run', '--json']);
  expect(dry.json<{ written: boolean; receipts: StoredReceipt[] }>()).toMatchObject({
    written: false,
    receipts: [{ kept: 8 }, { kept: 1 }],
  });
  expect((await assayOk(['receipts', target, '--json'])).json<unknown[]>()).toEqual([]);
});

test('a project that is open elsewhere is a failure that says so', async () => {
  await withProject(project, async () => {
    const finished = await assay(['strata', project, '--rule', 'multiset']);
    expect(finished.code).toBe(1);
    expect(finished.stderr).toContain('open in another window or process');
  });
});

test('compare answers one verdict a case, in order, and a malformed line does not stop it', async () => {
  const rows = (id: string, pred: unknown, gold: unknown) =>
    JSON.stringify({ id, kind: 'rows', pred, gold, order_matters: false });
  const input = [rows('one', [[1]], [[1]]), 'not json', '', rows('two', [[1]], [[2]])].join('\n');
  const { stdout } = await assayOk(['compare', '--rule', 'bird-ex'], input);
  const verdicts = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; verdict: unknown });
  expect(verdicts.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['one', 1],
    ['', 'error:MalformedCase'],
    ['two', 0],
  ]);
});

/** Executes an endless query by the command line, signals it in the middle, and answers how it ended. */
async function signalWhileExecuting(name: string, signal: NodeJS.Signals) {
  const endless = path.join(folder, name);
  const file = path.join(folder, `${name}.assay`);
  makeBenchmark(endless, {
    databases: { town: 'CREATE TABLE t (a)' },
    instances: [
      {
        db: 'town',
        question: 'How many?',
        gold: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
      },
    ],
  });
  await assayOk(['new', file]);
  await assayOk(['import', file, '--path', endless]);
  let cli = 0;
  const running = assay(['execute', file, '--jobs', '1'], '', (child) => {
    cli = child.pid!;
  });
  let pids: number[] = [];
  const isRunning = await until(() => {
    const services = childrenOf(cli);
    pids = [...services, ...services.flatMap(childrenOf)];
    return pids.length >= 2;
  }, 20_000);
  expect(isRunning).toBe(true);
  process.kill(cli, signal);
  const finished = await running;
  expect(await until(() => alive(pids).length === 0, 20_000)).toBe(true);
  return { ...finished, file };
}

test('Ctrl-C cancels in order: exit code 130, no process is left, and the project opens at once', async () => {
  const { code, stderr, file } = await signalWhileExecuting('interrupted', 'SIGINT');
  expect(code).toBe(130);
  expect(stderr).toContain('Cancelled.');
  await withProject(file, async (client) => {
    expect(await client.call('execution.current', null)).toMatchObject({ done: 0, total: 1, finishedAt: null });
  });
});

test('a command that is killed leaves no service and no runner behind', async () => {
  const { code } = await signalWhileExecuting('killed', 'SIGKILL');
  expect(code).toBeNull();
});

test('a path that does not exist is named as such, and nothing of the others is imported', async () => {
  const gone = path.join(folder, 'gone.sql');
  const { code, stderr } = await assay(['import', project, benchmark, gone]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${gone} does not exist.`)]);
});

test('compare says what a case holds', async () => {
  const { stdout } = await assayOk(['compare', '--help']);
  for (const field of ['order_matters', 'condition_cols', 'ignore_order', 'pred_csv', 'gold_csvs', 'call', '{"real": 1}']) {
    expect(stdout).toContain(field);
  }
});
