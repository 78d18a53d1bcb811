import type { ImportItem, ImportPreview, Recognised } from '#shared/contract/import.ts';
import type { Receipt, Rejection } from '#shared/model/receipt.ts';
import { fileName } from '../../client/desktop.ts';

/** One recognised part: the item, whether it is to be taken, and what it would bring. */
export type Part = {
  /** Kind and path: a file is recognised once. */
  readonly id: string;
  readonly item: ImportItem;
  /** Why it was taken for what it is; null where a person said so. */
  readonly recognised: Omit<Recognised, 'item'> | null;
  readonly taken: boolean;
  /** Null until the dry run has come to it. */
  readonly preview: ImportPreview | null;
};

export type Counts = { read: number; kept: number; unchanged: number; rejected: number; cleaned: number };

export const partId = (item: ImportItem): string => `${item.kind}:${item.path}`;

const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '');

type Found = { readonly item: ImportItem; readonly recognised?: Part['recognised'] };

/** Adds what was recognised to the parts that are there; a part that is there already keeps its choices. */
export function addItems(parts: readonly Part[], found: readonly Found[]): Part[] {
  const known = new Set(parts.map((part) => part.id));
  const added: Part[] = [];
  for (const { item, recognised = null } of found) {
    const id = partId(item);
    if (known.has(id)) continue;
    known.add(id);
    added.push({ id, item, recognised, taken: true, preview: null });
  }
  return [...parts, ...added];
}

/** A part read as another item. Where the new one is among the parts already, that one stays and the old one goes. */
export function replaceItem(parts: readonly Part[], id: string, item: ImportItem): Part[] {
  const next = partId(item);
  if (next !== id && parts.some((part) => part.id === next)) return parts.filter((part) => part.id !== id);
  return parts.map((part) => (part.id === id ? { ...part, id: next, item, recognised: null, preview: null } : part));
}

/** What the receipts of some parts say together. Equal by construction: read = kept + unchanged + rejected. */
export function sumOf(receipts: readonly Receipt[]): Counts {
  const sum: Counts = { read: 0, kept: 0, unchanged: 0, rejected: 0, cleaned: 0 };
  for (const receipt of receipts) {
    sum.read += receipt.read;
    sum.kept += receipt.kept;
    sum.unchanged += receipt.unchanged;
    sum.rejected += receipt.rejected;
    sum.cleaned += receipt.cleaned;
  }
  return sum;
}

/** What would be imported: the parts that are taken and not refused. */
export const importable = (parts: readonly Part[]): Part[] =>
  parts.filter((part) => part.taken && part.preview !== null && part.preview.refused === null);

/** Rejections of one reason, with their places. */
export type RejectionGroup = { reason: string; rejections: readonly Rejection[] };

/** Rejections by reason, the most frequent first. */
export function byReason(rejections: readonly Rejection[]): RejectionGroup[] {
  const groups = new Map<string, Rejection[]>();
  for (const rejection of rejections) {
    const group = groups.get(rejection.reason);
    if (group) group.push(rejection);
    else groups.set(rejection.reason, [rejection]);
  }
  return [...groups]
    .map(([reason, list]) => ({ reason, rejections: list }))
    .sort((a, b) => b.rejections.length - a.rejections.length);
}

/** Line numbers as a person writes them: `3, 7–9, 12`, cut after some with `…`. */
export function lineRanges(lines: readonly number[], most = 12): string {
  const sorted = [...new Set(lines)].sort((a, b) => a - b);
  const ranges: string[] = [];
  for (let index = 0; index < sorted.length; index++) {
    const from = sorted[index]!;
    while (sorted[index + 1] === sorted[index]! + 1) index++;
    const to = sorted[index]!;
    ranges.push(from === to ? `${from}` : `${from}–${to}`);
  }
  return ranges.length > most ? `${ranges.slice(0, most).join(', ')}, …` : ranges.join(', ');
}

const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const csv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Rejections as CSV: file, line, key, reason, excerpt. */
export const rejectionsCsv = (rejections: readonly Rejection[]): string =>
  csv([
    ['file', 'line', 'key', 'reason', 'excerpt'],
    ...rejections.map((each) => [each.file, each.line, each.key, each.reason, each.excerpt]),
  ]);

/** A receipt for a file: one line each part, then every rejection. */
export function receiptCsv(receipts: readonly Receipt[]): string {
  const head = ['what', 'file', 'read', 'kept', 'unchanged', 'rejected', 'cleaned', 'notes'];
  const lines = receipts.map((each) => [
    each.what,
    each.file,
    each.read,
    each.kept,
    each.unchanged,
    each.rejected,
    each.cleaned,
    each.notes.join(' '),
  ]);
  return `${csv([head, ...lines])}\r\n${rejectionsCsv(receipts.flatMap((each) => each.rejections))}`;
}

/** The item that a person makes of a file that no reader claims. */
export function itemFor(path: string, kind: ImportItem['kind']): ImportItem {
  const system = withoutEnding(fileName(path));
  switch (kind) {
    case 'benchmark':
      return { kind, format: 'spider', path };
    case 'predictions':
      return { kind, format: 'lines', path, system, group: 'open' };
    case 'trajectories':
      return { kind, format: 'spider-agent-tc', path, system };
    case 'outcomes':
      return { kind, format: 'aifunc-eval', path, system };
  }
}

/** The item under another system name; a benchmark has none. */
export const withSystem = (item: ImportItem, system: string): ImportItem =>
  item.kind === 'benchmark' ? item : { ...item, system };

/** The item in another group. Trajectories may have none: their system's, where the project knows it. */
export function withGroup(item: ImportItem, group: string): ImportItem {
  if (item.kind === 'predictions') return { ...item, group };
  if (item.kind !== 'trajectories') return item;
  const { group: _old, ...rest } = item;
  return group === '' ? rest : { ...rest, group };
}

/** Systems that two taken parts would both bring the same rollout of: the second finds the first's in its place. */
export function doubledSystems(parts: readonly Part[]): string[] {
  const seen = new Map<string, { system: string; times: number }>();
  for (const { item, taken } of parts) {
    if (!taken || item.kind !== 'predictions') continue;
    const key = `${item.rollout ?? 0} ${item.system}`;
    seen.set(key, { system: item.system, times: (seen.get(key)?.times ?? 0) + 1 });
  }
  return [...new Set([...seen.values()].flatMap(({ system, times }) => (times > 1 ? [system] : [])))];
}
