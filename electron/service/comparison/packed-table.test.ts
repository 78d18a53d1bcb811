import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeRow, encodeTable } from '#shared/model/result-encoding.ts';
import type { Row, Value } from '#shared/model/value.ts';
import { PackedTable, packTable } from './packed-table.ts';

const value: fc.Arbitrary<Value> = fc.oneof(fc.constant(null), fc.boolean(), fc.bigInt(), fc.string({ unit: 'binary' }));

test('every row comes back as it was, from a plain result and a compressed one', async () => {
  const tables = fc.integer({ min: 0, max: 4 }).chain((width) =>
    fc.record({
      columns: fc.array(fc.string(), { minLength: width, maxLength: width }),
      rows: fc.array(fc.array(value, { minLength: width, maxLength: width }), { maxLength: 20 }),
      deflate: fc.boolean(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(tables, async ({ columns, rows, deflate }) => {
      const bytes = Buffer.from(encodeTable(columns, rows.map(encodeRow)), 'utf8');
      const stored = deflate ? { encoding: 'deflate', data: deflateRawSync(bytes) } : { encoding: 'plain', data: bytes };
      const packed = new PackedTable(await packTable({ ...stored, rowCount: rows.length }));
      expect(packed.columns).toEqual(columns);
      expect(rows.map((_, index) => packed.row(index))).toEqual(rows);
    }),
  );
});

test('rows of many blocks are found from any place, and what is kept is a small part of what they say', async () => {
  const rowAt = (row: number): Row => Array.from({ length: 100 }, (_, column) => BigInt(row + column));
  const rows = Array.from({ length: 5_000 }, (_, row) => rowAt(row));
  const text = encodeTable(
    rowAt(0).map((_, column) => `c${column}`),
    rows.map(encodeRow),
  );
  const stored = { encoding: 'deflate', data: deflateRawSync(Buffer.from(text, 'utf8')), rowCount: rows.length };
  const packed = new PackedTable(await packTable(stored));
  for (const row of [0, 199, 200, 4_999, 2_500, 0, 1_234, 3_333, 777, 4_100, 1_700]) expect(packed.row(row)).toEqual(rowAt(row));
  expect(packed.bytes).toBeLessThan(text.length / 3);
});
