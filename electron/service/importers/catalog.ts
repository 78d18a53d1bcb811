import { createHash } from 'node:crypto';
import type { ColumnMapping } from '#shared/contract/import.ts';
import type { SchemaTable } from '#shared/contract/room.ts';
import type { Db } from '../database/open.ts';
import { integer, json, row, rows, text, textOrNull } from '../database/statements.ts';
import type { EvaluationConfiguration, NewPrediction, Operation } from './operations.ts';

export type KnownInstance = {
  readonly instanceId: string;
  readonly position: number;
  readonly database: string;
  readonly instruction: string;
  readonly questionId: string | null;
  readonly document: string | null;
  /** A turn of a session (SParC, CoSQL). */
  readonly isTurn: boolean;
  evaluation: EvaluationConfiguration | null;
  /** Tables that the gold needs, as JSON text. */
  goldTables: string | null;
};
export type KnownBenchmark = { readonly name: string; readonly format: string; recordCount: number };

export type KnownSchema = { readonly tables: readonly SchemaTable[]; readonly details: string | null };

/** What a stored prediction or trajectory says, as a short text to compare by, and where it came from. */
export type Known = { readonly fingerprint: string; readonly source: string };

const key = (...parts: (string | number)[]) => parts.join('\0');
const sha1 = (value: string) => createHash('sha1').update(value).digest('base64');

/** Two predictions are the same where their SQL and their result tables are. */
export const predictionFingerprint = (sql: string | null, csvText: string | null): string =>
  sha1(`${sql ?? '\0'}\u0001${csvText ?? ''}`);

/**
 * What the project holds, as far as an import must know it, with what the import itself has come to so far. Everything is
 * decided against this, so that a preview of several items needs no write and cannot differ from the import.
 */
export class Catalog {
  readonly #db: Db;
  benchmark: KnownBenchmark | null = null;
  readonly databases = new Map<string, { engine: string; location: string }>();
  readonly schemas = new Map<string, string>();
  readonly documents = new Map<string, string>();
  readonly instances = new Map<string, KnownInstance>();
  readonly byPosition = new Map<number, KnownInstance>();
  readonly byQuestionId = new Map<string, KnownInstance>();
  readonly systems = new Map<string, string>();
  /** SQL, or the content hash of the CSV text, by instance, name and which of the two. */
  readonly #golds = new Map<string, string>();
  readonly #goldNames = new Map<string, Set<string>>();
  readonly #tables = new Map<string, KnownSchema>();
  readonly #predictions = new Map<string, Known>();
  readonly #trajectories = new Map<string, Known>();
  readonly #outcomes = new Map<string, string>();
  readonly #loaded = new Set<string>();

