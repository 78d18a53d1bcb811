import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { AssayError } from '#shared/contract/errors.ts';
import type { ImportItem, ImportPreview } from '#shared/contract/import.ts';
import type { StoredResult } from '#shared/contract/runner.ts';
import type { Receipt } from '#shared/model/receipt.ts';
import { encodeRow, encodeTable } from '#shared/model/result-encoding.ts';
import { contentHash, packBody } from '../database/bodies.ts';
import type { Db } from '../database/open.ts';
import type { Catalog } from './catalog.ts';
import { type Imported, Tally } from './import-context.ts';
import { namesProblem, type Operation, type StoredCsv } from './operations.ts';
import { parseTable } from './sources/csv.ts';
import { Problem, systemProblem } from './sources/problem.ts';
import { decode } from './sources/text.ts';
import type { Stage } from './stage.ts';
import type { Read, Unit } from './unit.ts';

type FirstTen = ImportPreview['firstTen'];

/** What reading is told of from outside: how far it is, and whether to stop. */
export type Reading = {
  readonly signal: AbortSignal;
  /** Bytes that a finished unit had. */
  advance(bytes: number): void;
};

/** Milliseconds after which reading lets other messages in: labels are saved by the same process. */
const LONGEST_BREATH = 12;

/** What came of a record. Every writer must come to one, so that no record is lost without a word. */
export type Decision = 'kept' | 'unchanged' | 'rejected';

/** Decides about a record: by one call of keep, unchanged or reject. */
export type Write<R> = (record: R, writer: UnitWriter) => Decision | Promise<Decision>;

/** What a writer decides about one record of a unit, and where its operations go. */
export class UnitWriter {
  readonly #job: ItemJob;
  readonly #tally: Tally;
  readonly #unit: string;
  readonly #beside: Map<string, Tally>;
  readonly firstTen: FirstTen = [];
  readonly seen: string[] = [];
  /** Where the record at hand stands. */
  place: { line: number | null; key: string | null; text: unknown } = { line: null, key: null, text: '' };

  constructor(job: ItemJob, tally: Tally, unit: string, beside = new Map<string, Tally>()) {
    this.#job = job;
    this.#tally = tally;
    this.#unit = unit;
    this.#beside = beside;
  }

