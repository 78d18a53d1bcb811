import path from 'node:path';
import type { ItemOf } from '#shared/contract/import.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { Catalog } from '../catalog.ts';
import type { ItemJob } from '../item-job.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { jsonElements } from '../sources/json-elements.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { type PredictionRecord, plainPrediction, takePredictions } from './prediction.ts';

/** What separates the SQL from the database's name in a BIRD prediction. */
const SEPARATOR = '\t----- bird -----\t';

type KeyMeaning = 'position' | 'question_id';

function partsOf(value: string): { sql: string; database: string | null } {
  const at = value.indexOf(SEPARATOR);
  return at === -1
    ? { sql: value, database: null }
    : { sql: value.slice(0, at), database: value.slice(at + SEPARATOR.length).trim() };
}

const byPosition = (catalog: Catalog, key: string) => (/^\d+$/.test(key) ? catalog.byPosition.get(Number(key) + 1) : undefined);

/**
 * What the keys mean: BIRD's own files count positions from 0, others use the question's id. Where both are possible, the
 * databases that the values name decide; then the number of keys that mean something.
 */
async function meaningOf(file: string, catalog: Catalog): Promise<KeyMeaning> {
  let agreeing = 0;
  const known = { position: 0, question_id: 0 };
  for await (const element of jsonElements(file)) {
    if ('problem' in element || element.key === null) continue;
    const position = byPosition(catalog, element.key);
    const question = catalog.byQuestionId.get(element.key);
    if (position !== undefined) known.position++;
    if (question !== undefined) known.question_id++;
    const { database } = typeof element.value === 'string' ? partsOf(element.value) : { database: null };
    if (database !== null) agreeing += Number(position?.database === database) - Number(question?.database === database);
  }
  if (agreeing !== 0) return agreeing > 0 ? 'position' : 'question_id';
  return known.question_id > known.position ? 'question_id' : 'position';
}

const readDictionary = (catalog: Catalog, meaning: KeyMeaning) =>
  async function* (file: SourceFile): AsyncGenerator<Read<PredictionRecord>> {
    const unseparated: string[] = [];
    let entries = 0;
    for await (const element of jsonElements(file.path)) {
      if ('problem' in element) {
        yield element;
        continue;
      }
      entries++;
      const { key, value, line } = element;
      if (key === null) {
        yield { problem: new Problem('not an entry of a JSON object', element.text), line };
        continue;
      }
      const question = meaning === 'question_id' ? catalog.byQuestionId.get(key) : undefined;
      const position = Number(key) + 1;
      if (meaning === 'position' && !/^\d+$/.test(key))
        yield { problem: new Problem('the key is no position', element.text), line, key };
      else if (typeof value !== 'string' && value !== 0 && value !== null) {
        yield { problem: new Problem('the value is no SQL text', element.text), line, key };
      } else {
        const { sql, database } = typeof value === 'string' ? partsOf(value) : { sql: null, database: null };
        if (sql !== null && database === null) unseparated.push(key);
        const instance = meaning === 'position' ? { position } : { id: question?.instanceId ?? key };
        const cleaning = database === null ? [] : ['database name'];
        yield {
          line,
          key,
          text: sql ?? element.text,
          record: { ...plainPrediction(instance, sql), database, cleaning, called: 'entry', raw: element.text },
        };
      }
    }
    yield { note: `Keys are ${meaning === 'position' ? 'positions from 0' : 'question ids'}.` };
    if (unseparated.length > 0) {
      const some = unseparated.slice(0, 8).join(', ');
      yield {
        note: `${unseparated.length} of ${entries} entries lack the separator and a database's name; the instance's database is used (keys ${some}${unseparated.length > 8 ? ' …' : ''}).`,
      };
    }
  };

/** Imports a BIRD `predict_*.json`. The integer 0 of a failed generation is no answer, and is kept as such. */
export async function importBirdPredictions(job: ItemJob, item: ItemOf<'predictions'>): Promise<void> {
  requireBenchmark(job, 'predictions');
  const reader = readDictionary(job.catalog, await meaningOf(item.path, job.catalog));
  await takePredictions(job, item, path.basename(item.path), [unitOf(fileAt(item.path), reader)]);
}
