import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseCase } from '#shared/comparison/caseFile.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/** The folder of published benchmark data: ASSAY_DATA, else shared/data beside the repository. */
export const dataFolder = process.env.ASSAY_DATA ?? path.resolve(repository, '../shared/data');

/** The lines of a file of cases with published verdicts, or null where the data is absent. */
export function readPublishedCases(name: string): Record<string, unknown>[] | null {
  const file = path.join(dataFolder, 'compare', name);
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseCase(line) as Record<string, unknown>);
}

/** Why a test over published data is skipped. */
export const absent = `no published data in ${path.relative(repository, dataFolder)} (set ASSAY_DATA)`;
