import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import type { NewInstance, Operation } from '../operations.ts';
import { isFolder } from '../sources/files.ts';
import { isPlainName, nulProblem } from '../sources/text.ts';

/** An instance as a benchmark's reader gives it, with the golds that stand in the same record. */
export type InstanceRecord = Omit<NewInstance, 'record'> & {
  readonly engine: string;
  /** Where the database lies; '' where that is a connection's matter. */
  readonly location: string;
  readonly golds: readonly { readonly name: string; readonly sql: string }[];
  /** The record as read. */
  readonly raw: string;
};

/** The benchmark's name by its place: the folder's, or the file's without its ending. */
export const nameOfPath = (place: string): string =>
  isFolder(place) ? path.basename(path.resolve(place)) : path.basename(place, path.extname(place));

/** Benchmarks that are known by their format: whatever file brings tasks of it, it is the same benchmark (or a version of it). */
const KNOWN_BY_FORMAT = new Set(['bird', 'spider2-snow', 'spider2-lite', 'spider2-aifunc']);

/**
 * Sees to it that the project holds this benchmark or none; answers what puts it there with its first record.
 * @throws AssayError IMPORT_REFUSED where the project holds another one
 */
export function beginBenchmark(job: ItemJob, name: string, format: string): (writer: UnitWriter) => void {
  const known = job.catalog.benchmark;
  const isSame = known === null || (known.format === format && (known.name === name || KNOWN_BY_FORMAT.has(format)));
  if (!isSame) {
    throw new AssayError('IMPORT_REFUSED', `This project holds the benchmark ${known.name} already.`, {
      next: `Make a new project for ${name}.`,
    });
  }
  return (writer) => {
    if (job.catalog.benchmark === null) writer.put({ op: 'benchmark', name, format, source: path.resolve(job.item.path) });
  };
}

/** @throws AssayError IMPORT_REFUSED where the project has no benchmark yet */
export function requireBenchmark(job: ItemJob, what: string): void {
  if (job.catalog.benchmark !== null) return;
  throw new AssayError('IMPORT_REFUSED', `There is no benchmark yet, so ${what} have nothing to stand for.`, {
    next: 'Import the benchmark first.',
  });
}

/** A Snowflake database as the engine reads a location: in quotes where its name is not plain. */
export const snowflakeLocation = (name: string): string =>
  /^[A-Za-z_][\w$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** The operation for a database that is new or has moved; none for another. */
function newDatabase(writer: UnitWriter, { database, engine, location }: InstanceRecord): Operation[] {
  const known = writer.catalog.databases.get(database);
  const isNew = known === undefined || (location !== '' && known.location !== location);
  return isNew ? [{ op: 'database', name: database, engine, location }] : [];
}

/** Decides about one instance: new, known, or not to be taken. */
export async function writeInstance(instance: InstanceRecord, writer: UnitWriter): Promise<Decision> {
  const { instanceId, golds } = instance;
  const nul = nulProblem(instance.instruction) ?? golds.map(({ sql }) => nulProblem(sql)).find((problem) => problem !== null);
  if (!isPlainName(instanceId)) return writer.reject('the id is no plain name: it could be taken for a path', instanceId);
  if (!isPlainName(instance.database)) return writer.reject('the database id is no plain name', instanceId, instance.database);
  if (nul) return writer.reject(nul, instanceId);
  if (writer.isRepeated(`instance ${instanceId}`)) return writer.reject('second instance with the same id', instanceId);
  writer.show(instanceId, golds[0]?.sql ?? instance.instruction, instance.database);
  const known = writer.catalog.instances.get(instanceId);
  if (known) {
    const another = golds.some(({ name, sql }) => (writer.catalog.gold(instanceId, name, 'sql') ?? sql) !== sql);
    if (another || known.instruction !== instance.instruction || known.database !== instance.database) {
      return writer.reject(
        'the project has another question or gold under this id: another version of the benchmark?',
        instanceId,
      );
    }
    writer.put(...newDatabase(writer, instance));
    putGolds(instance, writer);
    return writer.unchanged();
  }
  if (writer.catalog.byPosition.has(instance.position)) {
    return writer.reject('another instance stands at this position: another version of the benchmark?', instanceId);
  }
  const { golds: _golds, raw, engine: _engine, location: _location, ...rest } = instance;
  writer.put(...newDatabase(writer, instance), { op: 'instance', ...rest, record: await writer.body(raw) });
  putGolds(instance, writer);
  return writer.keep();
}

function putGolds({ instanceId, golds }: InstanceRecord, writer: UnitWriter): void {
  for (const { name, sql } of golds) {
    if (writer.catalog.gold(instanceId, name, 'sql') === null) {
      writer.put({ op: 'gold', instanceId, name, sql, csv: null, source: writer.file });
    }
  }
}

const onOneLine = (sql: string) => sql.replace(/\s+/g, ' ').replace(/[\s;]+$/, '');

/** A line of a `*_gold.sql` file, `SQL\tdb_id`, beside a benchmark: brings a gold, or is checked against the one there is. */
export function writeGoldLine(record: { position: number; sql: string; database: string | null }, writer: UnitWriter): Decision {
  const instance = writer.catalog.byPosition.get(record.position);
  if (instance === undefined) return writer.reject('no instance of the benchmark stands at this position');
  const { instanceId } = instance;
  if (record.database !== null && record.database !== instance.database) {
    return writer.reject(`the line names database ${record.database}, the instance is on ${instance.database}`, instanceId);
  }
  const known = writer.catalog.gold(instanceId, '', 'sql');
  if (known === null) {
    writer.put({ op: 'gold', instanceId, name: '', sql: record.sql, csv: null, source: writer.file });
    return writer.keep();
  }
  if (onOneLine(known) === onOneLine(record.sql)) return writer.unchanged();
  return writer.reject('the gold differs from the one that the benchmark file gives', instanceId);
}
