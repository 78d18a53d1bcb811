import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SchemaTable } from '#shared/contract/room.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { type Selected, useEvidenceSource, useReveal } from './evidence.ts';
import type { Place } from './logic/moving.ts';
import { changeInSchema, findInSchema, SCHEMA_KINDS, schemaPlace } from './logic/schema-places.ts';
import type { Peek, PeekWanted } from './PeekPane.tsx';
import { selectedRange } from './selected-range.ts';
import { notify, setView } from './view-state.ts';

/** A table, or one of its columns, by the names that the schema has now. */
export type SchemaMark = { table: string; column: string | null };

/** The parts of the pane that stand for a table or a column; each holds the button that takes the focus. */
const PART = '[data-table]';
const partAt = (node: Node | null): HTMLElement | null =>
  (node instanceof Element ? node : (node?.parentElement ?? null))?.closest<HTMLElement>(PART) ?? null;

function placeOf(part: HTMLElement, schema: readonly SchemaTable[]): Selected {
  const { table: name, column } = part.dataset;
  const table = schema.find((each) => each.name === name);
  if (!table) return null;
  return { place: schemaPlace(table, table.columns.find((each) => each.name === column) ?? null) };
}

/** What the keyboard or the mouse has chosen among the tables, and the way back to evidence of them. */
export function useSchemaEvidence(
  at: Place,
  schema: readonly SchemaTable[],
  listed: readonly { table: SchemaTable }[],
  region: RefObject<HTMLElement | null>,
  show: { filter: (text: string) => void; peek: (peek: Peek, wanted: PeekWanted) => void },
) {
  const [mark, setMark] = useState<SchemaMark | null>(null);
  useEvidenceSource('schema', () => {
    const range = selectedRange(region.current);
    if (range) {
      const part = partAt(range.commonAncestorContainer);
      return part ? placeOf(part, schema) : { why: 'Select within one table or one column of the schema.' };
    }
    const { activeElement } = document;
    const part = region.current?.contains(activeElement) ? partAt(activeElement) : null;
    return part && placeOf(part, schema);
  });
  useEffect(() => setMark(null), [at.instance, at.system]);
  const reveal = useReveal(SCHEMA_KINDS, at);
  useEffect(() => {
    if (reveal === null) return;
    setView({ reveal: null });
    const change = changeInSchema(schema, reveal);
    if (change !== null) notify(change, 'warning');
    const { table, column, gone } = findInSchema(schema, reveal);
    if (table === null) return setMark(null);
    if (!listed.some((each) => each.table === table)) show.filter(table.name);
    setMark({ table: table.name, column: column?.name ?? null });
    if (reveal.kind === 'sample row') show.peek({ table: table.name, column: null }, reveal);
    else if (reveal.kind === 'frequent value' && gone === null)
      show.peek({ table: table.name, column: column?.name ?? null }, reveal);
  }, [reveal, schema]);
  useEffect(() => {
    if (mark !== null) region.current?.querySelector('.room-schema-marked')?.scrollIntoView({ block: 'nearest' });
  }, [mark]);
  return { mark, unmark: () => setMark(null), onKeyDown: moveByArrow(region), onClick: focusClicked };
}

/** Arrows go from name to name: up and down through all of them, left and right from table to table. */
const moveByArrow = (region: RefObject<HTMLElement | null>) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !event.key.startsWith('Arrow')) return;
  const forward = event.key === 'ArrowDown' || event.key === 'ArrowRight';
  const byTable = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const parts = [...(region.current?.querySelectorAll<HTMLElement>(PART) ?? [])];
  const from = partAt(document.activeElement);
  const start = from === null ? -1 : parts.indexOf(from);
  const fits = (part: HTMLElement) => !byTable || part.dataset.column === undefined;
  const next =
    start === -1
      ? (parts.find((part) => part.classList.contains('room-schema-marked')) ?? parts[0])
      : forward
        ? parts.slice(start + 1).find(fits)
        : parts.slice(0, start).findLast(fits);
  event.preventDefault();
  next?.querySelector('button')?.focus();
};

/** A click beside a name chooses it too, unless it ends a selection of text. */
function focusClicked({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('button') || window.getSelection()?.isCollapsed === false) return;
  partAt(target)?.querySelector('button')?.focus();
}

/** Escape closes what was peeked at; the focus goes back to where it was when that was opened. */
export function usePeek(instance: number, schema: readonly SchemaTable[], region: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<{ peek: Peek; wanted: PeekWanted | null; of: number } | null>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => setOpen((old) => (old && schema.some(({ name }) => name === old.peek.table) ? old : null)), [schema]);
  const inPeek = () => document.activeElement?.closest('[data-pane=peek]') !== null;
  const show = (peek: Peek, wanted: PeekWanted | null = null) => {
    if (!inPeek()) opener.current = document.activeElement;
    setOpen({ peek, wanted, of: instance });
  };
  const close = () => {
    const back = opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : region.current;
    if (inPeek() || document.activeElement === document.body) back?.focus();
    setOpen(null);
  };
  useCommands([
    {
      id: 'room.closePeek',
      title: 'Close the sample rows or values of the schema',
      group: 'Look',
      keys: ['Escape'],
      enabled: open !== null,
      run: close,
    },
  ]);
  // What was looked at stays open in the next instance that has the table; evidence was wanted of one alone.
  return { open: open && { peek: open.peek, wanted: open.of === instance ? open.wanted : null }, show, close };
}
