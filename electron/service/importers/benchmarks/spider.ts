import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AssayError } from '#shared/contract/errors.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { takeDocuments } from '../schemas/documents.ts';
import { readTablesJson, writeTablesJson } from '../schemas/tables-json.ts';
import { fileAt, firstFile, firstFolder, isFile, isFolder, type SourceFile } from '../sources/files.ts';
import { jsonElements } from '../sources/json-elements.ts';
import { firstCharacter } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { goldLines } from './gold-lines.ts';
import { beginBenchmark, type InstanceRecord, nameOfPath, writeGoldLine, writeInstance } from './instance.ts';

/** One record of dev.json. The optional ones are not Spider's own; files that have them keep them. */
const recordSchema = z.object({
  db_id: z.string().min(1),
  query: z.string().min(1),
  question: z.string().min(1),
  instance_id: z.string().min(1).max(300).optional(),
  evidence: z.string().optional(),
  external_knowledge: z.string().nullish(),
  ai_functions: z.array(z.string()).optional(),
});

/** One session of SParC or CoSQL: several questions on one database. */
const sessionSchema = z.object({
  database_id: z.string().min(1),
  interaction: z.array(z.object({ utterance: z.string().min(1), query: z.string().min(1) })).min(1),
});

export type SpiderFiles = {
  readonly dev: string;
  readonly tables: string | null;
  readonly databases: string | null;
  readonly documents: string | null;
};

/** The files of a Spider folder (or beside a file of instances), or null where it is none. */
function spiderFiles(place: string): SpiderFiles | null {
  const folder = isFolder(place) ? place : path.dirname(place);
  const dev = isFolder(place) ? firstFile(place, ['dev.json']) : isFile(place) ? place : null;
  if (dev === null) return null;
  return {
    dev,
    tables: firstFile(folder, ['tables.json']),
    databases: firstFolder(folder, ['database', 'databases']),
    documents: firstFolder(folder, ['documents', 'resource/documents']),
  };
}

type Drafted = Omit<InstanceRecord, 'instanceId' | 'engine' | 'location'> & { readonly ownId: string | null };

/** The questions of a file, each with its place; a session gives several. */
async function* readQuestions(file: SourceFile): AsyncGenerator<Read<Drafted>> {
  let position = 0;
  let sessions = 0;
  for await (const element of jsonElements(file.path)) {
    if ('problem' in element) {
      if (element.isStray !== true) position++;
      yield { ...element, line: position };
      yield {
        note: `${file.name} is broken at line ${element.line}: the broken text counts as one record. Files that mean instances by their position fit only if it was one.`,
      };
      continue;
    }
    const session = sessionSchema.safeParse(element.value);
    const turns = session.success
      ? session.data.interaction.map(({ utterance, query }) => ({ db_id: session.data.database_id, query, question: utterance }))
      : [element.value];
    if (session.success) sessions++;
    for (const turn of turns) {
      position++;
      const parsed = recordSchema.safeParse(turn);
      if (!parsed.success) {
        yield { problem: new Problem(`not an instance of Spider: ${issuesOf(parsed.error)}`, element.text), line: position };
        continue;
      }
      const { db_id, query, question, evidence, external_knowledge, instance_id, ai_functions } = parsed.data;
      yield {
        line: position,
        text: question,
        record: {
          ownId: instance_id ?? null,
          position,
          database: db_id,
          instruction: question,
          knowledge: evidence === undefined || evidence === '' ? null : evidence,
          document: external_knowledge ? external_knowledge : null,
          difficulty: null,
          ignoreOrder: false,
          questionId: null,
          tags: { ...(session.success ? { session: sessions } : {}), ...(ai_functions ? { ai_functions } : {}) },
          evaluation: null,
          golds: [{ name: '', sql: query }],
          raw: session.success ? JSON.stringify(turn) : element.text,
        },
      };
    }
  }
  yield { records: position };
}

/**
 * Sees to it that something of the file can be read as a JSON array. Single broken records are rejected by the reader.
 * @throws AssayError IMPORT_REFUSED
 */
