import { expect, test } from 'vitest';
import type { SchemaTable } from '#shared/contract/room.ts';
import { listTables, namesInSql, schemaWidths } from './schema.ts';

test('names are read quoted and bare, not from literals or comments', () => {
  const names = namesInSql(`SELECT "First Name", t.\`b\`, [c] FROM Orders t -- from comments
    WHERE x = 'from literals ''too' /* and blocks */`);
  for (const name of ['first name', 'b', 'c', 'orders', 't', 'x']) expect(names).toContain(name);
  for (const name of ['comments', 'literals', 'too', 'blocks']) expect(names).not.toContain(name);
  expect(namesInSql(null).size).toBe(0);
});

const table = (name: string, ...columns: string[]): SchemaTable => ({
  name,
  title: name,
  columns: columns.map((column) => ({ name: column, title: column, type: 'text', primaryKey: false, references: null })),
});

test('tables that either SQL names come first, each told by which', () => {
  const schema = [table('a'), table('Orders'), table('c')];
  const views = listTables(schema, '', namesInSql('SELECT 1 FROM orders'), namesInSql('SELECT 1 FROM c'));
  expect(views.map((view) => view.table.name)).toEqual(['Orders', 'c', 'a']);
  expect(views[0]!.named).toEqual({ gold: true, prediction: false });
});

test('the filter finds tables by their columns too', () => {
  const schema = [table('a', 'price'), table('b', 'name')];
  expect(listTables(schema, 'PRI', new Set(), new Set()).map((view) => view.table.name)).toEqual(['a']);
});

test('widths follow the longest texts, and an absent reference takes no room; long names come before long references', () => {
  const column = { name: 'identifier', title: '', type: 'TEXT', primaryKey: false, references: null };
  expect(schemaWidths([column], true)).toEqual({ type: '6ch', reference: '1px' });
  expect(schemaWidths([{ ...column, references: 'stops.id' }], true)).toEqual({ type: '6ch', reference: '24%' });
  const long = { ...column, name: 'a'.repeat(40), type: 'number', references: 'b'.repeat(40) };
  expect(schemaWidths([long], true)).toEqual({ type: '8ch', reference: '27%' });
  expect(schemaWidths([], false)).toEqual({ type: '0ch', reference: '1px' });
  expect(schemaWidths([{ ...column, type: 'x'.repeat(200) }], false).type).toBe('14ch');
});
