import { expect, test } from 'vitest';
import type { ImportItem } from '#shared/contract/import.ts';
import type { Receipt, Rejection } from '#shared/model/receipt.ts';
import { fileName } from '../../client/desktop.ts';
import { inFormat } from './formats.ts';
import {
  addItems,
  byReason,
  doubledSystems,
  importable,
  itemFor,
  lineRanges,
  receiptCsv,
  rejectionsCsv,
  replaceItem,
  sumOf,
} from './parts.ts';

const predictions = (path: string, system = 'orion'): ImportItem => ({
  kind: 'predictions',
  format: 'lines',
  path,
  system,
  group: 'open',
});
const found = (...items: ImportItem[]) => items.map((item) => ({ item }));
const rejection = (line: number | null, reason: string, excerpt = 'SELECT 1'): Rejection => ({
  file: 'a.sql',
  line,
  key: null,
  reason,
  excerpt,
});
const receipt = (more: Partial<Receipt>): Receipt => ({
  what: 'Predictions',
  file: 'a.sql',
  read: 10,
  kept: 8,
  unchanged: 1,
  rejected: 1,
  rejections: [],
  cleaned: 0,
  notes: [],
  ...more,
});

test('a file that is dropped twice stays one part and keeps what was chosen for it', () => {
  const first = addItems([], found(predictions('/a.sql'))).map((part) => ({ ...part, taken: false }));
  const again = addItems(first, found(predictions('/a.sql'), predictions('/b.sql')));
  expect(again.map((part) => [part.item.path, part.taken])).toEqual([
    ['/a.sql', false],
    ['/b.sql', true],
  ]);
});

test('the sum of receipts keeps read = kept + unchanged + rejected', () => {
  const sum = sumOf([receipt({}), receipt({ read: 5, kept: 0, unchanged: 5, rejected: 0 })]);
  expect(sum).toMatchObject({ read: 15, kept: 8, unchanged: 6, rejected: 1 });
  expect(sum.read).toBe(sum.kept + sum.unchanged + sum.rejected);
});

test('a refused part, one not taken and one not read yet are not imported', () => {
  const parts = addItems([], found(predictions('/a'), predictions('/b'), predictions('/c'), predictions('/d')));
  const preview = (item: ImportItem, refused: { message: string; next: null } | null) => ({
    item,
    receipts: [],
    firstTen: [],
    without: [],
    refused,
  });
  const prepared = [
    { ...parts[0]!, preview: preview(parts[0]!.item, null) },
    { ...parts[1]!, preview: preview(parts[1]!.item, { message: '9 lines for 10 instances', next: null }) },
    { ...parts[2]!, preview: preview(parts[2]!.item, null), taken: false },
    parts[3]!,
  ];
  expect(importable(prepared).map((part) => part.item.path)).toEqual(['/a']);
});

test('rejections are grouped by reason, the most frequent first', () => {
  const groups = byReason([rejection(1, 'no SQL'), rejection(2, 'not JSON'), rejection(3, 'not JSON')]);
  expect(groups.map((group) => [group.reason, group.rejections.length])).toEqual([
    ['not JSON', 2],
    ['no SQL', 1],
  ]);
});

test('neighbouring lines are written as a range, and a long list is cut with a mark', () => {
  expect(lineRanges([9, 3, 7, 8, 12])).toBe('3, 7–9, 12');
  expect(lineRanges([1, 3, 5, 7], 2)).toBe('1, 3, …');
});

test('CSV quotes what needs quoting', () => {
  expect(rejectionsCsv([rejection(3, 'not JSON', '{"id": 1,\n')])).toBe(
    'file,line,key,reason,excerpt\r\na.sql,3,,not JSON,"{""id"": 1,\n"\r\n',
  );
});

test('an exported receipt holds the counts and every rejection', () => {
  const text = receiptCsv([receipt({ rejections: [rejection(4, 'no SQL')] })]);
  expect(text).toContain('Predictions,a.sql,10,8,1,1,0,\r\n');
  expect(text).toContain('a.sql,4,,no SQL,SELECT 1\r\n');
});

test('a system that two taken parts bring is named', () => {
  const parts = addItems([], found(predictions('/a', 'orion'), predictions('/b', 'orion'), predictions('/c', 'lyra')));
  expect(doubledSystems(parts)).toEqual(['orion']);
  expect(doubledSystems(parts.map((part, index) => ({ ...part, taken: index !== 0 })))).toEqual([]);
});

test('two rollouts of a system are no doubled system', () => {
  const second = { ...predictions('/b', 'orion'), rollout: 1 };
  expect(doubledSystems(addItems([], found(predictions('/a', 'orion'), second as ImportItem)))).toEqual([]);
});

test('a part read as another format keeps its system and group, and is read anew', () => {
  const parts = addItems([], [{ item: { ...predictions('/a', 'orion'), group: 'strong' } as ImportItem, recognised: null }]);
  const again = replaceItem(parts, parts[0]!.id, inFormat(parts[0]!.item, { kind: 'predictions', format: 'csv' }));
  expect(again).toMatchObject([{ item: { format: 'csv', system: 'orion', group: 'strong' }, preview: null }]);
  const asBenchmark = replaceItem(again, again[0]!.id, inFormat(again[0]!.item, { kind: 'benchmark', format: 'table' }));
  expect(asBenchmark).toMatchObject([{ id: 'benchmark:/a', item: { kind: 'benchmark', format: 'table', path: '/a' } }]);
});

test('a file name is found behind either separator', () => {
  expect(fileName('C:\\runs\\orion.sql')).toBe('orion.sql');
  expect(fileName('/runs/dev/')).toBe('dev');
});

test('a file taken as predictions names its system after the file', () => {
  expect(itemFor('/runs/orion-4.out', 'predictions')).toMatchObject({ system: 'orion-4', group: 'open', format: 'lines' });
});
