import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeRow, encodeTable } from '#shared/model/result-encoding.ts';
import { cellCount, type Row, type Table } from '#shared/model/value.ts';
import type { StoredTable } from '../database/executions.ts';
import { ComparisonWorker } from './comparison-worker.ts';
import { compareTables, pageOf } from './result-view.ts';

const entry = path.join(import.meta.dirname, 'worker.ts');

/** A table of so many rows and 40 columns, in which `changed` rows have another second cell. */
function makeTable(count: number, changed: (row: number) => boolean): Table {
  const columns = Array.from({ length: 40 }, (_, column) => `c${column}`);
  const cell = (row: number, column: number) => (column % 3 === 0 ? `text ${row % (column + 2)}` : BigInt(row * 7 + column));
  const rows = Array.from(
    { length: count },
    (_, row): Row => columns.map((_name, column) => (column === 1 && changed(row) ? null : cell(row, column))),
  );
  return { columns, rows };
}

const stored = ({ columns, rows }: Table): StoredTable => ({
  encoding: 'deflate',
  rowCount: rows.length,
  data: deflateRawSync(Buffer.from(encodeTable(columns, rows.map(encodeRow)), 'utf8')),
});

test.each([
  ['a small pair', 20],
  ['a large pair, which is prepared in one thread and shown by another,', 13_000],
])(
  '%s is paged through as it is',
  async (_, count) => {
    const tables = new Map([
      ['gold', makeTable(count, () => false)],
      ['prediction', makeTable(count - 1, (row) => row % 7 === 3)],
    ]);
    const [gold, prediction] = [tables.get('gold')!, tables.get('prediction')!];
    const packed = new Map([...tables].map(([hash, table]) => [hash, stored(table)]));
    const worker = new ComparisonWorker(entry);
    const results = {
      cells: (hash: string) => cellCount(tables.get(hash)!),
      table: (hash: string) => ({ ...packed.get(hash)!, data: Buffer.from(packed.get(hash)!.data) }),
    };
    const pair = { gold: 'gold', prediction: 'prediction' };

    const aligned = compareTables(gold, prediction);
    const sources = { gold, prediction };
    const rowsOf = ({ columns, rows }: Table) => ({ columns, bytes: 0, row: (index: number) => rows[index]! });
    const whole = { aligned, gold: rowsOf(sources.gold), prediction: rowsOf(sources.prediction) };
    const page = (from: number, onlyDifferences: boolean) => ({ ask: 'rows', pair, from, count: 30, onlyDifferences }) as const;
    const last = count - 15;

    // All at once, as the room asks: the pair is prepared once for them.
    const [view, first, different, ending] = await Promise.all([
      worker.askAbout({ ask: 'view', pair }, results),
      worker.askAbout(page(0, false), results),
      worker.askAbout(page(0, true), results),
      worker.askAbout(page(last, false), results),
    ]);
    expect(view).toEqual(aligned.view);
    expect(view.counts).toMatchObject({ onlyGold: 1, different: aligned.differences.length - 1 });
    expect(first).toEqual(pageOf(whole, 0, 30, false));
    expect(different).toEqual(pageOf(whole, 0, 30, true));
    expect(ending).toEqual(pageOf(whole, last, 30, false));
    expect(await worker.askAbout({ ask: 'next', pair, from: 3, direction: 'forward' }, results)).toBe(aligned.differences[1]);
  },
  60_000,
);
