import { addBenchmark, putSchema, setRecordCount, theBenchmark } from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import { integer, json, prepared, row, rows, text, write } from '../database/statements.ts';
import { putSystem } from '../database/systems.ts';
import { putVariant } from '../database/variants.ts';
import type {
  EvaluationConfiguration,
  NewGold,
  NewInstance,
  NewOutcome,
  NewPrediction,
  NewTrajectory,
  Operation,
} from './operations.ts';

/** Carries operations out, in order. Call it in one transaction. */
export class Applier {
  readonly #db: Db;
  readonly #databases = new Map<string, number>();
  readonly #instances = new Map<string, { id: number; database: number }>();
  readonly #systems = new Map<string, number>();
  readonly #evaluations = new Map<string, number>();
  /** Instances whose golds or configuration changed: their condition columns are dealt out at the end. */
  readonly #configured = new Set<number>();

  constructor(db: Db) {
    this.#db = db;
  }

  apply(operation: Operation): void {
    switch (operation.op) {
      case 'benchmark':
        if (theBenchmark(this.#db) === null) addBenchmark(this.#db, operation.name, operation.format, operation.source);
        break;
      case 'records':
        setRecordCount(this.#db, this.#benchmark(), operation.count);
        break;
      case 'database':
        this.#database(operation);
        break;
      case 'variant':
        putVariant(this.#db, this.#databaseId(operation.database), operation.name, operation.location);
        break;
      case 'schema':
        putSchema(this.#db, this.#databaseId(operation.database), operation.tables, operation.details);
        break;
      case 'document':
        prepared(
          this.#db,
          'INSERT INTO document (benchmark_id, name, body_hash) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body_hash = excluded.body_hash',
        ).run(this.#benchmark(), operation.name, operation.body);
        break;
      case 'instance':
        this.#instance(operation);
        break;
      case 'evaluation':
        this.#evaluation(operation.instanceId, operation.evaluation);
        break;
      case 'gold':
        this.#gold(operation);
        break;
      case 'gold tables':
        prepared(this.#db, "UPDATE instance SET tags = json_set(tags, '$.gold_tables', json(?)) WHERE id = ?").run(
          JSON.stringify(operation.tables),
          this.#instanceRow(operation.instanceId).id,
        );
        break;
      case 'system':
        this.#systems.set(operation.name, putSystem(this.#db, operation.name, operation.group).id);
        break;
      case 'prediction':
        this.#prediction(operation);
        break;
      case 'trajectory':
        this.#trajectory(operation);
        break;
      case 'outcome':
        this.#outcome(operation);
        break;
      case 'mapping':
        prepared(
          this.#db,
          'INSERT INTO column_mapping (purpose, columns, mapping) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET mapping = excluded.mapping',
        ).run(operation.purpose, JSON.stringify(operation.columns), JSON.stringify(operation.mapping));
        break;
    }
  }

  #benchmark(): number {
    return theBenchmark(this.#db)!.id;
  }

  #databaseId(name: string): number {
    const known = this.#databases.get(name);
    if (known !== undefined) return known;
    const id = integer(
      row(this.#db, 'SELECT id FROM benchmark_database WHERE benchmark_id = ? AND name = ?', this.#benchmark(), name)!.id,
    );
    this.#databases.set(name, id);
    return id;
  }

  #instanceRow(instanceId: string): { id: number; database: number } {
    const known = this.#instances.get(instanceId);
    if (known) return known;
    const found = row(
      this.#db,
      'SELECT id, database_id FROM instance WHERE benchmark_id = ? AND instance_id = ?',
      this.#benchmark(),
      instanceId,
    )!;
    const instance = { id: integer(found.id), database: integer(found.database_id) };
    this.#instances.set(instanceId, instance);
    return instance;
  }

  #systemId(name: string): number {
    const known = this.#systems.get(name);
    if (known !== undefined) return known;
    const id = integer(row(this.#db, 'SELECT id FROM system WHERE name = ?', name)!.id);
    this.#systems.set(name, id);
    return id;
  }

  #queryId(database: number, sql: string | null): number | null {
    if (sql === null) return null;
    const found = row(this.#db, 'SELECT id FROM query WHERE database_id = ? AND sql = ?', database, sql);
    return found ? integer(found.id) : write(this.#db, 'INSERT INTO query (database_id, sql) VALUES (?, ?)', database, sql);
  }

  #database({ name, engine, location }: Extract<Operation, { op: 'database' }>): void {
    prepared(
      this.#db,
      `INSERT INTO benchmark_database (benchmark_id, name, engine, location) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET location = excluded.location, engine = excluded.engine`,
    ).run(this.#benchmark(), name, engine, location);
  }

  #instance(instance: NewInstance): void {
    const database = this.#databaseId(instance.database);
    const id = write(
      this.#db,
      `INSERT INTO instance (benchmark_id, database_id, instance_id, position, instruction, knowledge, difficulty, ignore_order,
         document, tags, evaluation, question_id, record_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      this.#benchmark(),
      database,
      instance.instanceId,
      instance.position,
      instance.instruction,
      instance.knowledge,
      instance.difficulty,
      instance.ignoreOrder ? 1 : 0,
      instance.document,
      JSON.stringify(instance.tags),
      instance.evaluation === null ? null : JSON.stringify(instance.evaluation),
      instance.questionId,
      instance.record,
    );
    this.#instances.set(instance.instanceId, { id, database });
    if (instance.evaluation !== null) this.#configured.add(id);
  }

  #evaluation(instanceId: string, evaluation: EvaluationConfiguration): void {
    const { id } = this.#instanceRow(instanceId);
    prepared(this.#db, 'UPDATE instance SET evaluation = ?, ignore_order = ? WHERE id = ?').run(
      JSON.stringify(evaluation),
      evaluation.ignore_order === true ? 1 : 0,
      id,
    );
    this.#configured.add(id);
  }

  #gold(gold: NewGold): void {
    const { id, database } = this.#instanceRow(gold.instanceId);
    prepared(
      this.#db,
      `INSERT INTO gold (instance_id, name, query_id, result_hash, csv_hash, source_file) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET query_id = coalesce(excluded.query_id, query_id),
         result_hash = coalesce(excluded.result_hash, result_hash), csv_hash = coalesce(excluded.csv_hash, csv_hash)`,
    ).run(id, gold.name, this.#queryId(database, gold.sql), gold.csv?.result ?? null, gold.csv?.text ?? null, gold.source);
    this.#configured.add(id);
  }

  #prediction(prediction: NewPrediction): void {
    const { id, database } = this.#instanceRow(prediction.instanceId);
    prepared(
      this.#db,
      `INSERT INTO prediction (instance_id, system_id, rollout, query_id, source_file, source_line, result_hash, csv_hash,
         extraction_method, cleaning, record_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      id,
      this.#systemId(prediction.system),
      prediction.rollout,
      this.#queryId(database, prediction.sql),
      prediction.file,
      prediction.line,
      prediction.csv?.result ?? null,
      prediction.csv?.text ?? null,
      prediction.extractionMethod,
      JSON.stringify(prediction.cleaning),
      prediction.record,
    );
  }

  #trajectory(trajectory: NewTrajectory): void {
    prepared(
      this.#db,
      `INSERT INTO trajectory (id, instance_id, system_id, rollout, step_count, body, format, body_hash, source_file, terminated,
         extraction_method, figures, searchable) VALUES (?, ?, ?, ?, ?, x'', ?, ?, ?, ?, ?, ?, 1)`,
    ).run(
      trajectory.id,
      this.#instanceRow(trajectory.instanceId).id,
      this.#systemId(trajectory.system),
      trajectory.rollout,
      trajectory.stepCount,
      trajectory.format,
      trajectory.body,
      trajectory.file,
      trajectory.terminated ? 1 : 0,
      trajectory.extractionMethod,
      JSON.stringify(trajectory.figures),
    );
  }

  #outcome(outcome: NewOutcome): void {
    const name = JSON.stringify([outcome.evaluator, outcome.evaluatorVersion, outcome.system, outcome.file]);
    let evaluation = this.#evaluations.get(name);
    if (evaluation === undefined) {
      const of = [outcome.evaluator, outcome.evaluatorVersion, this.#systemId(outcome.system), outcome.file];
      prepared(
        this.#db,
        `INSERT INTO evaluation (evaluator, evaluator_version, system_id, source_file, imported_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
      ).run(...of, new Date().toISOString());
      evaluation = integer(
        row(
          this.#db,
          'SELECT id FROM evaluation WHERE evaluator = ? AND evaluator_version = ? AND system_id = ? AND source_file = ?',
          ...of,
        )!.id,
      );
      this.#evaluations.set(name, evaluation);
    }
    prepared(
      this.#db,
      'INSERT INTO outcome (evaluation_id, instance_id, status, state, score, reason, record_hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(
      evaluation,
      this.#instanceRow(outcome.instanceId).id,
      outcome.status,
      outcome.state,
      outcome.score,
      outcome.reason,
      outcome.record,
    );
  }

  /** Deals the condition columns out to the golds, once all of them are there. */
  finish(): void {
    for (const instance of this.#configured) {
      const evaluation = row(this.#db, 'SELECT evaluation FROM instance WHERE id = ?', instance)!.evaluation;
      if (evaluation == null) continue;
      const golds = rows(this.#db, 'SELECT id, name, result_hash FROM gold WHERE instance_id = ? ORDER BY name', instance);
      const columns = conditionColumns(
        json<EvaluationConfiguration>(evaluation).condition_cols,
        golds.filter((gold) => gold.result_hash !== null).map((gold) => text(gold.name)),
      );
      for (const gold of golds) {
        prepared(this.#db, 'UPDATE gold SET condition_columns = ? WHERE id = ?').run(
          JSON.stringify(columns.get(text(gold.name)) ?? columns.get('*') ?? []),
          gold.id,
        );
      }
    }
  }
}

/**
 * Which columns count in which gold, as the published documentation means it: a flat list holds for every gold, a list of
 * lists has one for each result table in the order of the names. `*` is what holds for the others. (What the published code
 * makes of a lone variant is the rule's matter: the configuration itself is kept with the instance.)
 */
export function conditionColumns(configured: unknown, tables: readonly string[]): Map<string, number[]> {
  const isColumns = (value: unknown): value is number[] => Array.isArray(value) && value.every((each) => Number.isInteger(each));
  if (isColumns(configured)) return new Map([['*', configured]]);
  if (!Array.isArray(configured)) return new Map();
  return new Map(
    tables.flatMap((name, index): [string, number[]][] => (isColumns(configured[index]) ? [[name, configured[index]]] : [])),
  );
}
