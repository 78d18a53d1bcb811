import { type RunnerReply, runnerRequestSchema } from '#shared/contract/runner.ts';
import { engineVersion, runQuery } from './sqlite.ts';

// One sql-runner process: takes a batch of queries, answers one message a query. Whoever started it kills it at a timeout.

const version = engineVersion();

/** Waits until the message is written: a query that hangs next must not hold back the answer of the one before. */
const send = (reply: RunnerReply) =>
  new Promise<void>((resolve, reject) => process.send?.(reply, (error: Error | null) => (error ? reject(error) : resolve())));

process.on('message', async (raw) => {
  const request = runnerRequestSchema.parse(raw);
  for (const { id, sql } of request.items) {
    const startedAt = Date.now();
    const start = performance.now();
    const outcome = runQuery(request.database, sql, request);
    await send({ t: 'done', id, startedAt, durationMs: performance.now() - start, outcome, engineVersion: version });
  }
});
// The service is gone: nobody is left to run for.
process.on('disconnect', () => process.exit(0));
