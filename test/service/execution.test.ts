import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AssayClient, Topic } from '#shared/contract/contract.ts';
import type { ExecutionProgress } from '#shared/contract/execution.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { childrenOf, until, wasKilled } from '../helpers/processes.ts';
import { executionsIn } from '../helpers/project-file.ts';
import { startService, type TestService, withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const benchmark = path.join(folder, 'numbers');
const QUERIES = 40;

/** A query of some milliseconds; `index` makes it differ from the others. */
const counting = (index: number, rows = 60_000) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT count(*), ${index} FROM n`;

let service: TestService;
let client: AssayClient;
let file: string;
let made = 0;

beforeAll(() => {
  const predictions = Array.from({ length: QUERIES / 2 }, (_, index) =>
    index === 3 ? 'SELECT nothing' : counting(1_000 + index),
  );
  makeBenchmark(benchmark, {
    databases: { left: 'CREATE TABLE t (a)', right: 'CREATE TABLE t (a)' },
    instances: Array.from({ length: QUERIES / 2 }, (_, index) => ({
      db: index % 2 === 0 ? 'left' : 'right',
      question: `How many? (${index})`,
      gold: counting(index),
    })),
    predictions: { a: predictions, same: predictions },
  });
  service = startService();
  client = service.client;
});
afterAll(() => service.stop());

beforeEach(async () => {
  file = path.join(folder, `p${++made}.assay`);
  await client.call('project.create', { path: file, annotator: 'mk' });
  await client.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a')] });
});

type Options = {
  jobs?: number;
  again?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
  onProgress?: (progress: ExecutionProgress) => void;
};
const start = ({ jobs = 2, again = false, timeoutMs, signal, onProgress }: Options = {}) =>
  client.call(
    'execution.start',
    { jobs, again, limits: timeoutMs === undefined ? {} : { timeoutMs } },
    { ...(signal && { signal }), ...(onProgress && { onProgress }) },
  );
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, count) => total + count, 0);

test('progress counts what is on disk, names what runs, and ends at the total', async () => {
  const seen: ExecutionProgress[] = [];
  const summary = await start({ onProgress: (progress) => seen.push(progress) });
  expect(summary).toMatchObject({
    done: QUERIES,
    total: QUERIES,
    byStatus: { ok: QUERIES - 1, error: 1 },
    engines: [expect.stringMatching(/^SQLite 3\./)],
  });
  expect(summary.finishedAt).not.toBeNull();
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
  for (const { done, total, byStatus } of seen) {
    expect(total).toBe(QUERIES);
    expect(sum(byStatus)).toBe(done);
  }
  expect(seen.at(-1)).toMatchObject({ done: QUERIES, etaSeconds: 0, running: [] });
  const running = seen.flatMap((progress) => progress.running);
  expect(running.map(({ database }) => database)).toContain('left');
  expect(running[0]!.sql).toContain('RECURSIVE');
  expect(seen.some(({ etaSeconds, done }) => etaSeconds !== null && done < QUERIES)).toBe(true);
});

test('queries run on as many runners as asked for, and none of them stays', async () => {
  const counts: number[] = [];
  await start({ jobs: 2, onProgress: () => counts.push(childrenOf(service.pid).length) });
  expect(Math.max(...counts)).toBe(2);
  expect(await until(() => childrenOf(service.pid).length === 0, 20_000)).toBe(true);
});

test('a cancelled execution keeps what is finished, tells the windows, and goes on from there', async () => {
  const told: Topic[] = [];
  const stopListening = client.on('changed', ({ topics }) => told.push(...topics));
  const cancel = new AbortController();
  let acknowledged = 0;
  const cancelled = start({
    signal: cancel.signal,
    onProgress: ({ done }) => {
      acknowledged = done;
      if (done >= 8) cancel.abort();
    },
  });
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  stopListening();
  expect(told).toContain('execution');
  const stopped = await client.call('execution.current', null);
  expect(stopped!.done).toBeGreaterThanOrEqual(acknowledged);
  expect(stopped!.done).toBeLessThan(QUERIES);
  await client.call('project.close', null);
  const before = executionsIn(file);
  expect(before).toHaveLength(stopped!.done);
  expect(before.every(({ status }) => status !== 'cancelled')).toBe(true);

  await client.call('project.open', { path: file, annotator: 'mk' });
  const seen: ExecutionProgress[] = [];
  expect(await start({ onProgress: (progress) => seen.push(progress) })).toMatchObject({ runId: stopped!.runId, done: QUERIES });
  for (const { done, byStatus } of seen) expect(sum(byStatus)).toBe(done);
  await client.call('project.close', null);
  const after = executionsIn(file);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(new Set(after.map(({ query_id }) => query_id)).size).toBe(QUERIES);
  expect(after).toHaveLength(QUERIES);
});

test('what has run is not run again; a new run leaves the old one as it is', async () => {
  const first = await start();
  let progressed = 0;
  expect(await start({ onProgress: () => progressed++ })).toMatchObject({ runId: first.runId, done: QUERIES });
  expect(progressed).toBe(0);
  const second = await start({ again: true });
  expect(second.runId).toBeGreaterThan(first.runId);
  await client.call('project.close', null);
  const [old, again] = [first, second].map(({ runId }) => executionsIn(file).filter(({ run_id }) => run_id === runId));
  expect(again).toHaveLength(QUERIES);
  expect(old!.map(({ query_id, result_hash }) => [query_id, result_hash]).sort()).toEqual(
    again!.map(({ query_id, result_hash }) => [query_id, result_hash]).sort(),
  );
});

test('a runner that something else kills costs nothing: its query runs again on a new one', async () => {
  let killed = 0;
  const summary = await start({
    onProgress: ({ done }) => {
      const [runner] = childrenOf(service.pid);
      if (runner === undefined || killed >= 2 || done < 5 * (killed + 1)) return;
      if (wasKilled(runner)) killed++;
    },
  });
  expect(killed).toBeGreaterThan(0);
  expect(summary).toMatchObject({ done: QUERIES, byStatus: { ok: QUERIES - 1, error: 1 } });
});

test('while it runs, a second one, another project and closing are refused, and leave no lock behind', async () => {
  const other = path.join(folder, `other${made}.assay`);
  await withProject(other, async () => {});
  const endless = path.join(folder, 'endless');
  makeBenchmark(endless, {
    databases: { left: 'CREATE TABLE t (a)' },
    instances: [{ db: 'left', question: 'How many?', gold: counting(1, Number.MAX_SAFE_INTEGER) }],
  });
  await client.call('project.create', { path: path.join(folder, `endless${made}.assay`), annotator: 'mk' });
  await client.call('import.run', { items: [benchmarkItem(endless)] });
  const cancel = new AbortController();
  let begun = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const execution = start({ signal: cancel.signal, onProgress: () => begun() });
  await running;
  const unmade = path.join(folder, `unmade${made}.assay`);
  await expect(start()).rejects.toMatchObject({ code: 'BUSY' });
  await expect(client.call('project.close', null)).rejects.toMatchObject({ code: 'BUSY' });
  await expect(client.call('project.open', { path: other, annotator: 'mk' })).rejects.toMatchObject({ code: 'BUSY' });
  await expect(client.call('project.create', { path: unmade, annotator: 'mk' })).rejects.toMatchObject({ code: 'BUSY' });
  await withProject(other, async (otherClient) => {
    expect(await otherClient.call('project.summary', null)).toMatchObject({ path: other });
  });
  cancel.abort();
  await expect(execution).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await client.call('project.create', { path: unmade, annotator: 'mk' })).toMatchObject({ instances: 0 });
});

test('judging can be cancelled and goes on; nothing that is judged is judged again', async () => {
  await start();
  const cancel = new AbortController();
  cancel.abort();
  await expect(client.call('judge.run', { rules: ['multiset'] }, { signal: cancel.signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  const [judged] = await client.call('judge.run', { rules: ['multiset'] });
  expect(judged!.systems).toMatchObject([{ system: 'a', counts: { mismatch: QUERIES / 2 - 1, 'prediction failed': 1 } }]);
  expect(await client.call('judge.run', { rules: ['multiset'] })).toEqual([judged]);
});

test('predictions that come later are run in the same run, and judged', async () => {
  await start();
  await client.call('judge.run', { rules: ['multiset'] });
  await client.call('import.run', { items: [predictionsItem(benchmark, 'same')] });
  expect(await client.call('project.summary', null)).toMatchObject({
    executionsDone: QUERIES,
    executionsNeeded: QUERIES,
    judgedRules: [],
  });
  await client.call('judge.run', { rules: ['multiset'] });
  expect(await client.call('project.summary', null)).toMatchObject({ judgedRules: ['multiset'] });
});
