import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AssayClient } from '#shared/contract/contract.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { withProject } from '../helpers/service-client.ts';
import { line, quantile } from './measure.ts';

const RUNAWAYS = 8;
const SAVES = 300;

/** How long the save of a label takes while nothing runs, and while eight endless queries do. */
export async function benchResponsiveness(folder: string): Promise<void> {
  const benchmark = path.join(folder, 'runaway');
  const endless = (index: number) =>
    `WITH RECURSIVE n(i) AS (SELECT ${index} UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`;
  const indices = Array.from({ length: RUNAWAYS }, (_, index) => index);
  makeBenchmark(benchmark, {
    // A database each: queries of one database go to one runner, one after the other.
    databases: Object.fromEntries(indices.map((index) => [`numbers_${index}`, 'CREATE TABLE t (a)'])),
    instances: indices.map((index) => ({ db: `numbers_${index}`, question: `Question ${index}`, gold: endless(index) })),
    predictions: { a: indices.map(endless) },
  });
  await withProject(path.join(folder, 'runaway.assay'), async (client) => {
    await client.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a')] });
    const idle = await saves(client);
    const controller = new AbortController();
    let running = 0;
    const run = client
      .call(
        'execution.start',
        { jobs: RUNAWAYS, limits: { timeoutMs: 600_000 }, again: false },
        {
          signal: controller.signal,
          onProgress: (progress) => {
            running = progress.running.length;
          },
        },
      )
      .catch(() => {});
    while (running < RUNAWAYS) await wait(50);
    const busy = await saves(client);
    controller.abort();
    await run;
    line('label saved while nothing runs, p99', `${quantile(idle, 0.99)} ms (median ${quantile(idle, 0.5)} ms)`);
    line(
      `label saved while ${RUNAWAYS} endless queries run, p99`,
      `${quantile(busy, 0.99)} ms (median ${quantile(busy, 0.5)} ms)`,
      'at most 50 ms',
    );
  });
}

/** Milliseconds of each of many saves, one after the other. */
async function saves(client: AssayClient): Promise<number[]> {
  const taken: number[] = [];
  for (let save = 0; save < SAVES; save++) {
    const start = performance.now();
    const item = { instance: 1 + (save % RUNAWAYS), system: 1 };
    await client.call('label.edit', { ...item, edit: { field: 'code', code: 'C1', on: save % (2 * RUNAWAYS) < RUNAWAYS } });
    taken.push(performance.now() - start);
  }
  return taken;
}
