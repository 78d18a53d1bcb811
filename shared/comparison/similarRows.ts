import { type AlignableTable, hashesOfRows } from './alignableTable.ts';
import { hashCell } from './cellEquality.ts';
import type { MappedColumn } from './exactPairs.ts';
import { freeRows, rowsWithoutPartner } from './rowPairing.ts';
import { ValueCounts } from './valueCounts.ts';

/** Rows that share a value are candidates for each other: this many are looked at for each indexed column. */
const CANDIDATES_A_COLUMN = 5;
/** Columns by whose values candidates are found: those that tell the most rows apart and still agree. */
const INDEXED_COLUMNS = 4;
/** A pair must share this part of its cells, and at least one that is not NULL. */
const LEAST_SHARED = 0.3;
/** A row's best candidates may be taken by a better pair: rows left over are asked again, so many times in all. */
const ROUNDS = 3;

const NULL_HASH = hashCell(null) | 0;

/** Rows that lack a partner: gold row numbers, and places among {@link HashedRows}. */
type Proposal = { readonly shared: number; readonly goldRow: number; readonly prediction: number };

/** Prediction rows without a partner: the hashes of their mapped cells, row after row. */
type HashedRows = { readonly width: number; readonly hashes: Int32Array; readonly rows: readonly number[] };

/**
 * Gives gold rows without a partner the free prediction row with the most equal cells, among a bounded number. Free
 * prediction rows stand in memory as hashes; gold rows are read one after the other, once in each round.
 */
export function pairSimilarRows<R>(
  gold: AlignableTable<R>,
  prediction: AlignableTable<R>,
  mapped: readonly MappedColumn[],
  partner: Int32Array,
): void {
  const columns = mapped.map(({ column }) => column);
  const free = freeRows(partner, prediction.rowCount);
  let golds = rowsWithoutPartner(partner);
  if (golds.length === 0 || free.length === 0) return;
  const answers = mapped.map(({ answer }) => answer);
  const hashed: HashedRows = { width: mapped.length, hashes: hashesOfRows(prediction, free, answers), rows: free };
  let left: readonly number[] = [...free.keys()];
  for (let round = 0; round < ROUNDS; round++) {
    if (golds.length === 0 || left.length === 0) return;
    const indexes = indexedColumns(hashed, left, askedRows(gold, golds, columns));
    const proposals: Proposal[] = [];
    const own = new Int32Array(gold.columns.length);
    let next = 0;
    for (const read of gold.read(golds)) {
      gold.hash(read, own, 0);
      const cells = columns.map((column) => own[column]!);
      const candidates = new Set(indexes.flatMap((index) => index.nextCandidates(cells[index.column]!)));
      proposeBest(hashed, golds[next++]!, cells, candidates, proposals);
    }
    const taken = acceptBest(hashed, proposals, partner);
    if (taken.size === 0) return;
    golds = golds.filter((row) => partner[row] === -1);
    left = left.filter((place) => !taken.has(place));
  }
}

/** Adds the candidate with the most shared cells, and those that led before it was found. */
function proposeBest(
  { width, hashes }: HashedRows,
  goldRow: number,
  cells: readonly number[],
  candidates: Iterable<number>,
  proposals: Proposal[],
): void {
  const least = Math.max(1, Math.ceil(LEAST_SHARED * width));
  let best = 0;
  for (const prediction of candidates) {
    let shared = 0;
    for (let column = 0; column < width; column++) {
      if (cells[column] === hashes[prediction * width + column]) shared += 1;
    }
    if (shared < least || shared < best) continue;
    best = shared;
    proposals.push({ shared, goldRow, prediction });
    if (shared >= width - 1) return;
  }
}

/** Takes proposals with the most shared cells first, near rows before far ones. Answers the prediction rows that are taken. */
function acceptBest({ rows }: HashedRows, proposals: Proposal[], partner: Int32Array): ReadonlySet<number> {
  const distance = ({ goldRow, prediction }: Proposal) => Math.abs(goldRow - rows[prediction]!);
  proposals.sort((a, b) => b.shared - a.shared || distance(a) - distance(b));
  const taken = new Set<number>();
  for (const { goldRow, prediction } of proposals) {
    if (partner[goldRow] !== -1 || taken.has(prediction)) continue;
    partner[goldRow] = rows[prediction]!;
    taken.add(prediction);
  }
  return taken;
}

