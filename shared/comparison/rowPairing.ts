import { type AlignableTable, allRows } from './alignableTable.ts';
import { hashCell } from './cellEquality.ts';

/** Rows that share a value are candidates for each other: this many are looked at for each indexed column. */
const CANDIDATES_A_COLUMN = 5;
/** Columns by whose values candidates are found: those that tell the most rows apart and still agree. */
const INDEXED_COLUMNS = 4;
/** A pair must share this part of its cells, and at least one that is not NULL. */
const LEAST_SHARED = 0.3;
/** A row's best candidates may be taken by a better pair: rows left over are asked again, so many times in all. */
const ROUNDS = 3;

const NULL_HASH = hashCell(null) | 0;

/** Numbers for the rows of both sides: equal rows share one, and hardly any others do. */
export type RowNumbers = { readonly gold: Int32Array; readonly prediction: Int32Array };

/** Numbers the rows of a table by the hashes of some columns' cells, in the order in which these are named. */
export function numberRows<R>(table: AlignableTable<R>, columns: readonly number[]): Int32Array {
  const numbers = new Int32Array(table.rowCount);
  const hashes = new Int32Array(table.columns.length);
  let row = 0;
  for (const read of allRows(table)) {
    table.hash(read, hashes, 0);
    let number = 0;
    for (const column of columns) {
      number = Math.imul(number ^ hashes[column]!, 0x5bd1e995);
      number ^= number >>> 15;
    }
    numbers[row++] = number;
  }
  return numbers;
}

/** For each gold row a prediction row of the same number, each used once, in table order; -1 for none. */
export function pairByNumber({ gold, prediction }: RowNumbers): Int32Array {
  const head = new Map<number, number>();
  const next = new Int32Array(prediction.length).fill(-1);
  for (let row = prediction.length - 1; row >= 0; row--) {
    next[row] = head.get(prediction[row]!) ?? -1;
    head.set(prediction[row]!, row);
  }
  const partner = new Int32Array(gold.length);
  for (let row = 0; row < gold.length; row++) {
    const match = head.get(gold[row]!) ?? -1;
    partner[row] = match;
    if (match !== -1) head.set(gold[row]!, next[match]!);
  }
  return partner;
}

/** Two rows by their places among {@link UnpairedRows}. */
type Proposal = { readonly shared: number; readonly gold: number; readonly prediction: number };

/**
 * Rows that lack a partner, as the hashes of their mapped cells: row after row, and cell n of one side answers cell n of the
 * other.
 */
export type UnpairedRows = {
  readonly width: number;
  readonly gold: Int32Array;
  readonly prediction: Int32Array;
  /** Their row numbers, ascending. */
  readonly goldRows: readonly number[];
  readonly predictionRows: readonly number[];
};

/** Gives gold rows without a partner the free prediction row with the most equal cells, among a bounded number. */
export function pairSimilarRows(rows: UnpairedRows, partner: Int32Array): void {
  const least = Math.max(1, Math.ceil(LEAST_SHARED * rows.width));
  let [golds, predictions] = [[...rows.goldRows.keys()], [...rows.predictionRows.keys()]];
  for (let round = 0; round < ROUNDS; round++) {
    if (golds.length === 0 || predictions.length === 0) return;
    const indexes = Array.from({ length: rows.width }, (_, column) => ({
      column,
      information: information(rows, column, golds, predictions),
    }))
      .filter((estimate) => estimate.information > 0)
      .sort((a, b) => b.information - a.information)
      .slice(0, INDEXED_COLUMNS)
      .map(({ column }) => ({ column, ...groupRows(rows, column, predictions) }));
    const proposals: Proposal[] = [];
    for (const gold of golds) {
      const candidates = new Set<number>();
      for (const { column, groups, grouped } of indexes) {
        const group = groups.get(rows.gold[gold * rows.width + column]!);
        if (group === undefined) continue;
        // The nth gold row of a value starts at its nth prediction row: candidates spread over long groups.
        const rank = group.asked++;
        for (let step = 0; step < Math.min(group.length, CANDIDATES_A_COLUMN); step++) {
          candidates.add(grouped[group.start + ((rank + step) % group.length)]!);
        }
      }
      proposeBest(rows, gold, candidates, least, proposals);
    }
    const taken = acceptBest(rows, proposals, partner);
    if (taken.size === 0) return;
    golds = golds.filter((gold) => partner[rows.goldRows[gold]!] === -1);
    predictions = predictions.filter((prediction) => !taken.has(prediction));
  }
}