  constructor(db: Db) {
    this.#db = db;
    const benchmark = row(db, 'SELECT name, format, record_count FROM benchmark ORDER BY id LIMIT 1');
    if (benchmark) {
      this.benchmark = {
        name: text(benchmark.name),
        format: text(benchmark.format),
        recordCount: integer(benchmark.record_count),
      };
    }
    for (const found of rows(db, 'SELECT name, engine, location FROM benchmark_database')) {
      this.databases.set(text(found.name), { engine: text(found.engine), location: text(found.location) });
    }
    for (const found of rows(db, 'SELECT name, body_hash FROM document'))
      this.documents.set(text(found.name), text(found.body_hash));
    for (const found of rows(
      db,
      `SELECT instance_id, position, benchmark_database.name AS database, instruction, question_id, document, evaluation,
         json_extract(tags, '$.session') AS session, json_extract(tags, '$.gold_tables') AS gold_tables
       FROM instance JOIN benchmark_database ON benchmark_database.id = database_id`,
    )) {
      this.#addInstance({
        instanceId: text(found.instance_id),
        position: integer(found.position),
        database: text(found.database),
        instruction: text(found.instruction),
        questionId: textOrNull(found.question_id),
        document: textOrNull(found.document),
        isTurn: found.session != null,
        evaluation: found.evaluation == null ? null : json(found.evaluation),
        goldTables: textOrNull(found.gold_tables),
      });
    }
    for (const found of rows(
      db,
      `SELECT instance.instance_id, gold.name, sql, csv_hash FROM gold JOIN instance ON instance.id = gold.instance_id
       LEFT JOIN query ON query.id = query_id`,
    )) {
      this.#addGold(text(found.instance_id), text(found.name), textOrNull(found.sql), textOrNull(found.csv_hash));
    }
    for (const found of rows(db, 'SELECT name, group_name FROM system'))
      this.systems.set(text(found.name), text(found.group_name));
  }

  #addInstance(instance: KnownInstance): void {
    this.instances.set(instance.instanceId, instance);
    this.byPosition.set(instance.position, instance);
    if (instance.questionId !== null) this.byQuestionId.set(instance.questionId, instance);
  }

  #addGold(instanceId: string, name: string, sql: string | null, csv: string | null): void {
    if (sql !== null) this.#golds.set(key(instanceId, name, 'sql'), sql);
    if (csv !== null) this.#golds.set(key(instanceId, name, 'csv'), csv);
    const names = this.#goldNames.get(instanceId) ?? new Set();
    this.#goldNames.set(instanceId, names.add(name));
  }

  /** A gold's SQL, or the content hash of its CSV text. */
  gold(instanceId: string, name: string, part: 'sql' | 'csv'): string | null {
    return this.#golds.get(key(instanceId, name, part)) ?? null;
  }

  /** Names of an instance's golds that are result tables, in their order. */
  goldTables(instanceId: string): string[] {
    return [...(this.#goldNames.get(instanceId) ?? [])].filter((name) => this.gold(instanceId, name, 'csv') !== null).sort();
  }

  hasGold(instanceId: string): boolean {
    return this.#goldNames.has(instanceId);
  }

  /** The schema of a database, so that descriptions can be added to it. */
  schemaOf(database: string): KnownSchema {
    const known = this.#tables.get(database);
    if (known) return known;
    const found = rows(
      this.#db,
      `SELECT schema_table.name, title, columns, details_hash FROM schema_table
       JOIN benchmark_database ON benchmark_database.id = database_id WHERE benchmark_database.name = ? ORDER BY position`,
      database,
    );
    return {
      tables: found.map((each) => ({
        name: text(each.name),
        title: text(each.title),
        columns: json<SchemaTable['columns']>(each.columns),
      })),
      details: textOrNull(found[0]?.details_hash),
    };
  }

  /** How a table with these columns was mapped the last time. */
  mapping(purpose: string, columns: readonly string[]): ColumnMapping | null {
    const found = row(
      this.#db,
      'SELECT mapping FROM column_mapping WHERE purpose = ? AND columns = ?',
      purpose,
      JSON.stringify(columns),
    );
    return found ? json<ColumnMapping>(found.mapping) : null;
  }

  /** The schema's fingerprint, read when first asked: schemas can be large. Null without a schema. */
  schema(database: string): string | null {
    const known = this.schemas.get(database);
    if (known !== undefined) return known;
    const schema = this.schemaOf(database);
    if (schema.tables.length === 0) return null;
    const fingerprint = schemaFingerprint(schema);
    this.schemas.set(database, fingerprint);
    return fingerprint;
  }

  prediction(system: string, instanceId: string, rollout: number): Known | null {
    this.#load('predictions', system, () => {
      for (const found of rows(
        this.#db,
        `SELECT instance.instance_id, rollout, sql, csv_hash, source_file, source_line FROM prediction
         JOIN instance ON instance.id = prediction.instance_id JOIN system ON system.id = system_id
         LEFT JOIN query ON query.id = query_id WHERE system.name = ?`,
        system,
      )) {
        const source = found.source_line == null ? text(found.source_file) : `${text(found.source_file)}:${found.source_line}`;
        this.#predictions.set(key(system, text(found.instance_id), integer(found.rollout)), {
          fingerprint: predictionFingerprint(textOrNull(found.sql), textOrNull(found.csv_hash)),
          source,
        });
      }
    });
    return this.#predictions.get(key(system, instanceId, rollout)) ?? null;
  }

  trajectory(system: string, instanceId: string, rollout: number): Known | null {
    this.#load('trajectories', system, () => {
      for (const found of rows(
        this.#db,
        `SELECT instance.instance_id, rollout, trajectory.format, body_hash, source_file FROM trajectory
         JOIN instance ON instance.id = trajectory.instance_id JOIN system ON system.id = system_id WHERE system.name = ?`,
        system,
      )) {
        this.#trajectories.set(key(system, text(found.instance_id), integer(found.rollout)), {
          fingerprint: `${text(found.format)} ${textOrNull(found.body_hash) ?? ''}`,
          source: text(found.source_file),
        });
      }
    });
    return this.#trajectories.get(key(system, instanceId, rollout)) ?? null;
  }

  outcome(evaluator: string, version: string, system: string, file: string, instanceId: string): string | null {
    this.#load('outcomes', system, () => {
      for (const found of rows(
        this.#db,
        `SELECT evaluator, evaluator_version, source_file, instance.instance_id, status, score FROM outcome
         JOIN evaluation ON evaluation.id = evaluation_id JOIN instance ON instance.id = outcome.instance_id
         JOIN system ON system.id = system_id WHERE system.name = ?`,
        system,
      )) {
        const place = [found.evaluator, found.evaluator_version, system, found.source_file, found.instance_id].map(String);
        this.#outcomes.set(key(...place), `${text(found.status)} ${found.score ?? ''}`);
      }
    });
    return this.#outcomes.get(key(evaluator, version, system, file, instanceId)) ?? null;
  }

  #load(what: string, system: string, load: () => void): void {
    const mark = key(what, system);
    if (this.#loaded.has(mark)) return;
    this.#loaded.add(mark);
    load();
  }

  /** Takes in what an operation will have written. */
  apply(operation: Operation): void {
    switch (operation.op) {
      case 'benchmark':
        this.benchmark = { name: operation.name, format: operation.format, recordCount: 0 };
        break;
      case 'records':
        if (this.benchmark) this.benchmark.recordCount = Math.max(this.benchmark.recordCount, operation.count);
        break;
      case 'database':
        this.databases.set(operation.name, { engine: operation.engine, location: operation.location });
        break;
      case 'schema':
        this.schemas.set(operation.database, schemaFingerprint(operation));
        this.#tables.set(operation.database, { tables: operation.tables, details: operation.details });
        break;
      case 'document':
        this.documents.set(operation.name, operation.body);
        break;
      case 'instance':
        this.#addInstance({ ...operation, isTurn: operation.tags.session !== undefined, goldTables: null });
        break;
      case 'evaluation': {
        const instance = this.instances.get(operation.instanceId);
        if (instance) instance.evaluation = operation.evaluation;
        break;
      }
      case 'gold':
        this.#addGold(operation.instanceId, operation.name, operation.sql, operation.csv?.text ?? null);
        break;
      case 'gold tables': {
        const instance = this.instances.get(operation.instanceId);
        if (instance) instance.goldTables = JSON.stringify(operation.tables);
        break;
      }
      case 'system':
        if (!this.systems.has(operation.name)) this.systems.set(operation.name, operation.group);
        break;
      case 'prediction':
        this.#predictions.set(key(operation.system, operation.instanceId, operation.rollout), knownPrediction(operation));
        break;
      case 'trajectory':
        this.#trajectories.set(key(operation.system, operation.instanceId, operation.rollout), {
          fingerprint: `${operation.format} ${operation.body}`,
          source: operation.file,
        });
        break;
      case 'outcome':
        this.#outcomes.set(
          key(operation.evaluator, operation.evaluatorVersion, operation.system, operation.file, operation.instanceId),
          `${operation.status} ${operation.score ?? ''}`,
        );
        break;
      case 'mapping':
        break;
    }
  }
}

const knownPrediction = (prediction: NewPrediction): Known => ({
  fingerprint: predictionFingerprint(prediction.sql, prediction.csv?.text ?? null),
  source: prediction.line === null ? prediction.file : `${prediction.file}:${prediction.line}`,
});

/** A schema as a short text to compare by. */
export const schemaFingerprint = ({
  tables,
  details,
}: Pick<Extract<Operation, { op: 'schema' }>, 'tables' | 'details'>): string =>
  sha1(JSON.stringify([tables.map(({ name, title, columns }) => ({ name, title, columns })), details]));
