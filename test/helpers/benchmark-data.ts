import fs from 'node:fs';
import path from 'node:path';

/**
 * A folder of the public benchmark data that some tests read, or null where it is absent: they are skipped then. It is the
 * folder that ASSAY_DATA names, else one beside the repository.
 */
export function benchmarkData(...parts: string[]): string | null {
  const root = process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data');
  const folder = path.join(root, ...parts);
  if (fs.existsSync(folder)) return folder;
  console.warn(`skipped: there is no ${parts.join('/')} among the benchmark data; ASSAY_DATA names its folder`);
  return null;
}
