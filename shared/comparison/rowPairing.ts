import { type AlignableTable, allRows } from './alignableTable.ts';

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
