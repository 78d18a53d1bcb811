import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AssayError } from '#shared/contract/errors.ts';
import type { ItemJob, UnitWriter } from '../item-job.ts';
import { takeBirdDescriptions } from '../schemas/bird-descriptions.ts';
import { readTablesJson, writeTablesJson } from '../schemas/tables-json.ts';
import { fileAt, firstFile, firstFolder, isFile, isFolder, type SourceFile } from '../sources/files.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { goldLines } from './gold-lines.ts';
import { beginBenchmark, type InstanceRecord, nameOfPath, writeGoldLine, writeInstance } from './instance.ts';

/** One record of BIRD's dev.json or mini_dev_*.json(l). Test sets have no SQL. */
const recordSchema = z.object({
  question_id: z.union([z.number().int(), z.string().min(1)]),
  db_id: z.string().min(1),
  question: z.string().min(1),
  evidence: z.string().nullish(),
  SQL: z.string().nullish(),
  difficulty: z.string().nullish(),
});

const ENGINES: Readonly<Record<string, string>> = { mysql: 'mysql', postgresql: 'postgresql', sqlite: 'sqlite' };

/** BIRD's file of instances in a folder, SQLite's dialect first; or the file itself. */
export function birdFile(place: string): string | null {
  if (!isFolder(place)) return isFile(place) ? place : null;
  const dialects = ['sqlite', 'mysql', 'postgresql'].flatMap((engine) => [`mini_dev_${engine}.json`, `mini_dev_${engine}.jsonl`]);
  return firstFile(place, ['dev.json', 'dev.jsonl', ...dialects, 'train.json', 'test.json']);
}

const engineOf = (file: string): string => ENGINES[/_(sqlite|mysql|postgresql)\./.exec(path.basename(file))?.[1] ?? 'sqlite']!;

/** BIRD's instances. A question id that stands twice is rejected the second time: one published archive doubles two. */
async function* readQuestions(file: SourceFile): AsyncGenerator<Read<Omit<InstanceRecord, 'location'>>> {
  const engine = engineOf(file.path);
  let position = 0;
  for await (const read of jsonRecords(file.path)) {
    position++;
    if ('problem' in read) {
      yield { ...read, line: position };
      continue;
    }
    const parsed = recordSchema.safeParse(read.value);
    if (!parsed.success) {
      yield { problem: new Problem(`not an instance of BIRD: ${issuesOf(parsed.error)}`, read.text), line: position };
      continue;
    }
    const { question_id, db_id, question, evidence, SQL, difficulty } = parsed.data;
    yield {
      line: position,
      key: String(question_id),
      text: question,
      record: {
        instanceId: String(question_id),
        position,
        database: db_id,
        engine,
        instruction: question,
        knowledge: evidence ? evidence : null,
        document: null,
        difficulty: difficulty ?? null,
        ignoreOrder: false,
        questionId: String(question_id),
        tags: {},
        evaluation: null,
        golds: SQL ? [{ name: '', sql: SQL }] : [],
        raw: read.text,
      },
    };
  }
  yield { records: position };
}

/**
 * Imports BIRD dev, mini-dev or train: the instances, and what lies beside them of tables, databases, column descriptions
 * and gold lines. An instance is known by its question_id.
 * @throws AssayError IMPORT_REFUSED where there is no file of instances
 */
export async function importBird(job: ItemJob): Promise<void> {
  const place = job.item.path;
  const file = birdFile(place);
  if (file === null) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(place)} holds no file of BIRD instances.`, {
      next: 'Choose dev.json, or a mini_dev_….json.',
    });
  }
  const folder = path.dirname(file);
  const begin = beginBenchmark(job, nameOfPath(place), 'bird');
  const databases = firstFolder(folder, ['dev_databases', 'databases', 'database', 'train_databases', 'MINIDEV/dev_databases']);
  const engine = engineOf(file);
  const locationOf = (database: string) =>
    databases === null || engine !== 'sqlite' ? '' : path.join(path.resolve(databases), database, `${database}.sqlite`);
  const name = path.basename(file);
  const missing = new Set<string>();
  await job.take('instances with gold', name, [unitOf(fileAt(file), readQuestions)], async (record, writer: UnitWriter) => {
    begin(writer);
    const location = locationOf(record.database);
    if (!isFile(location)) missing.add(record.database);
    return writeInstance({ ...record, location }, writer);
  });
  if (engine === 'sqlite' && missing.size > 0) {
    job
      .tally('instances with gold', name)
      .note(
        `No database file for ${[...missing].join(', ')}: queries there cannot run until it exists. Import the folder that has it: drop it on the window, or name it with --databases.`,
      );
  }
  const tables = firstFile(folder, ['dev_tables.json', 'train_tables.json', 'tables.json', 'mini_dev_tables.json']);
  if (tables !== null && job.catalog.benchmark !== null) {
    const write = writeTablesJson((database) => ({ engine, location: locationOf(database) }));
    await job.take('schemas', path.basename(tables), [unitOf(fileAt(tables), readTablesJson)], write);
  }
  if (databases !== null && hasDescriptions(databases)) await takeBirdDescriptions(job, databases);
  const gold = firstFile(folder, [`${path.parse(name).name}_gold.sql`]);
  if (gold !== null) await job.take('gold lines', path.basename(gold), [unitOf(fileAt(gold), goldLines)], writeGoldLine);
}

const hasDescriptions = (databases: string): boolean =>
  fs.readdirSync(databases).some((name) => isFolder(path.join(databases, name, 'database_description')));
