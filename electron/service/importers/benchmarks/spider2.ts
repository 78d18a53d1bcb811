import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AssayError } from '#shared/contract/errors.ts';
import type { ItemJob } from '../item-job.ts';
import { takeDocuments } from '../schemas/documents.ts';
import { takeSpider2Schemas } from '../schemas/spider2-resource.ts';
import { fileAt, firstFile, firstFolder, isFile, isFolder, type SourceFile } from '../sources/files.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { takeGold } from './gold.ts';
import { beginBenchmark, type InstanceRecord, nameOfPath, snowflakeLocation, writeInstance } from './instance.ts';

export type Spider2Format = 'spider2-snow' | 'spider2-lite' | 'spider2-aifunc';

const evaluationSchema = z.looseObject({ ignore_order: z.boolean().optional() });

/** One task of any of the three: Lite says `db` and `question` where Snow says `db_id` and `instruction`. */
const taskSchema = z.looseObject({
  instance_id: z.string().min(1),
  instruction: z.string().min(1).optional(),
  question: z.string().min(1).optional(),
  db_id: z.string().min(1).optional(),
  db: z.string().min(1).optional(),
  external_knowledge: z.string().nullish(),
  eval_config: evaluationSchema.nullish(),
});

/** The file of tasks in a folder, or the named file. */
export function spider2Tasks(place: string, format: Spider2Format): string | null {
  if (!isFolder(place)) return isFile(place) ? place : null;
  const names = [`${format}.jsonl`, `data/${format}.jsonl`, `${format}/${format}.jsonl`];
  return firstFile(place, names);
}

/** The engine that an instance's id speaks of (Spider2-Lite mixes three). */
function engineOf(format: Spider2Format, instanceId: string): string {
  if (format !== 'spider2-lite' || /^sf/.test(instanceId)) return 'snowflake';
  return /^local/.test(instanceId) ? 'sqlite' : 'bigquery';
}

const readTasks = (format: Spider2Format, locationOf: (engine: string, database: string) => string) =>
  async function* (file: SourceFile): AsyncGenerator<Read<InstanceRecord>> {
    let position = 0;
    const engines = new Map<string, string>();
    for await (const read of jsonRecords(file.path)) {
      position++;
      if ('problem' in read) {
        yield read;
        continue;
      }
      const parsed = taskSchema.safeParse(read.value);
      const task = parsed.data;
      const instruction = task?.instruction ?? task?.question;
      const database = task?.db_id ?? task?.db;
      if (task === undefined || instruction === undefined || database === undefined) {
        const reason = parsed.success ? 'the instruction or the database is missing' : issuesOf(parsed.error);
        yield { problem: new Problem(`not a task of Spider 2.0: ${reason}`, read.text), line: read.line, key: task?.instance_id };
        continue;
      }
      const { instance_id, instruction: _i, question: _q, db_id: _d, db: _b, external_knowledge, eval_config, ...tags } = task;
      const engine = engineOf(format, instance_id);
      // In Lite two engines may have a database of the same name.
      const taken = engines.get(database) ?? engine;
      const name = taken === engine ? database : `${database} (${engine})`;
      engines.set(database, taken);
      yield {
        line: read.line,
        key: instance_id,
        text: instruction,
        record: {
          instanceId: instance_id,
          position,
          database: name,
          engine,
          location: locationOf(engine, database),
          instruction,
          knowledge: null,
          document: external_knowledge ? external_knowledge : null,
          difficulty: null,
          ignoreOrder: eval_config?.ignore_order === true,
          questionId: null,
          tags,
          evaluation: eval_config ?? null,
          golds: [],
          raw: read.text,
        },
      };
    }
    yield { records: position };
  };

/**
 * Imports Spider2-Snow, Spider2-Lite or Spider2-AIFunc: the tasks, and what lies in the same folder of golds, evaluation
 * configuration, schemas and documents. Gold that is held out is a normal state.
 * @throws AssayError IMPORT_REFUSED where there is no file of tasks
 */
export async function importSpider2(job: ItemJob, format: Spider2Format): Promise<void> {
  const place = job.item.path;
  const tasks = spider2Tasks(place, format);
  if (tasks === null) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(place)} holds no ${format}.jsonl.`, {
      next: 'Choose the folder that holds it, or the file itself.',
    });
  }
  const folder = isFolder(place) ? place : path.dirname(place);
  const begin = beginBenchmark(job, nameOfPath(place), format);
  const local = firstFolder(folder, ['resource/databases/spider2-localdb', 'resource/databases', 'databases/spider2-localdb']);
  const locationOf = (engine: string, database: string) => {
    if (engine === 'snowflake') return snowflakeLocation(database);
    const file = local === null || engine !== 'sqlite' ? '' : path.join(path.resolve(local), `${database}.sqlite`);
    return isFile(file) ? file : '';
  };
  await job.take(
    'instances',
    path.basename(tasks),
    [unitOf(fileAt(tasks), readTasks(format, locationOf))],
    async (record, writer) => {
      begin(writer);
      return writeInstance(record, writer);
    },
  );
  if (job.catalog.benchmark === null || !isFolder(place)) return;

  const resource = firstFolder(folder, ['resource', 'resources']) ?? folder;
  const documents = firstFolder(resource, ['documents', 'knowledge']);
  if (documents !== null) await takeDocuments(job, documents);
  const reference = firstFile(folder, ['ai_sql_function_reference.txt']);
  if (reference !== null) await takeDocuments(job, reference);
  noteMissingDocuments(job, path.basename(tasks));
  const databases = firstFolder(resource, ['databases']);
  if (databases !== null && fs.readdirSync(databases).length > 0) await takeSpider2Schemas(job, databases);
  const gold = firstFolder(folder, ['evaluation_suite/gold', 'gold']);
  if (gold !== null) await takeGold(job, gold);
  else job.tally('instances', path.basename(tasks)).note('No gold in this folder: golds can be added from a folder of your own.');
}

function noteMissingDocuments(job: ItemJob, file: string): void {
  const wanted = new Set([...job.catalog.instances.values()].flatMap(({ document }) => (document === null ? [] : [document])));
  const missing = [...wanted].filter((name) => !job.catalog.documents.has(name));
  if (missing.length > 0) {
    job
      .tally('instances', file)
      .note(
        `${missing.length} documents that instances refer to are not here: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
      );
  }
}
