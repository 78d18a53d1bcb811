import path from 'node:path';
import { expect, test } from 'vitest';
import type { Compiled } from '#shared/contract/local.ts';
import { benchmarkData } from '../helpers/benchmark-data.ts';
import { assayOk } from '../helpers/command-line.ts';

const data = benchmarkData('spider2-snow');

/** Of the golds whose schema is at hand, at least this share must compile. */
const LEAST_SHARE = 0.9;

test.skipIf(data === null)(
  'golds of Spider2-Snow compile on the sample databases of their schemas',
  async () => {
    const finished = await assayOk([
      'compile',
      '--tasks',
      path.join(data!, 'spider2-snow.jsonl'),
      '--schemas',
      path.join(data!, 'resource', 'databases'),
      '--queries',
      path.join(data!, 'gold', 'sql'),
      '--json',
    ]);
    const { compiles, of, queries } = finished.json<{ compiles: number; of: number; queries: Compiled[] }>();
    const reasons = queries.flatMap(({ instanceId, database, state, code, message }) =>
      state === 'fails' || state === 'refused' ? [`${instanceId} on ${database}: ${code}: ${message}`] : [],
    );
    console.log([`${compiles} of ${of} golds compile`, ...reasons].join('\n'));
    expect(of).toBeGreaterThan(0);
    expect(compiles / of).toBeGreaterThanOrEqual(LEAST_SHARE);
    for (const { state, code, message } of queries) if (state === 'fails') expect([code, message]).not.toContain(null);
  },
  600_000,
);
