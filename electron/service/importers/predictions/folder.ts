import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { ItemOf } from '#shared/contract/import.ts';
import type { ItemJob } from '../item-job.ts';
import { isFile, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { decode, readBytes } from '../sources/text.ts';
import { type Read, unitsOf } from '../unit.ts';
import { type PredictionRecord, plainPrediction, takePredictions } from './prediction.ts';

/** File names that stand for the answer in an instance's own folder. */
const ANSWERS = new Set(['final', 'result', 'answer', 'pred', 'prediction', 'output', 'query', 'submission']);

/**
 * The instance and rollout that a file's place speaks of: `{id}.sql`, `{id}_{k}.sql`, `{id}/final.sql`, `{id}/{id}.sql`,
 * `{id}/{k}.sql`, `{id}/{k}/final.sql`. Null for other files in an instance's folder.
 */
export function placeOf(name: string, knows: (id: string) => boolean): { id: string; rollout: number } | null {
  const parts = name.split('/');
  const stem = path.basename(parts.pop()!, path.extname(name));
  const number = (text: string | undefined) => /^(?:rollout|run|sample)?[_-]?(\d{1,4})$/i.exec(text ?? '')?.[1];
  if (knows(stem)) return { id: stem, rollout: 0 };
  const [, prefix, rollout] = /^(.+?)[_-](?:rollout|run|sample)?[_-]?(\d{1,4})$/i.exec(stem) ?? [];
  if (prefix !== undefined && rollout !== undefined && knows(prefix)) return { id: prefix, rollout: Number(rollout) };
  const parent = parts.at(-1);
  if (parent === undefined) return { id: stem, rollout: 0 };
  if (ANSWERS.has(stem.toLowerCase())) {
    const inner = number(parent);
    const above = parts.at(-2);
    if (inner !== undefined && above !== undefined && !knows(parent)) return { id: above, rollout: Number(inner) };
    return { id: parent, rollout: 0 };
  }
  const own = number(stem);
  if (own !== undefined && knows(parent)) return { id: parent, rollout: Number(own) };
  return knows(parent) ? null : { id: stem, rollout: 0 };
}

const readPrediction = (part: 'sql' | 'csv', knows: (id: string) => boolean) =>
  async function* (file: SourceFile): AsyncGenerator<Read<PredictionRecord>> {
    const place = placeOf(file.name, knows);
    if (place === null) {
      yield { note: `${file.name} is another file of an instance and was passed over` };
      return;
    }
    const bytes = await readBytes(file.path);
    const at = { key: place.id, text: file.name };
    if (part === 'csv') {
      yield { ...at, record: { ...plainPrediction({ id: place.id }, null), rollout: place.rollout, csv: bytes } };
      return;
    }
    // A result table of the same name belongs to the query.
    const table = file.path.replace(/\.sql$/i, '.csv');
    const csv = isFile(table) ? await readBytes(table) : null;
    yield { ...at, record: { ...plainPrediction({ id: place.id }, decode(bytes)), rollout: place.rollout, csv } };
  };

/** Imports a folder of one SQL file (or one result table as CSV) an instance. @throws AssayError IMPORT_REFUSED */
export async function importPredictionFolder(job: ItemJob, item: ItemOf<'predictions'>, part: 'sql' | 'csv'): Promise<void> {
  if (!isFolder(item.path)) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(item.path)} is no folder.`, {
      next: 'Choose the folder that holds the files.',
    });
  }
  const reader = readPrediction(part, (id) => job.catalog.instances.has(id));
  const units = unitsOf(walk(item.path, 3), (file) => file.name.toLowerCase().endsWith(`.${part}`), reader);
  await takePredictions(job, item, path.basename(item.path), units);
}
