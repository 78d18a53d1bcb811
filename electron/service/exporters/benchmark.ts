import { AssayError } from '#shared/contract/errors.ts';
import { theBenchmark } from '../database/benchmark.ts';
import { bodyBytes, bodyText } from '../database/bodies.ts';
import type { Db } from '../database/open.ts';
import { json, rows, text, textOrNull } from '../database/statements.ts';
import type { TableDetails } from '../importers/schemas/spider2-resource.ts';
import { csvCell } from '../importers/sources/csv.ts';
import { breath } from './breath.ts';
import type { ExportContext } from './export.ts';
import type { ExportWriter } from './writer.ts';

/** The file of instances by format, and how records stand in it. */
const FILES: Readonly<Record<string, { name: string; isArray: boolean }>> = {
  spider: { name: 'dev.json', isArray: true },
  bird: { name: 'dev.json', isArray: true },
  'spider2-snow': { name: 'spider2-snow.jsonl', isArray: false },
  'spider2-lite': { name: 'spider2-lite.jsonl', isArray: false },
  'spider2-aifunc': { name: 'spider2-aifunc.jsonl', isArray: false },
  table: { name: 'instances.jsonl', isArray: false },
};

/** Where golds, schemas and documents lie in Spider2's folder; elsewhere the same places are used. */
const RESOURCE = 'resource';

type Details = { tablesJson?: unknown; tables?: Record<string, TableDetails> };
type Column = { name: string; type: string };

function* records(db: Db, isArray: boolean): Generator<string> {
  for (const { record_hash } of rows(db, 'SELECT record_hash FROM instance WHERE record_hash IS NOT NULL ORDER BY position')) {
    const record = bodyText(db, text(record_hash));
    yield isArray || !record.includes('\n') ? record : JSON.stringify(JSON.parse(record));
  }
}

/** Writes the benchmark in its own layout: instances, schemas, documents, golds. @throws AssayError NOT_FOUND without one */
export async function exportBenchmark(db: Db, writer: ExportWriter, context: ExportContext): Promise<void> {
  const benchmark = theBenchmark(db);
  if (benchmark === null) throw new AssayError('NOT_FOUND', 'There is no benchmark in this project.');
  const { name, isArray } = FILES[benchmark.format] ?? FILES.table!;
  const joins = isArray ? { before: '[\n', between: ',\n', after: '\n]\n' } : { between: '\n', after: '\n' };
  writer.joined(name, records(db, isArray), joins);
  for (const document of rows(db, 'SELECT name, body_hash FROM document ORDER BY name')) {
    const place = text(document.name);
    writer.file(
      place === 'ai_sql_function_reference.txt' ? place : `${RESOURCE}/documents/${place}`,
      bodyText(db, text(document.body_hash)),
    );
  }
  await exportSchemas(db, writer, context);
  await exportGolds(db, writer, context, benchmark.format);
}

async function exportSchemas(db: Db, writer: ExportWriter, context: ExportContext): Promise<void> {
  const databases = rows(
    db,
    `SELECT DISTINCT benchmark_database.name, details_hash FROM schema_table JOIN benchmark_database ON benchmark_database.id = database_id
     WHERE details_hash IS NOT NULL ORDER BY benchmark_database.id`,
  );
  const wait = breath(context, 'Schemas', databases.length);
  const tablesJson: string[] = [];
  for (const [index, database] of databases.entries()) {
    const details = JSON.parse(bodyText(db, text(database.details_hash))) as Details;
    if (details.tablesJson !== undefined) tablesJson.push(JSON.stringify(details.tablesJson));
    else exportSpider2Schema(db, text(database.name), details.tables ?? {}, writer);
    await wait(index);
  }
  if (tablesJson.length > 0) writer.joined('tables.json', tablesJson, { before: '[\n', between: ',\n', after: '\n]\n' });
}

/** `resource/databases/{DB}/{SCHEMA}/DDL.csv` and one JSON a table. */
function exportSpider2Schema(db: Db, database: string, details: Record<string, TableDetails>, writer: ExportWriter): void {
  const ddl = new Map<string, string[]>();
  const tables = rows(
    db,
    `SELECT schema_table.name, columns FROM schema_table JOIN benchmark_database ON benchmark_database.id = database_id
     WHERE benchmark_database.name = ? ORDER BY position`,
    database,
  );
  for (const found of tables) {
    const full = text(found.name);
    const dot = full.indexOf('.');
    const schema = dot === -1 ? database : full.slice(0, dot);
    const table = full.slice(dot + 1);
    const own = details[full] ?? {};
    const columns = json<Column[]>(found.columns);
    if (own.ddl !== undefined) {
      ddl.set(schema, [...(ddl.get(schema) ?? []), [table, own.description ?? '', own.ddl].map(csvCell).join(',')]);
    }
    if (columns.length === 0 || own.columnsFrom === 'ddl') continue;
    const record = {
      table_name: full,
      table_fullname: own.fullName,
      column_names: columns.map((column) => column.name),
      column_types: columns.map((column) => column.type),
      description: own.columnDescriptions,
      sample_rows: own.sampleRows,
    };
    writer.file(`${RESOURCE}/databases/${database}/${schema}/${table}.json`, JSON.stringify(record, null, 4));
  }
  for (const [schema, lines] of ddl) {
    writer.joined(`${RESOURCE}/databases/${database}/${schema}/DDL.csv`, lines, {
      before: 'table_name,description,DDL\n',
      between: '\n',
      after: '\n',
    });
  }
}

async function exportGolds(db: Db, writer: ExportWriter, context: ExportContext, format: string): Promise<void> {
  const golds = rows(
    db,
    `SELECT instance.instance_id, gold.name, sql, csv_hash, source_file FROM gold JOIN instance ON instance.id = gold.instance_id
     LEFT JOIN query ON query.id = query_id ORDER BY position, gold.name`,
  );
  const wait = breath(context, 'Golds', golds.length);
  // Golds that stand in the instances' own records are written with them.
  const ownFile = format === 'spider' || format === 'bird' || format === 'table';
  for (const [index, gold] of golds.entries()) {
    const stem = `${text(gold.instance_id)}${gold.name === '' ? '' : `_${text(gold.name)}`}`;
    const sql = textOrNull(gold.sql);
    if (sql !== null && (!ownFile || text(gold.source_file).endsWith('.sql'))) writer.file(`gold/sql/${stem}.sql`, sql);
    if (gold.csv_hash != null) writer.file(`gold/exec_result/${stem}.csv`, bodyBytes(db, text(gold.csv_hash)));
    await wait(index);
  }
  const needed = rows(
    db,
    `SELECT instance_id, json_extract(tags, '$.gold_tables') AS gold_tables FROM instance
     WHERE json_extract(tags, '$.gold_tables') IS NOT NULL ORDER BY position`,
  ).map((found) => JSON.stringify({ instance_id: text(found.instance_id), gold_tables: json(found.gold_tables) }));
  if (needed.length > 0) writer.joined(`gold-tables/${format}-gold-tables.jsonl`, needed, { between: '\n', after: '\n' });
  if (format !== 'spider2-snow' && format !== 'spider2-lite') return;
  const configured = rows(db, 'SELECT instance_id, evaluation FROM instance WHERE evaluation IS NOT NULL ORDER BY position');
  if (configured.length === 0) return;
  const lines = configured.map((found) =>
    JSON.stringify({ instance_id: text(found.instance_id), ...json<object>(found.evaluation) }),
  );
  writer.joined(`gold/${format.replace('-', '')}_eval.jsonl`, lines, { between: '\n', after: '\n' });
}
