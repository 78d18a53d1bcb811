import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AssayError } from '#shared/contract/errors.ts';
import type { SchemaTable } from '#shared/contract/room.ts';
import {
  addBenchmark,
  addGold,
  addInstance,
  golds,
  instances,
  putDatabase,
  putQuery,
  putSchema,
  setRecordCount,
  theBenchmark,
} from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import { type Imported, readJson, Tally } from './import-context.ts';

/** One record of dev.json. `instance_id` and `evidence` are not Spider's own; files that have them keep them. */
const recordSchema = z.object({
  db_id: z.string().min(1),
  query: z.string().min(1),
  question: z.string().min(1),
  instance_id: z.string().min(1).max(300).optional(),
  evidence: z.string().optional(),
});

const pairSchema = z.tuple([z.number().int(), z.string()]);

/** One record of tables.json (Spider, github.com/taoyds/spider): column 0 is [-1, "*"]; keys are column numbers. */
const tablesSchema = z.object({
  db_id: z.string().min(1),
  table_names: z.array(z.string()).optional(),
  table_names_original: z.array(z.string()),
  column_names: z.array(pairSchema).optional(),
  column_names_original: z.array(pairSchema),
  column_types: z.array(z.string()),
  primary_keys: z.array(z.union([z.number().int(), z.array(z.number().int())])),
  foreign_keys: z.array(z.tuple([z.number().int(), z.number().int()])),
});

/** A name that is used as a path part must stay inside its folder. */
const isPlainName = (name: string): boolean => !/[/\\\0]/.test(name) && name !== '..' && name !== '.';

function tablesOf(tables: z.infer<typeof tablesSchema>): SchemaTable[] {
  const keys = new Set(tables.primary_keys.flat());
  const target = new Map(tables.foreign_keys);
  const nameOf = (column: number): string | null => {
    const [table, name] = tables.column_names_original[column] ?? [];
    const tableName = table === undefined ? undefined : tables.table_names_original[table];
    return tableName === undefined ? null : `${tableName}.${name}`;
  };
  return tables.table_names_original.map((name, table) => ({
    name,
    title: tables.table_names?.[table] ?? name,
    columns: tables.column_names_original.flatMap(([owner, column], index) => {
      if (owner !== table) return [];
      const references = target.get(index);
      return [
        {
          name: column,
          title: tables.column_names?.[index]?.[1] ?? column,
          type: tables.column_types[index] ?? '',
          primaryKey: keys.has(index),
          references: references === undefined ? null : nameOf(references),
        },
      ];
    }),
  }));
}

/** The files of a Spider folder, or null where it is none. */
export function spiderFiles(folder: string): { dev: string; tables: string; databases: string } | null {
  const dev = path.join(folder, 'dev.json');
  const tables = path.join(folder, 'tables.json');
  const databases = ['database', 'databases'].map((name) => path.join(folder, name)).find((name) => fs.existsSync(name));
  return databases !== undefined && fs.existsSync(dev) && fs.existsSync(tables) ? { dev, tables, databases } : null;
}

function arrayOf(file: string): unknown[] {
  const parsed = readJson(file);
  if (Array.isArray(parsed)) return parsed;
  throw new AssayError('IMPORT_REFUSED', `${path.basename(file)} does not hold a JSON array.`, {
    next: 'Is it a file of Spider?',
  });
}

const issuesOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`).join('; ');

/** Reads schemas and database files; answers database ids by db_id. */
function importSchemas(
  db: Db,
  benchmark: number,
  files: { tables: string; databases: string },
): { ids: Map<string, number>; tally: Tally } {
  const tally = new Tally('schemas', path.basename(files.tables));
  const ids = new Map<string, number>();
  for (const record of arrayOf(files.tables)) {
    const parsed = tablesSchema.safeParse(record);
    if (!parsed.success) {
      tally.reject({ reason: `not a schema of Spider: ${issuesOf(parsed.error)}`, text: record });
      continue;
    }
    const name = parsed.data.db_id;
    if (!isPlainName(name)) {
      tally.reject({ key: name, reason: 'the database id is no plain name', text: name });
    } else if (ids.has(name)) {
      tally.reject({ key: name, reason: 'second schema for the same database id', text: name });
    } else if (new Set(parsed.data.table_names_original).size < parsed.data.table_names_original.length) {
      tally.reject({ key: name, reason: 'the schema names a table twice', text: parsed.data.table_names_original });
    } else {
      const file = path.join(files.databases, name, `${name}.sqlite`);
      const { id, changed } = putDatabase(db, benchmark, name, 'sqlite', file);
      ids.set(name, id);
      if (putSchema(db, id, tablesOf(parsed.data)) || changed) tally.keep();
      else tally.unchanged();
    }
  }
  return { ids, tally };
}

/**
 * Imports a Spider folder: dev.json, tables.json and database/{db_id}/{db_id}.sqlite (read where they are). Instances
 * without an id of their own get `{benchmark}-{line}`: Spider knows them by position.
 * @throws AssayError IMPORT_REFUSED where nothing can be taken; single records are rejected in the receipt.
 */
export function importSpider(db: Db, folder: string): Imported {
  const files = spiderFiles(folder);
  if (files === null) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(folder)} is not a Spider folder.`, {
      next: 'It must hold dev.json, tables.json and database/.',
    });
  }
  const name = path.basename(path.resolve(folder));
  const known = theBenchmark(db);
  if (known !== null && known.name !== name) {
    throw new AssayError('IMPORT_REFUSED', `This project holds the benchmark ${known.name} already.`, {
      next: `Make a new project for ${name}.`,
    });
  }
  const benchmark = known ?? addBenchmark(db, name, 'spider', path.resolve(folder));
  const { ids, tally: schemas } = importSchemas(db, benchmark.id, files);

  const tally = new Tally('instances with gold', path.basename(files.dev));
  const present = new Map(instances(db).map((instance) => [instance.instanceId, instance]));
  const taken = new Set<string>();
  const firstTen: Imported['firstTen'] = [];
  const missingFiles = new Set<string>();
  const records = arrayOf(files.dev);
  for (const [index, record] of records.entries()) {
    const position = index + 1;
    const parsed = recordSchema.safeParse(record);
    if (!parsed.success) {
      tally.reject({ line: position, reason: `not an instance of Spider: ${issuesOf(parsed.error)}`, text: record });
      continue;
    }
    const { db_id, query, question, evidence } = parsed.data;
    const instanceId = parsed.data.instance_id ?? `${name}-${String(position).padStart(4, '0')}`;
    const database = ids.get(db_id);
    const old = present.get(instanceId);
    const differs = old && (old.instruction !== question || old.position !== position || golds(db, old.id)[0]?.sql !== query);
    const reason = taken.has(instanceId)
      ? 'second instance with the same id'
      : database === undefined
        ? `no schema for database ${db_id} in tables.json`
        : differs
          ? 'the project has another question or gold under this id: another version of the benchmark?'
          : null;
    if (reason !== null || database === undefined) {
      tally.reject({ line: position, key: instanceId, reason: reason ?? '', text: question });
      continue;
    }
    taken.add(instanceId);
    if (!fs.existsSync(path.join(files.databases, db_id, `${db_id}.sqlite`))) missingFiles.add(db_id);
    if (firstTen.length < 10) firstTen.push({ line: position, key: instanceId, text: query, note: db_id });
    if (old) {
      tally.unchanged();
      continue;
    }
    const id = addInstance(db, benchmark.id, {
      instanceId,
      position,
      database,
      instruction: question,
      knowledge: evidence === undefined || evidence === '' ? null : evidence,
      difficulty: null,
      ignoreOrder: false,
    });
    addGold(db, id, '', putQuery(db, database, query));
    tally.keep();
  }
  setRecordCount(db, benchmark.id, records.length);
  if (missingFiles.size > 0) {
    tally.note(
      `No database file for ${[...missingFiles].join(', ')}: queries there will fail until database/{db_id}/{db_id}.sqlite exists.`,
    );
  }
  return { receipts: [tally.receipt(), schemas.receipt()], firstTen, without: [] };
}
