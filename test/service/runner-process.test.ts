import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunnerDone, RunnerRequest } from '#shared/contract/runner.ts';
import { RunnerProcess } from '../../electron/service/execution/runner-process.ts';
import { withRunner } from '../../electron/service/execution/with-runner.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// With a runner of our own, whose queries are how long they take: "50" answers after 50 ms, "never" does not, "die" ends it.

const folder = temporaryFolder();
const entry = path.join(folder, 'runner.cjs');
fs.writeFileSync(
  entry,
  `process.on('message', ({ items }) => {
     for (const { id, sql } of items) {
       if (sql === 'die') process.kill(process.pid, 'SIGKILL');
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sql === 'never' ? 60_000 : Number(sql));
       process.send({ t: 'done', id, startedAt: Date.now(), durationMs: 1, outcome: { status: 'error', code: 'X', message: sql } });
     }
   });
   process.send({ t: 'ready', engines: { sqlite: 'none', duckdb: 'none' } });`,
);

async function runAll(queries: readonly string[], timeoutMs: number, meanwhile = () => {}) {
  const runner = new RunnerProcess(entry);
  await runner.ready;
  const request: RunnerRequest = {
    t: 'run',
    engine: 'sqlite',
    database: '',
    rowCap: 1,
    byteCap: 1,
    items: queries.map((sql, id) => ({ id, sql })),
  };
  const answered: number[] = [];
  const running = runner.run(request, timeoutMs, (reply: RunnerDone) => answered.push(reply.id));
  meanwhile();
  const interruption = await running;
  const usable = !runner.exited;
  runner.stop();
  return { answered, kind: interruption?.kind ?? null, durationMs: interruption?.durationMs ?? null, usable };
}

/** Keeps this process from reading any message, as long work of the service does. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a batch is answered query by query, and the process takes another one', async () => {
  expect(await runAll(['1', '1', '1'], 5_000)).toEqual({ answered: [0, 1, 2], kind: null, durationMs: null, usable: true });
});

test('a query that outlives the limit is a timeout, with those before it answered', async () => {
  const { answered, kind, durationMs, usable } = await runAll(['1', 'never', '1'], 200);
  expect([answered, kind, usable]).toEqual([[0], 'timeout', false]);
  expect(durationMs).toBeGreaterThanOrEqual(199);
});

test('a query that ends the process is told apart from a timeout', async () => {
  expect(await runAll(['1', 'die', '1'], 5_000)).toMatchObject({ answered: [0], kind: 'died', usable: false });
});

test('a query that finished while the service was busy did not time out, nor did the one after it', async () => {
  const { answered, kind } = await runAll(['20', '1'], 1_000, () => block(2_000));
  expect([answered, kind]).toEqual([[0, 1], null]);
});

test('the limit still holds for a query that runs on while the service is busy', async () => {
  const { answered, kind } = await runAll(['20', 'never'], 1_000, () => block(2_000));
  expect([answered, kind]).toEqual([[0], 'timeout']);
});

test('a process that cannot start says so', async () => {
  const broken = path.join(folder, 'broken.cjs');
  fs.writeFileSync(broken, 'process.exit(3)');
  const runner = new RunnerProcess(broken);
  await expect(runner.ready).rejects.toThrow('ended at once (3)');
  await wait(0);
  expect(runner.exited).toBe(true);
});

test('a lent runner stays the same until it ends; then another takes its place, and none outlives the work', async () => {
  const lent: RunnerProcess[] = [];
  await withRunner(entry, new AbortController().signal, async (ready) => {
    lent.push(await ready(), await ready());
    lent[0]!.stop();
    lent.push(await ready());
  });
  expect([lent[0] === lent[1], lent[0] === lent[2], lent.map(({ exited }) => exited)]).toEqual([true, false, [true, true, true]]);
});

test('a cancellation stops a lent runner at whatever it is, and is the reason that the work ends with', async () => {
  const controller = new AbortController();
  let lent: RunnerProcess | null = null;
  const work = withRunner(entry, controller.signal, async (ready) => {
    lent = await ready();
    controller.abort();
    await ready();
  });
  await expect(work).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(lent!.exited).toBe(true);
});
