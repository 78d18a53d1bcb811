import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { madeItems, makeTrajectoryFolder } from '../bench/trajectory-folder.ts';
import { startService, withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const TRAJECTORIES = 60;
const folder = temporaryFolder();
const made = path.join(folder, 'made');
makeTrajectoryFolder(made, { trajectories: TRAJECTORIES, bytes: 12e6 });
const { benchmark, predictions, trajectories } = madeItems(made);

const state = async (client: AssayClient) => ({
  summary: await client.call('project.summary', null),
  receipts: await client.call('import.receipts', null),
  found: (await client.call('search.find', { text: 'warehouse', in: ['trajectory'], limit: 5 })).hits.length,
});

/** Starts the import and ends it by `stop` when a third of the bytes is read; answers how it ended. */
async function stopped(client: AssayClient, stop: () => void, signal?: AbortSignal): Promise<unknown> {
  let isStopped = false;
  return client
    .call(
      'import.run',
      { items: [trajectories] },
      {
        signal,
        onProgress: ({ done, total }) => {
          if (isStopped || total === null || done < total / 3) return;
          isStopped = true;
          stop();
        },
      },
    )
    .catch((error: unknown) => error);
}

test('a cancelled import leaves the project as it was, goes on where it stopped, and can be forgotten', async () => {
  await withProject(path.join(folder, 'cancelled.assay'), async (client) => {
    await client.call('import.run', { items: [benchmark, predictions] });
    const before = await state(client);
    const cancel = new AbortController();
    expect(await stopped(client, () => cancel.abort(), cancel.signal)).toMatchObject({ code: 'CANCELLED' });
    expect(await state(client)).toEqual(before);
    const [unfinished] = await client.call('import.unfinished', null);
    expect(unfinished).toMatchObject({ item: { format: 'spider-agent-tc' } });
    expect(unfinished!.finishedFiles).toBeGreaterThan(10);
    expect(unfinished!.finishedFiles).toBeLessThan(TRAJECTORIES);

    // A file that goes away before the import goes on is not imported by its half-finished reading.
    const first = path.join(made, 'logs', 'sf_made00000.json');
    fs.renameSync(first, `${first}.away`);
    const receipts = await client
      .call('import.run', { items: [trajectories] })
      .finally(() => fs.renameSync(`${first}.away`, first));
    expect(receipts[0]).toMatchObject({ read: TRAJECTORIES - 1, kept: TRAJECTORIES - 1, rejected: 0 });
    expect(await client.call('import.unfinished', null)).toEqual([]);
    expect((await state(client)).found).toBe(5);
    const [again] = await client.call('import.run', { items: [trajectories] });
    expect(again).toMatchObject({ kept: 1, unchanged: TRAJECTORIES - 1 });
  });
});

test('forgetting a stopped import removes what it had stored', async () => {
  const file = path.join(folder, 'forgotten.assay');
  await withProject(file, async (client) => {
    await client.call('import.run', { items: [benchmark] });
    const cancel = new AbortController();
    await stopped(client, () => cancel.abort(), cancel.signal);
    expect(await client.call('import.discard', { jobs: null })).toEqual({ discarded: 1 });
    expect(await client.call('import.unfinished', null)).toEqual([]);
    const [receipt] = await client.call('import.run', { items: [trajectories] });
    expect(receipt).toMatchObject({ kept: TRAJECTORIES, unchanged: 0 });
  });
});

test('an import that is killed goes on too, and nothing of it is seen before', async () => {
  const file = path.join(folder, 'killed.assay');
  await withProject(file, (client) => client.call('import.run', { items: [benchmark] }));
  const service = startService();
  await service.client.call('project.open', { path: file, annotator: 'mk' });
  await stopped(service.client, () => void service.kill('SIGKILL'));
  await wait(100);
  await withProject(file, async (client) => {
    expect(await client.call('import.receipts', null)).toHaveLength(1);
    expect((await client.call('import.unfinished', null))[0]!.finishedFiles).toBeGreaterThan(10);
    const [receipt] = await client.call('import.run', { items: [trajectories] });
    expect(receipt).toMatchObject({ kept: TRAJECTORIES, rejected: 0 });
  });
});

test('labels are saved while an import runs', async () => {
  await withProject(path.join(folder, 'saving.assay'), async (client) => {
    await client.call('import.run', { items: [benchmark, predictions] });
    let running = true;
    const work = client.call('import.run', { items: [trajectories] }).finally(() => (running = false));
    let saved = 0;
    while (running) {
      await client.call('label.edit', { instance: 1, system: 1, edit: { field: 'flagged', on: saved++ % 2 === 0 } });
    }
    await work;
    expect(saved).toBeGreaterThan(5);
  });
});