/** Adds the candidate with the most shared cells, and those that led before it was found. */
function proposeBest(
  { width, gold: own, prediction: answers }: UnpairedRows,
  gold: number,
  candidates: Iterable<number>,
  least: number,
  proposals: Proposal[],
): void {
  let best = 0;
  for (const prediction of candidates) {
    let shared = 0;
    for (let column = 0; column < width; column++) {
      if (own[gold * width + column] === answers[prediction * width + column]) shared += 1;
    }
    if (shared < least || shared < best) continue;
    best = shared;
    proposals.push({ shared, gold, prediction });
    if (shared >= width - 1) return;
  }
}

/** Takes proposals with the most shared cells first, near rows before far ones. Answers the prediction rows that are taken. */
function acceptBest(rows: UnpairedRows, proposals: Proposal[], partner: Int32Array): ReadonlySet<number> {
  const distance = ({ gold, prediction }: Proposal) => Math.abs(rows.goldRows[gold]! - rows.predictionRows[prediction]!);
  proposals.sort((a, b) => b.shared - a.shared || distance(a) - distance(b));
  const taken = new Set<number>();
  for (const { gold, prediction } of proposals) {
    const goldRow = rows.goldRows[gold]!;
    if (partner[goldRow] !== -1 || taken.has(prediction)) continue;
    partner[goldRow] = rows.predictionRows[prediction]!;
    taken.add(prediction);
  }
  return taken;
}

/** Gold rows whose partner is -1, in order. */
export function rowsWithoutPartner(partner: Int32Array): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < partner.length; row++) if (partner[row] === -1) rows.push(row);
  return rows;
}

/** Prediction rows that are nobody's partner, in order. */
export function freeRows(partner: Int32Array, predictionCount: number): readonly number[] {
  const taken = new Uint8Array(predictionCount);
  for (let row = 0; row < partner.length; row++) if (partner[row] !== -1) taken[partner[row]!] = 1;
  const rows: number[] = [];
  for (let row = 0; row < predictionCount; row++) if (taken[row] === 0) rows.push(row);
  return rows;
}

/** Gold rows that are asked to estimate what a column is good for. */
const ASKED_ROWS = 1000;

/** How many of some gold rows find candidates by this column, each counted the less the more candidates it finds. */
function information(
  { width, gold, prediction }: UnpairedRows,
  column: number,
  golds: readonly number[],
  predictions: readonly number[],
): number {
  let size = 1024;
  while (size < predictions.length * 2 && size < 1 << 18) size *= 2;
  const counts = new Int32Array(size);
  const lastHash = new Int32Array(size);
  const slotOf = (hash: number) => (hash ^ (hash >>> 15)) & (size - 1);
  for (const row of predictions) {
    const hash = prediction[row * width + column]!;
    if (hash === NULL_HASH) continue;
    counts[slotOf(hash)]! += 1;
    lastHash[slotOf(hash)] = hash;
  }
  const stride = Math.max(1, Math.floor(golds.length / ASKED_ROWS));
  let sum = 0;
  for (let index = 0; index < golds.length; index += stride) {
    const hash = gold[golds[index]! * width + column]!;
    if (counts[slotOf(hash)]! > 0 && lastHash[slotOf(hash)] === hash) sum += 1 / counts[slotOf(hash)]!;
  }
  return sum;
}

type Group = { start: number; length: number; asked: number };

/** Prediction rows grouped by one cell's hash, in table order within a group; rows with NULL are left out. */
function groupRows(
  { width, prediction }: UnpairedRows,
  column: number,
  predictions: readonly number[],
): { groups: ReadonlyMap<number, Group>; grouped: Int32Array } {
  const groups = new Map<number, Group>();
  for (const row of predictions) {
    const hash = prediction[row * width + column]!;
    if (hash === NULL_HASH) continue;
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, { start: 0, length: 1, asked: 0 });
    else group.length += 1;
  }
  let start = 0;
  for (const group of groups.values()) {
    group.start = start;
    start += group.length;
    group.length = 0;
  }
  const grouped = new Int32Array(start);
  for (const row of predictions) {
    const group = groups.get(prediction[row * width + column]!);
    if (group !== undefined) grouped[group.start + group.length++] = row;
  }
  return { groups, grouped };
}