  /** A writer with a receipt of its own, for records that come out of this one: predictions out of trajectories. */
  beside(what: string, file: string): UnitWriter {
    const tally = this.#beside.get(what) ?? new Tally(what, file);
    this.#beside.set(what, tally);
    const writer = new UnitWriter(this.#job, tally, this.#unit, this.#beside);
    writer.place = this.place;
    return writer;
  }

  /** The receipts of this unit. */
  receipts(): Receipt[] {
    return [this.#tally, ...this.#beside.values()].map((tally) => tally.receipt());
  }

  /** The unit's name, as receipts give it. */
  get file(): string {
    return this.#unit;
  }

  get catalog(): Catalog {
    return this.#job.catalog;
  }

  /** The record is taken; its operations were put. */
  keep(): Decision {
    this.#tally.keep();
    return 'kept';
  }

  /** The project has the record already. */
  unchanged(): Decision {
    this.#tally.unchanged();
    return 'unchanged';
  }

  cleaned(): void {
    this.#tally.cleaned();
  }

  note(text: string): void {
    this.#tally.note(text);
  }

  reject(reason: string, key: string | null = this.place.key, text: unknown = this.place.text): Decision {
    this.#tally.reject({ file: this.#unit, line: this.place.line, key, reason, text });
    return 'rejected';
  }

  /** Keeps a record for the preview, if it is among the first ten. */
  show(key: string, text: string, note: string): void {
    if (this.#job.firstTen.length + this.firstTen.length < 10) {
      this.firstTen.push({ line: this.place.line, key, text: text.slice(0, 2_000), note });
    }
  }

  /** Whether this item has brought the same key before; remembers it. */
  isRepeated(key: string): boolean {
    if (this.#job.seen.has(key)) return true;
    this.#job.seen.add(key);
    this.seen.push(key);
    return false;
  }

  /** @throws Problem where a name has an unseen sign; AssayError IMPORT_REFUSED where it is that of the whole item */
  put(...operations: readonly Operation[]): void {
    for (const operation of operations) {
      const problem = namesProblem(operation);
      if (problem !== null && (operation.op === 'system' || operation.op === 'benchmark')) {
        throw new AssayError('IMPORT_REFUSED', `Nothing was imported: ${problem}.`, { next: 'Give it another name.' });
      }
      if (problem !== null) throw new Problem(problem);
    }
    for (const operation of operations) this.#job.put(operation);
  }

  /** Keeps a text by its content; answers its hash. */
  body(text: string | Buffer): Promise<string> {
    return this.#job.body(typeof text === 'string' ? Buffer.from(text) : text);
  }

  /** Keeps a result table's CSV: its cells as texts, and the text itself. @throws Problem where it is no CSV */
  async csv(bytes: Buffer): Promise<StoredCsv> {
    const { columns, rows } = parseTable(decode(bytes));
    // Fields that a short row lacks are empty, as pandas has them.
    const even = rows.map((row) => (row.length < columns.length ? columns.map((_, at) => row[at] ?? '') : row));
    const result = this.#job.result(columns, even);
    return { result, text: await this.#job.body(bytes) };
  }

  search(id: number, text: Buffer): void {
    this.#job.stage?.search(id, text);
  }

  nextTrajectoryId(): number {
    return this.#job.nextTrajectoryId();
  }
}

const COMPRESS_FROM_BYTES = 256;

/** The reading of one item: units in, operations and receipts out. Without a stage it only says what would be. */
export class ItemJob {
  readonly db: Db;
  readonly item: ImportItem;
  readonly catalog: Catalog;
  readonly stage: Stage | null;
  readonly #reading: Reading;
  readonly #tallies = new Map<string, Tally>();
  readonly firstTen: FirstTen = [];
  readonly seen = new Set<string>();
  without: string[] = [];
  readonly nextTrajectoryId: () => number;
  #breath = performance.now();

  constructor(options: {
    db: Db;
    item: ImportItem;
    catalog: Catalog;
    stage: Stage | null;
    reading: Reading;
    nextTrajectoryId: () => number;
  }) {
    this.db = options.db;
    this.item = options.item;
    this.catalog = options.catalog;
    this.stage = options.stage;
    this.#reading = options.reading;
    this.nextTrajectoryId = options.nextTrajectoryId;
  }

  get signal(): AbortSignal {
    return this.#reading.signal;
  }

  tally(what: string, file: string): Tally {
    const name = `${what}\0${file}`;
    const tally = this.#tallies.get(name) ?? new Tally(what, file);
    this.#tallies.set(name, tally);
    return tally;
  }

  /**
   * Reads units and hands each record to `write`, which decides about it. All units together have one receipt, of `what`
   * and `file`. A record that cannot be read is rejected where it stands; nothing else is lost.
   */
  async take<R>(what: string, file: string, units: AsyncIterable<Unit<R>> | Iterable<Unit<R>>, write: Write<R>): Promise<void> {
    this.tally(what, file);
    for await (const unit of units) {
      const name = `${what}/${unit.name}`;
      const known = this.stage?.finished({ ...unit, name });
      if (known) {
        for (const receipt of known.receipts) this.tally(receipt.what, receipt.file).add(receipt);
        this.firstTen.push(...(known.firstTen as FirstTen));
        for (const key of known.seen) this.seen.add(key);
        for (const operation of this.stage!.operationsOf(name)) this.catalog.apply(operation);
        await this.breathe();
      } else {
        const own = new Tally(what, file);
        const writer = new UnitWriter(this, own, unit.name);
        this.#unitKey = name;
        await this.#readUnit(unit, writer, own, write);
        this.stage?.finish({ ...unit, name }, { receipts: writer.receipts(), firstTen: writer.firstTen, seen: writer.seen });
        for (const receipt of writer.receipts()) this.tally(receipt.what, receipt.file).add(receipt);
        this.firstTen.push(...writer.firstTen);
      }
      this.#reading.advance(unit.size);
    }
  }

  #unitKey = '';

  async #readUnit<R>(unit: Unit<R>, writer: UnitWriter, tally: Tally, write: Write<R>): Promise<void> {
    try {
      for await (const read of unit.read() as AsyncIterable<Read<R>>) {
        if ('note' in read) tally.note(read.note);
        else if ('records' in read) {
          if (this.catalog.benchmark !== null) this.put({ op: 'records', count: read.records });
        } else if ('problem' in read) {
          tally.reject({
            file: unit.name,
            line: read.line,
            key: read.key,
            reason: read.problem.message,
            text: read.problem.text,
          });
        } else {
          writer.place = { line: read.line ?? null, key: read.key ?? null, text: read.text };
          try {
            await write(read.record, writer);
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            writer.reject(error.message);
          }
        }
        await this.breathe();
      }
    } catch (error) {
      const problem = error instanceof Problem ? error : systemProblem(error);
      if (problem === null) throw error;
      tally.reject({ file: unit.name, reason: problem.message, text: problem.text });
    }
  }

  /** Writes what is due, and lets messages in (a cancellation, a label to save) after a while. */
  async breathe(): Promise<void> {
    if (this.stage?.isFull) {
      // Before and after a flush, which takes its time: nothing else waits for both it and what was read before.
      await new Promise((resolve) => setImmediate(resolve));
      await this.stage.flush();
    } else if (performance.now() - this.#breath < LONGEST_BREATH) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
    this.#breath = performance.now();
  }

  /** Puts an operation of the unit that is being read. */
  put(operation: Operation): void {
    this.catalog.apply(operation);
    this.stage?.operation(this.#unitKey, operation);
  }

  /** Remembers how a table's columns were mapped. */
  remember(purpose: string, columns: readonly string[], mapping: Readonly<Record<string, string>>): void {
    this.#unitKey = 'column mapping';
    this.put({ op: 'mapping', purpose, columns, mapping });
    this.stage?.finish({ name: 'column mapping', size: 0, modified: 0 }, { receipts: [], firstTen: [], seen: [] });
  }

  async body(bytes: Buffer): Promise<string> {
    if (this.stage === null) return contentHash(bytes);
    const hash = contentHash(bytes);
    this.stage.body(packBody(bytes, hash), bytes.length);
    return hash;
  }

  /** Keeps a table of text cells by its content; answers its hash. */
  result(columns: readonly string[], rows: readonly (readonly string[])[]): string {
    const bytes = Buffer.from(encodeTable(columns, rows.map(encodeRow)));
    const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    const hash = sha256(bytes);
    if (this.stage === null) return hash;
    const compress = bytes.length >= COMPRESS_FROM_BYTES;
    const result: StoredResult = {
      hash,
      rowsHash: sha256(bytes.subarray(bytes.indexOf(10) + 1)),
      columns: [...columns],
      rowCount: rows.length,
      encoding: compress ? 'deflate' : 'plain',
      bytes: bytes.length,
      data: compress ? deflateRawSync(bytes, { level: 1 }) : bytes,
    };
    this.stage.result(result);
    return hash;
  }

  imported(): Imported {
    const all = [...this.#tallies.values()].map((tally) => tally.receipt());
    const telling = all.filter((receipt) => receipt.read > 0 || receipt.notes.length > 0);
    return { receipts: telling.length > 0 ? telling : all, firstTen: this.firstTen.slice(0, 10), without: this.without };
  }
}
