import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTable } from './csv.ts';

test('a table without quotes is read as the parser reads it', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '\t', ';', '.', 'é', '\ufeff') });
  const ending = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      ending,
      fc.boolean(),
      (table, end, closed) => {
        const text = table.map((row) => row.join(',')).join(end) + (closed ? end : '');
        const [columns = [], ...rows] = parse(text, { bom: true, relax_column_count: true, relax_quotes: true }) as string[][];
        expect(parseTable(text)).toEqual({ columns, rows });
      },
    ),
    { numRuns: 300 },
  );
});
