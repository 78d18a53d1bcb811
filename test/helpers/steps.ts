import type { AssayClient } from '#shared/contract/contract.ts';
import type { RunSummary } from '#shared/contract/execution.ts';
import type { Sample } from '#shared/contract/overview.ts';

/** Executes everything, and judges it by the given rules. */
export async function executeAll(client: AssayClient, rules: string[] = ['multiset']): Promise<RunSummary> {
  const summary = await client.call('execution.start', { jobs: 1, limits: {}, again: false });
  await client.call('judge.run', { rules });
  return summary;
}

/** Draws a sample of everything that there is to label. */
export const drawAll = (client: AssayClient, name = 'all'): Promise<Sample> =>
  client.call('sample.draw', {
    name,
    rule: 'multiset',
    reading: 'disjoint',
    seed: 7,
    sizes: { S1: 1_000, S2: 1_000, S3: 1_000 },
    without: [],
  });
