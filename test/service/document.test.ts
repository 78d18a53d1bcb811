import path from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENT, makeDocumentBenchmark } from '../helpers/document-benchmark.ts';
import { withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();

test('an instance names its document, whose whole text comes on asking; one that was not imported has none', async () => {
  const items = makeDocumentBenchmark(path.join(folder, 'lite'));
  await withProject(path.join(folder, 'p.assay'), async (client) => {
    await client.call('import.run', { items });
    const queue = await client.call('room.queue', { sample: null });
    const told = await Promise.all(
      queue.map(async ({ instance }) => {
        const { document, knowledge } = await client.call('room.instance', { instance, sample: null });
        const { text } = await client.call('room.document', { instance });
        return { document, knowledge, text };
      }),
    );
    expect(told).toEqual([
      { document: 'towns.md', knowledge: DOCUMENT, text: DOCUMENT },
      { document: 'missing.md', knowledge: null, text: null },
      { document: null, knowledge: null, text: null },
    ]);
    await expect(client.call('room.document', { instance: 999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