/** Gold rows that are asked to estimate what a column is good for. */
const ASKED_ROWS = 1000;

/** The hashes of the mapped cells of some gold rows, row after row. */
function askedRows<R>(gold: AlignableTable<R>, golds: readonly number[], columns: readonly number[]): Int32Array {
  const stride = Math.max(1, Math.floor(golds.length / ASKED_ROWS));
  return hashesOfRows(
    gold,
    golds.filter((_, index) => index % stride === 0),
    columns,
  );
}

/** The columns that find the best candidates among some prediction rows. */
function indexedColumns(hashed: HashedRows, left: readonly number[], asked: Int32Array): readonly ColumnIndex[] {
  const estimate = informationOf(hashed, left, asked);
  return Array.from({ length: hashed.width }, (_, column) => ({ column, information: estimate(column) }))
    .filter(({ information }) => information > 0)
    .sort((a, b) => b.information - a.information)
    .slice(0, INDEXED_COLUMNS)
    .map(({ column }) => new ColumnIndex(hashed, left, column));
}

/** How many of the asked gold rows find candidates by a column, each counted the less the more candidates it finds. */
function informationOf({ width, hashes }: HashedRows, left: readonly number[], asked: Int32Array): (column: number) => number {
  let size = 1024;
  while (size < left.length * 2 && size < 1 << 18) size *= 2;
  const counts = new Int32Array(size);
  const lastHash = new Int32Array(size);
  const slotOf = (hash: number) => (hash ^ (hash >>> 15)) & (size - 1);
  return (column) => {
    counts.fill(0);
    for (const row of left) {
      const hash = hashes[row * width + column]!;
      if (hash === NULL_HASH) continue;
      counts[slotOf(hash)]! += 1;
      lastHash[slotOf(hash)] = hash;
    }
    let sum = 0;
    for (let at = column; at < asked.length; at += width) {
      const slot = slotOf(asked[at]!);
      if (counts[slot]! > 0 && lastHash[slot] === asked[at]) sum += 1 / counts[slot]!;
    }
    return sum;
  };
}

/** Prediction rows grouped by one cell's hash, in table order within a group; rows with NULL are left out. */
class ColumnIndex {
  readonly column: number;
  readonly #values = new ValueCounts();
  /** Where the group of each value begins among the grouped rows. */
  readonly #starts: Int32Array;
  readonly #grouped: Int32Array;
  /** How often each group was asked. */
  readonly #asked: Int32Array;

  constructor({ width, hashes }: HashedRows, left: readonly number[], column: number) {
    this.column = column;
    for (const row of left) {
      const hash = hashes[row * width + column]!;
      if (hash !== NULL_HASH) this.#values.add(hash, row);
    }
    this.#starts = new Int32Array(this.#values.size + 1);
    let place = 0;
    for (const { count } of this.#values) this.#starts[place + 1] = this.#starts[place++]! + count;
    this.#grouped = new Int32Array(this.#values.total);
    const ends = this.#starts.slice();
    for (const row of left) {
      const group = this.#values.placeOf(hashes[row * width + column]!);
      if (group !== -1) this.#grouped[ends[group]!++] = row;
    }
    this.#asked = new Int32Array(this.#values.size);
  }

  /** Some rows of a value; the nth time from its nth row on, so that candidates spread over long groups. */
  nextCandidates(hash: number): number[] {
    const group = this.#values.placeOf(hash);
    if (group === -1) return [];
    const start = this.#starts[group]!;
    const length = this.#starts[group + 1]! - start;
    const rank = this.#asked[group]!++;
    return Array.from(
      { length: Math.min(length, CANDIDATES_A_COLUMN) },
      (_, step) => this.#grouped[start + ((rank + step) % length)]!,
    );
  }
}
