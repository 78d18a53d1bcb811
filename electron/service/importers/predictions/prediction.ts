import type { ItemOf } from '#shared/contract/import.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import { predictionFingerprint } from '../catalog.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { nulProblem } from '../sources/text.ts';
import type { Unit } from '../unit.ts';
import { cleanSql, isNoAnswer } from './cleaning.ts';

/** A prediction as a reader found it. The instance is named by its id, or by its place in the benchmark. */
export type PredictionRecord = {
  readonly instance: { readonly id: string } | { readonly position: number };
  readonly rollout: number;
  /** As read; null for a failed generation or where there is only a result table. */
  readonly sql: string | null;
  /** A result table's CSV. */
  readonly csv: Buffer | null;
  /** The database that the record names, to be checked. */
  readonly database: string | null;
  /** What the record is called in a rejection. */
  readonly called: 'line' | 'entry' | 'row' | 'record';
  /** The question that the record carries: other words mean another version of the benchmark. */
  readonly question: string | null;
  readonly extractionMethod: string | null;
  /** What the reader has cleaned already. */
  readonly cleaning: readonly string[];
  /** The record as read, where file and SQL do not give it back. */
  readonly raw: string | null;
};

export const plainPrediction = (instance: PredictionRecord['instance'], sql: string | null): PredictionRecord => ({
  instance,
  rollout: 0,
  sql,
  csv: null,
  database: null,
  called: 'record',
  question: null,
  extractionMethod: null,
  cleaning: [],
  raw: null,
});

/** Ids that a file may have meant: Spider2 writes the same instance with and without its prefix. */
function hint(id: string, knows: (id: string) => boolean): string {
  const meant = [`sf_${id}`, id.replace(/^sf_/, ''), id.replace(/_div$/, ''), id.trim()].find(
    (each) => each !== id && knows(each),
  );
  return meant === undefined ? '' : `; did it mean ${meant}?`;
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Decides about predictions of one system, one record after the other. */
export class PredictionWriting {
  readonly #job: ItemJob;
  readonly #system: string;
  readonly #group: string;
  readonly #repeats: ItemOf<'predictions'>['repeats'];
  /** Instances that have a prediction by this item, for the list of those that have none. */
  readonly #given = new Set<string>();
  readonly #reworded: string[] = [];

  constructor(job: ItemJob, system: string, group: string, repeats: ItemOf<'predictions'>['repeats'] = 'reject') {
    this.#job = job;
    this.#system = system;
    this.#group = group;
    this.#repeats = repeats;
  }

  readonly write = async (record: PredictionRecord, writer: UnitWriter): Promise<Decision> => {
    const { catalog } = writer;
    const { instance: named } = record;
    let { rollout } = record;
    const instance = 'id' in named ? catalog.instances.get(named.id) : catalog.byPosition.get(named.position);
    if (instance === undefined) {
      if ('position' in named) return writer.reject('no instance of the benchmark stands at this position (or it was rejected)');
      return writer.reject(`the id is not in this benchmark${hint(named.id, (id) => catalog.instances.has(id))}`, named.id);
    }
    const { instanceId } = instance;
    if (record.database !== null && record.database !== instance.database) {
      return writer.reject(
        `the ${record.called} names database ${record.database}, the instance is on ${instance.database}`,
        instanceId,
      );
    }
    while (writer.isRepeated(`prediction ${rollout} ${instanceId}`)) {
      if (this.#repeats === 'rollouts') {
        rollout++;
        continue;
      }
      const which = rollout === 0 ? '' : ` and rollout ${rollout}`;
      return writer.reject(`second prediction with the same id${which}`, instanceId);
    }
    const cleaned = record.sql === null ? { sql: '', cleaning: [] } : cleanSql(record.sql);
    const nul = nulProblem(cleaned.sql);
    if (nul !== null) return writer.reject(nul, instanceId, cleaned.sql);
    const sql = isNoAnswer(cleaned.sql) ? null : cleaned.sql;
    const csv = record.csv === null ? null : await writer.csv(record.csv);
    const cleaning = [...record.cleaning, ...cleaned.cleaning];
    if (record.question !== null && onOneLine(record.question) !== onOneLine(instance.instruction))
      this.#reworded.push(instanceId);
    const shown = sql ?? (record.csv === null ? '' : record.csv.subarray(0, 400).toString('utf8'));
    writer.show(instanceId, shown, sql === null ? (csv === null ? 'no answer' : 'result table') : instance.database);
    if (sql !== null || csv !== null) this.#given.add(instanceId);

    const known = catalog.prediction(this.#system, instanceId, rollout);
    if (known !== null) {
      if (known.fingerprint === predictionFingerprint(sql, csv?.text ?? null)) return writer.unchanged();
      return writer.reject(`${this.#system} has another prediction for this instance (${known.source})`, instanceId, shown);
    }
    if (cleaning.length > 0) writer.cleaned();
    // What was cleaned away is kept too, so that the file can be written as it was.
    const original = record.raw ?? (cleaned.cleaning.length > 0 || (sql === null && record.sql !== null) ? record.sql : null);
    if (!catalog.systems.has(this.#system)) writer.put({ op: 'system', name: this.#system, group: this.#group });
    writer.put({
      op: 'prediction',
      instanceId,
      system: this.#system,
      rollout,
      sql,
      csv,
      extractionMethod: record.extractionMethod,
      cleaning,
      record: original === null || original === '' ? null : await writer.body(original),
      file: writer.file,
      line: writer.place.line,
    });
    return writer.keep();
  };

  /** Says what no single record says: who has no prediction, and which questions read otherwise. */
  finish(what: string, file: string): void {
    this.#job.without = [...this.#job.catalog.instances.keys()].filter(
      (id) => !this.#given.has(id) && this.#job.catalog.prediction(this.#system, id, 0) === null,
    );
    if (this.#reworded.length > 0) {
      const some = this.#reworded.slice(0, 5).join(', ');
      this.#job
        .tally(what, file)
        .note(
          `${this.#reworded.length} predictions carry another wording of the question than this benchmark (another version?): ${some}${this.#reworded.length > 5 ? ' …' : ''}`,
        );
    }
  }
}

/** Takes the predictions of some units under one receipt. @throws AssayError IMPORT_REFUSED without a benchmark */
export async function takePredictions(
  job: ItemJob,
  item: ItemOf<'predictions'>,
  file: string,
  units: AsyncIterable<Unit<PredictionRecord>> | Iterable<Unit<PredictionRecord>>,
): Promise<void> {
  requireBenchmark(job, 'predictions');
  const what = `predictions of ${item.system}`;
  const writing = new PredictionWriting(job, item.system, item.group, item.repeats);
  const first = item.rollout ?? 0;
  await job.take(what, file, units, (record, writer) => writing.write({ ...record, rollout: record.rollout + first }, writer));
  writing.finish(what, file);
}
