import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import {
  type BuildRequest,
  buildRequestSchema,
  type LoadRequest,
  loadRequestSchema,
  type RunnerReply,
  type RunnerRequest,
  runnerRequestSchema,
} from '#shared/contract/runner.ts';
import { duckdbVersion } from './duckdb/version.ts';
import { engineVersion, runQuery } from './sqlite.ts';

// One sql-runner process: takes a batch of queries, answers one message a query. Whoever started it kills it at a timeout.

/** Resident bytes at which the process ends itself: one query must not take the machine's memory. */
const MEMORY_LIMIT_BYTES = Math.min(3 * 1024 ** 3, os.totalmem() / 4);

// A running query blocks this thread, so another one watches the memory and whether the service is still there.
new Worker(
  `const { workerData } = require('node:worker_threads');
   const alive = (pid) => { try { return process.kill(pid, 0); } catch { return false; } };
   setInterval(() => {
     const orphan = process.ppid !== workerData.parent || !alive(workerData.parent);
     if (orphan || process.memoryUsage.rss() > workerData.memory) process.kill(process.pid, 'SIGKILL');
   }, 50);`,
  { eval: true, workerData: { memory: MEMORY_LIMIT_BYTES, parent: process.ppid } },
).unref();

/** Waits until the message is written: a query that hangs next must not hold back the answer of the one before. */
const send = (reply: RunnerReply) =>
  new Promise<void>((resolve, reject) => process.send?.(reply, (error: Error | null) => (error ? reject(error) : resolve())));

/** The service is gone: nobody is left to run for. */
const end = () => process.exit(0);

async function build(request: BuildRequest): Promise<void> {
  try {
    const { buildDatabase } = await import('./duckdb/build/build.ts');
    await send({ t: 'built', built: await buildDatabase(request), error: null });
  } catch (error) {
    await send({ t: 'built', built: null, error: error instanceof Error ? error.message : String(error) });
  }
}

async function run(request: RunnerRequest): Promise<void> {
  for (const { id, sql } of request.items) {
    const startedAt = Date.now();
    const start = performance.now();
    const outcome =
      request.engine === 'duckdb'
        ? await (await import('./duckdb/duckdb.ts')).runDuckdbQuery(request, sql)
        : runQuery(request.database, sql, request);
    await send({ t: 'done', id, startedAt, durationMs: performance.now() - start, outcome }).catch(end);
  }
}

/** Gets ready for queries on a DuckDB file. What fails here fails again, and is told, with the first query. */
async function load(request: LoadRequest): Promise<void> {
  const { warmUp } = await import('./duckdb/duckdb.ts');
  await warmUp(request).catch(() => {});
  await send({ t: 'loaded' });
}

process.on('message', (raw) => {
  const request = z.union([runnerRequestSchema, buildRequestSchema, loadRequestSchema]).parse(raw);
  if (request.t === 'load') void load(request).catch(end);
  else void (request.t === 'build' ? build(request) : run(request)).catch(end);
});
process.on('disconnect', end);
send({ t: 'ready', engines: { sqlite: engineVersion(), duckdb: duckdbVersion() } }).catch(end);
