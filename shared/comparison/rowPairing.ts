import { hashCell } from './cellEquality.ts';
import type { HashedColumns } from './columnMapping.ts';
import { Numbering } from './rowIdentity.ts';

/** Rows that share a value are candidates for each other: this many are looked at for each indexed column. */
const CANDIDATES_A_COLUMN = 5;
/** Columns by whose values candidates are found: those that tell the most rows apart and still agree. */
const INDEXED_COLUMNS = 4;
/** A pair must share this part of its cells, and at least one that is not NULL. */
const LEAST_SHARED = 0.3;
/** A row's best candidates may be taken by a better pair: rows left over are asked again, so many times in all. */
const ROUNDS = 3;

const NULL_HASH = hashCell(null) | 0;

/** Rows of two tables, as the hashes of their mapped columns: column n of one side answers column n of the other. */
export type MappedRows = {
  readonly gold: HashedColumns;
  readonly prediction: HashedColumns;
  readonly goldCount: number;
  readonly predictionCount: number;
};

/** Numbers for the rows of both sides: rows share one when all of their cells' hashes do. */
export type RowNumbers = { readonly gold: Int32Array; readonly prediction: Int32Array };

/** Numbers rows by the hashes of their mapped cells. */
export function numberRows({ gold, prediction, goldCount, predictionCount }: MappedRows): RowNumbers {
  const goldHashes = hashRows(gold, goldCount);
  const predictionHashes = hashRows(prediction, predictionCount);
  // Row numbers of the prediction follow the gold's.
  const hashOf = (row: number) => (row < goldCount ? goldHashes[row]! : predictionHashes[row - goldCount]!);
  const cell = (row: number, column: number) => (row < goldCount ? gold[column]![row]! : prediction[column]![row - goldCount]!);
  const same = (row: number, other: number) => {
    for (let column = 0; column < gold.length; column++) if (cell(row, column) !== cell(other, column)) return false;
    return true;
  };
  const numbering = new Numbering<number>(goldCount + predictionCount, hashOf, same);
  const numbers = (count: number, first: number) => {
    const result = new Int32Array(count);
    for (let row = 0; row < count; row++) result[row] = numbering.numberOf(first + row);
    return result;
  };
  return { gold: numbers(goldCount, 0), prediction: numbers(predictionCount, goldCount) };
}

function hashRows(columns: HashedColumns, count: number): Int32Array {
  const hashes = new Int32Array(count);
  // Column by column, since each lies in memory as one piece.
  for (const column of columns) {
    for (let row = 0; row < count; row++) {
      const hash = Math.imul(hashes[row]! ^ column[row]!, 0x5bd1e995);
      hashes[row] = hash ^ (hash >>> 15);
    }
  }
  return hashes;
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

type Proposal = { readonly shared: number; readonly goldRow: number; readonly predictionRow: number };

/** Gives gold rows without a partner the free prediction row with the most equal cells, among a bounded number. */
export function pairSimilarRows(rows: MappedRows, partner: Int32Array): void {
  const least = Math.max(1, Math.ceil(LEAST_SHARED * rows.gold.length));
  for (let round = 0; round < ROUNDS; round++) {
    const goldRows = rowsWithoutPartner(partner);
    const predictionRows = freeRows(partner, rows.predictionCount);
    if (goldRows.length === 0 || predictionRows.length === 0) return;
    const indexes = rows.gold
      .map((_, column) => ({ column, information: information(rows, column, goldRows, predictionRows) }))
      .filter((estimate) => estimate.information > 0)
      .sort((a, b) => b.information - a.information)
      .slice(0, INDEXED_COLUMNS)
      .map(({ column }) => ({ gold: rows.gold[column]!, ...groupRows(rows.prediction[column]!, predictionRows) }));
    const proposals: Proposal[] = [];
    for (const goldRow of goldRows) {
      const candidates = new Set<number>();
      for (const { gold, groups, grouped } of indexes) {
        const group = groups.get(gold[goldRow]!);
        if (group === undefined) continue;
        // The nth gold row of a value starts at its nth prediction row: candidates spread over long groups.
        const rank = group.asked++;
        for (let step = 0; step < Math.min(group.length, CANDIDATES_A_COLUMN); step++) {
          candidates.add(grouped[group.start + ((rank + step) % group.length)]!);
        }
      }
      proposeBest(rows, goldRow, candidates, least, proposals);
    }
    if (!acceptBest(proposals, partner)) return;
  }
}

/** Adds the candidate with the most shared cells, and those that led before it was found. */
function proposeBest(
  rows: MappedRows,
  goldRow: number,
  candidates: Iterable<number>,
  least: number,
  proposals: Proposal[],
): void {
  let best = 0;
  for (const predictionRow of candidates) {
    let shared = 0;
    for (let column = 0; column < rows.gold.length; column++) {
      if (rows.gold[column]![goldRow] === rows.prediction[column]![predictionRow]) shared += 1;
    }
    if (shared < least || shared < best) continue;
    best = shared;
    proposals.push({ shared, goldRow, predictionRow });
    if (shared >= rows.gold.length - 1) return;
  }
}

/** Takes proposals with the most shared cells first, near rows before far ones; true when any was taken. */
function acceptBest(proposals: Proposal[], partner: Int32Array): boolean {
  const distance = (proposal: Proposal) => Math.abs(proposal.goldRow - proposal.predictionRow);
  proposals.sort((a, b) => b.shared - a.shared || distance(a) - distance(b));
  const taken = new Set<number>();
  for (const { goldRow, predictionRow } of proposals) {
    if (partner[goldRow] !== -1 || taken.has(predictionRow)) continue;
    partner[goldRow] = predictionRow;
    taken.add(predictionRow);
  }
  return taken.size > 0;
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
function information(rows: MappedRows, column: number, goldRows: readonly number[], predictionRows: readonly number[]): number {
  let size = 1024;
  while (size < predictionRows.length * 2 && size < 1 << 18) size *= 2;
  const counts = new Int32Array(size);
  const lastHash = new Int32Array(size);
  const slotOf = (hash: number) => (hash ^ (hash >>> 15)) & (size - 1);
  const answer = rows.prediction[column]!;
  for (const row of predictionRows) {
    const hash = answer[row]!;
    if (hash === NULL_HASH) continue;
    counts[slotOf(hash)]! += 1;
    lastHash[slotOf(hash)] = hash;
  }
  const stride = Math.max(1, Math.floor(goldRows.length / ASKED_ROWS));
  let sum = 0;
  for (let index = 0; index < goldRows.length; index += stride) {
    const hash = rows.gold[column]![goldRows[index]!]!;
    if (counts[slotOf(hash)]! > 0 && lastHash[slotOf(hash)] === hash) sum += 1 / counts[slotOf(hash)]!;
  }
  return sum;
}

type Group = { start: number; length: number; asked: number };

/** Prediction rows grouped by one cell's hash, in table order within a group; rows with NULL are left out. */
function groupRows(
  column: Int32Array,
  predictionRows: readonly number[],
): { groups: ReadonlyMap<number, Group>; grouped: Int32Array } {
  const groups = new Map<number, Group>();
  for (const row of predictionRows) {
    const hash = column[row]!;
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
  for (const row of predictionRows) {
    const group = groups.get(column[row]!);
    if (group !== undefined) grouped[group.start + group.length++] = row;
  }
  return { groups, grouped };
}
