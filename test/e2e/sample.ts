import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { withLock } from '../../scripts/lock.mjs';
import { withService } from '../helpers/service-client.ts';
import { temporaryFolder } from './app.ts';

/**
 * A folder like `temporaryFolder`'s in which the shipped sample has been opened before: imported, executed and judged, which
 * takes a while. The first file of a run that asks has it made; the others get copies.
 */
export async function sampleFolder(): Promise<string> {
  const folder = temporaryFolder();
  const made = path.join(inject('sharedFolder'), 'sample');
  await withLock(`${made}.lock`, async () => {
    if (fs.existsSync(`${made}.ready`)) return;
    await withService(({ client }) =>
      client.call('project.openSample', {
        path: path.join(made, 'Assay sample.assay'),
        // The window's annotator: nobody else is to have been here.
        annotator: os.userInfo().username,
      }),
    );
    fs.writeFileSync(`${made}.ready`, '');
  });
  fs.cpSync(made, folder, { recursive: true });
  return folder;
}
