import { cellCount, type Table } from '#shared/model/value.ts';
import { type StoredTable, unpackTable } from '../database/executions.ts';
import { PackedTable, type RowSource } from './packed-table.ts';
import type { PreparedPair } from './prepared-pair.ts';
import type { PairReference } from './protocol.ts';
import { type Comparison, compareTables } from './result-view.ts';

/** Bytes that an unpacked cell takes, about. */
const CELL_BYTES = 32;
const COMPARED_ROW_BYTES = 9;

/** Tables that are neither kept here nor brought. */
export class Lacking extends Error {
  readonly hashes: readonly string[];

  constructor(hashes: readonly string[]) {
    super('tables are lacking');
    this.hashes = hashes;
  }
}

type Brought = ReadonlyMap<string, StoredTable>;

/** Values by key of which the ones used last are kept, up to a number of bytes, and at least one. */
class Recent<T> {
  readonly #most: number;
  readonly #bytesOf: (value: T) => number;
  readonly #values = new Map<string, T>();
  #bytes = 0;

  constructor(most: number, bytesOf: (value: T) => number) {
    this.#most = most;
    this.#bytesOf = bytesOf;
  }

  has = (key: string): boolean => this.#values.has(key);

  get(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(key: string, value: T): void {
    this.#delete(key);
    this.#values.set(key, value);
    this.#bytes += this.#bytesOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#most || this.#values.size === 1) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#bytes -= this.#bytesOf(value);
  }
}

const rowsOf = (table: Table): RowSource => ({
  columns: table.columns,
  bytes: CELL_BYTES * cellCount(table),
  row: (index) => table.rows[index]!,
});

const keyOf = ({ gold, prediction }: PairReference) => `${gold} ${prediction}`;

/** What a thread keeps of the results that it was asked about last: tables, and pairs side by side. */
export class KeptTables {
  readonly #tables: Recent<Table>;
  readonly #comparisons: Recent<Comparison>;

  /** Both kinds are held to so many bytes each, about. */
  constructor(bytes: number) {
    this.#tables = new Recent(bytes, (table) => CELL_BYTES * cellCount(table));
    this.#comparisons = new Recent(
      bytes,
      ({ aligned, gold, prediction }) =>
        COMPARED_ROW_BYTES * aligned.kinds.length + (gold?.bytes ?? 0) + (prediction?.bytes ?? 0),
    );
  }

  /** Makes sure that all of these tables are here, so that what is lacking is told at once. @throws Lacking */
  require(hashes: readonly (string | null)[], brought: Brought): void {
    const lacking = hashes.filter((hash): hash is string => hash !== null && !this.#tables.has(hash) && !brought.has(hash));
    if (lacking.length > 0) throw new Lacking([...new Set(lacking)]);
  }

  /** @throws Lacking */
  table(hash: string, brought: Brought): Table {
    const known = this.#tables.get(hash);
    if (known) return known;
    const stored = brought.get(hash);
    if (!stored) throw new Lacking([hash]);
    const table = unpackTable(stored);
    this.#tables.set(hash, table);
    return table;
  }

  /** @throws Lacking */
  comparison(pair: PairReference, brought: Brought): Comparison {
    const known = this.#comparisons.get(keyOf(pair));
    if (known) return known;
    this.require([pair.gold, pair.prediction], brought);
    const [gold, prediction] = [pair.gold, pair.prediction].map((hash) => (hash === null ? null : this.table(hash, brought)));
    const comparison: Comparison = {
      aligned: compareTables(gold ?? null, prediction ?? null),
      gold: gold ? rowsOf(gold) : null,
      prediction: prediction ? rowsOf(prediction) : null,
    };
    this.#comparisons.set(keyOf(pair), comparison);
    return comparison;
  }

  /** From now on this pair is shown. */
  show(pair: PairReference, { aligned, gold, prediction }: PreparedPair): void {
    this.#comparisons.set(keyOf(pair), {
      aligned,
      gold: gold && new PackedTable(gold),
      prediction: prediction && new PackedTable(prediction),
    });
  }
}
