import type { AlignableTable } from '#shared/comparison/alignableTable.ts';
import type { StoredTable } from '../database/executions.ts';
import { letGo } from './moved-memory.ts';
import { alignablePacked, type EncodedRow, EQUALITY_OF_ENCODED_ROWS, type PackedRows, packTable } from './packed-table.ts';
import type { PairReference } from './protocol.ts';
import { type Aligned, compare } from './result-view.ts';

/** Two large tables side by side as one thread sends them to another. */
export type PreparedPair = {
  readonly aligned: Aligned;
  readonly gold: PackedRows | null;
  readonly prediction: PackedRows | null;
};

type Side = { readonly packed: PackedRows; readonly table: AlignableTable<EncodedRow> };

/**
 * Packs the tables of a pair, one after the other, and aligns them. Each is taken away from what was brought, and let
 * go of once it is read.
 */
export async function preparePair(pair: PairReference, brought: Map<string, StoredTable>): Promise<PreparedPair> {
  const sides = new Map<string, Side>();
  for (const hash of [pair.gold, pair.prediction]) {
    if (hash === null || sides.has(hash)) continue;
    const stored = brought.get(hash)!;
    brought.delete(hash);
    const packed = await packTable(stored);
    letGo(stored.data.buffer);
    sides.set(hash, { packed, table: alignablePacked(packed) });
  }
  const sideOf = (hash: string | null) => (hash === null ? null : sides.get(hash)!);
  const [gold, prediction] = [sideOf(pair.gold), sideOf(pair.prediction)];
  const aligned = compare(gold?.table ?? null, prediction?.table ?? null, EQUALITY_OF_ENCODED_ROWS);
  return { aligned, gold: gold?.packed ?? null, prediction: prediction?.packed ?? null };
}