async function refuseUnreadable(file: string): Promise<void> {
  const name = path.basename(file);
  let first: { line: number; problem: Problem } | null = null;
  for await (const element of jsonElements(file)) {
    if ('problem' in element) first ??= element;
    else if (element.key === null) return;
    else break;
  }
  if (first === null || (await firstCharacter(file)) === '{') {
    throw new AssayError('IMPORT_REFUSED', `${name} does not hold a JSON array.`, { next: 'Is it a file of Spider?' });
  }
  const { line, problem } = first;
  const isEncoding = /UTF-(8|16)/.test(problem.message);
  throw new AssayError(
    'IMPORT_REFUSED',
    `${name} is not valid ${isEncoding ? 'UTF-8' : 'JSON'}: line ${line}: ${problem.message}`,
    {
      next: isEncoding ? 'Save it as UTF-8. Nothing was imported.' : 'Was the file cut off in copying? Nothing was imported.',
      cause: problem,
    },
  );
}

/** The other SQLite files beside a database: those of its test suite. */
function furtherDatabases(location: string): string[] {
  if (!isFile(location) || path.extname(location) !== '.sqlite') return [];
  const folder = path.dirname(location);
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite') && path.join(folder, name) !== location)
    .sort()
    .map((name) => path.join(folder, name));
}

/**
 * Imports Spider or a relative of it (Spider-Realistic, -Syn, -DK; SParC and CoSQL, whose turns become instances): dev.json,
 * tables.json and database/{db_id}/{db_id}.sqlite (or .duckdb), which are read where they are, and documents/ where instances name some. Instances without an id of their own get
 * `{benchmark}-{line}`: Spider knows them by position.
 * @throws AssayError IMPORT_REFUSED where nothing can be taken; single records are rejected in the receipt
 */
export async function importSpider(job: ItemJob): Promise<void> {
  const place = job.item.path;
  const files = spiderFiles(place);
  if (files === null) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(place)} is not a Spider folder.`, {
      next: 'It must hold dev.json, tables.json and database/.',
    });
  }
  await refuseUnreadable(files.dev);
  const name = nameOfPath(place);
  const begin = beginBenchmark(job, name, 'spider');
  const devName = path.basename(files.dev);
  const locate = (database: string) => {
    if (files.databases === null) return { engine: 'sqlite', location: '' };
    const file = path.join(path.resolve(files.databases), database, database);
    return isFile(`${file}.duckdb`) && !isFile(`${file}.sqlite`)
      ? { engine: 'duckdb', location: `${file}.duckdb` }
      : { engine: 'sqlite', location: `${file}.sqlite` };
  };
  job.tally('instances with gold', devName);

  const withSchema = new Set<string>();
  if (files.tables !== null) {
    const write = writeTablesJson(locate);
    await job.take('schemas', path.basename(files.tables), [unitOf(fileAt(files.tables), readTablesJson)], (record, writer) => {
      begin(writer);
      return write(record, writer);
    });
    for (const database of job.catalog.databases.keys()) withSchema.add(database);
  }

  const missingFiles = new Set<string>();
  const suites = new Map<string, number>();
  const write = async ({ ownId, ...record }: Drafted, writer: UnitWriter): Promise<Decision> => {
    const instanceId = ownId ?? `${name}-${String(record.position).padStart(4, '0')}`;
    begin(writer);
    if (files.tables !== null && !withSchema.has(record.database)) {
      return writer.reject(`no schema for database ${record.database} in tables.json`, instanceId);
    }
    const { engine, location } = locate(record.database);
    if (!isFile(location)) missingFiles.add(record.database);
    const decision = await writeInstance({ ...record, instanceId, engine, location }, writer);
    if (!suites.has(record.database) && job.catalog.databases.has(record.database)) {
      const further = furtherDatabases(location);
      suites.set(record.database, further.length);
      for (const file of further) {
        const variant = path.basename(file, path.extname(file));
        writer.put({ op: 'variant', database: record.database, name: variant, location: file });
      }
    }
    return decision;
  };
  await job.take('instances with gold', devName, [unitOf(fileAt(files.dev), readQuestions)], write);
  if (files.documents !== null) await takeDocuments(job, files.documents);
  if (missingFiles.size > 0) {
    const names = [...missingFiles].join(', ');
    job
      .tally('instances with gold', devName)
      .note(`No database file for ${names}: queries there will fail until database/{db_id}/{db_id}.sqlite exists.`);
  }
  const further = [...suites.values()].reduce((sum, files) => sum + files, 0);
  if (further > 0) {
    job
      .tally('instances with gold', devName)
      .note(`${further} further databases of test suites: a match of the rule test-suite must hold on each.`);
  }
  const gold = firstFile(path.dirname(files.dev), [`${path.basename(devName, '.json')}_gold.sql`]);
  if (gold !== null) await job.take('gold lines', path.basename(gold), [unitOf(fileAt(gold), goldLines)], writeGoldLine);
}
