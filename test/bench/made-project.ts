import fs from 'node:fs';
import path from 'node:path';
import { withProject } from '../helpers/service-client.ts';
import { makeBenchmark } from './made-benchmark.ts';
import { line, seconds } from './measure.ts';

export const INSTANCES = 10_000;
export const SYSTEMS = 10;
const RULES = ['multiset', 'bird-ex', 'test-suite'];

/**
 * A project of 10,000 instances × 10 systems, imported, executed, judged, and with a sample of every instance in a
 * stratum: made once a run, by the service, as a person would. ASSAY_BENCH_PROJECT names a file that outlives the run.
 */
export async function largeProject(folder: string): Promise<string> {
  const file = process.env.ASSAY_BENCH_PROJECT ?? path.join(folder, 'large.assay');
  if (fs.existsSync(file)) return file;
  const made = path.join(path.dirname(file), 'large-benchmark');
  fs.mkdirSync(made, { recursive: true });
  const items = makeBenchmark(made, { instances: INSTANCES, systems: SYSTEMS, databases: 20 });
  console.log(`\nA project of ${INSTANCES.toLocaleString('en')} instances × ${SYSTEMS} systems`);
  const step = async (what: string, work: () => Promise<unknown>) => line(what, `${(await seconds(work)).toFixed(1)} s`);
  await withProject(file, async (client) => {
    await step('imported', () => client.call('import.run', { items }));
    // The wide result takes more bytes than the default cap keeps.
    const limits = { timeoutMs: 120_000, byteCap: 512 * 1024 * 1024 };
    await step('executed, two runners', () => client.call('execution.start', { jobs: 2, limits, again: false }));
    await step(`judged by ${RULES.join(', ')}`, () => client.call('judge.run', { rules: RULES }));
    const sizes = { S1: INSTANCES, S2: INSTANCES, S3: INSTANCES };
    await step('sample drawn', () =>
      client.call('sample.draw', { name: 'everything', rule: 'multiset', reading: 'disjoint', seed: 7, sizes, without: [] }),
    );
  });
  return file;
}
