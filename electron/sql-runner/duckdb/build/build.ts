import type { BuildRequest, Built } from '#shared/contract/runner.ts';
import { buildFolderDatabase } from './folder-database.ts';
import { buildSampleDatabase } from './sample-database.ts';

/** Makes the DuckDB file that is asked for. @throws where the folder cannot be read or the target not be written */
export const buildDatabase = ({ kind, folder, target }: BuildRequest): Promise<Built> =>
  kind === 'spider2-schema' ? buildSampleDatabase(folder, target) : buildFolderDatabase(folder, target);
