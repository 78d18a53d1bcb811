import { useEffect, useRef } from 'react';
import { type EvidencePlace, findAttached, shortText } from '#shared/model/evidence.ts';
import { assayData, failureOf, failureText, prepareChange } from '../../client/index.ts';
import { editLabel, type Item } from './labels.ts';
import type { Place } from './logic/moving.ts';
import { type LowerPane, lowerPane, notify, setLayout, setLower, setView, useRoomView } from './view-state.ts';

/** What is selected in a pane: a place, why what is selected cannot be one, or null where nothing is. */
export type Selected = { place: EvidencePlace } | { why: string } | null;

/** Panes that hold something to attach, by their `data-pane`. */
const sources = new Map<string, () => Selected | Promise<Selected>>();

/** The pane that a key went to a place in, and where the focus was: it holds until the focus goes elsewhere or a click. */
let wentTo: { pane: string; focus: Element | null } | null = null;

const forget = () => {
  wentTo = null;
};

/** Says that a place of a pane was gone to, maybe without the focus: it is what is attached next. */
export const goneTo = (pane: string): void => {
  wentTo = { pane, focus: document.activeElement };
  window.addEventListener('pointerdown', forget, { once: true, capture: true });
};

/** Lets a pane say what is selected in it while it is there. */
export function useEvidenceSource(pane: string, read: () => Selected | Promise<Selected>): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const source = () => latest.current();
    sources.set(pane, source);
    return () => {
      if (sources.get(pane) === source) sources.delete(pane);
    };
  }, [pane]);
}

/** What is selected in the pane that was gone to last, else in the one with the focus, else in the first with a selection. */
function selectedPlace(): Selected | Promise<Selected> {
  const focused = document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane ?? '';
  const last = wentTo !== null && wentTo.focus === document.activeElement ? wentTo.pane : focused;
  for (const pane of new Set([last, focused, ...sources.keys()])) {
    const found = sources.get(pane)?.() ?? null;
    if (found !== null) return found;
  }
  return null;
}

const isSamePlace = (a: EvidencePlace, b: EvidencePlace): boolean =>
  Object.entries(a).every(([part, value]) => JSON.stringify(b[part as keyof EvidencePlace]) === JSON.stringify(value));

/** Attaches what is selected to the label of an item, as one change that can be undone. */
export function attachSelection(item: Item): void {
  const selected = selectedPlace();
  if (!(selected instanceof Promise)) {
    attach(item, selected);
    return;
  }
  // Rows of a range may first have to be read; the item is the one that was shown when it was asked for.
  const attached = selected.then((read) => attach(item, read));
  attached.catch((error: unknown) => notify(`Nothing was attached. ${failureText(failureOf(error))}`, 'warning'));
  prepareChange(attached);
}

function attach(item: Item, selected: Selected): void {
  if (selected === null) {
    notify(
      'Nothing to attach: select text in the SQL, a step or the document, cells of the results or a name of the schema.',
      'warning',
    );
    return;
  }
  if ('why' in selected) {
    notify(selected.why, 'warning');
    return;
  }
  const label = assayData('room.instance', { instance: item.instance, sample: item.sample })?.predictions.find(
    ({ system }) => system === item.system,
  )?.label;
  if (label?.evidence.some(({ id: _, ...place }) => isSamePlace(place, selected.place))) {
    notify('This place is attached already.', 'warning');
    return;
  }
  editLabel(item, { field: 'evidence', attach: { ...selected.place, id: crypto.randomUUID() } });
}

/** The pane that shows each kind of place. */
const PANE_OF: Record<EvidencePlace['kind'], Exclude<LowerPane, 'none'>> = {
  sql: 'sql',
  cell: 'results',
  range: 'results',
  step: 'trajectory',
  document: 'document',
  schema: 'schema',
  'sample row': 'schema',
  'frequent value': 'schema',
};

/** Brings the pane of a place to the front and has it shown there. */
export function showEvidence(at: Place, place: EvidencePlace): void {
  const pane = PANE_OF[place.kind];
  const isBelow = lowerPane(useRoomView.getState()) === pane;
  if (pane === 'results' && !isBelow) {
    setLayout({ tab: 'sql' });
    setLower('sql', 'results');
  } else if (pane !== 'results' && !isBelow) setLayout({ tab: pane });
  if (place.kind === 'sql') {
    if (place.side === 'gold') setLayout({ sideBySide: true });
    if (place.gold !== null) setView({ gold: { instance: at.instance, name: place.gold } });
  }
  setView({ zoomed: null, reveal: { ...at, place }, ...(pane === 'results' ? { trial: null } : {}) });
}

/**
 * Where an attached text stands now; says so where it is not at its own place any more, and where it is gone (null).
 * `what` names the text that holds it.
 */
export function foundAgain(
  what: string,
  text: string,
  place: { readonly start: number; readonly end: number; readonly text: string },
): { start: number; end: number } | null {
  const found = findAttached(text, place);
  if (found === null) notify(`${what} has changed since: “${shortText(place.text)}” is not in it any more.`, 'warning');
  else if (found.moved) notify(`${what} has changed since: this is where the same text stands now.`, 'warning');
  return found;
}

/** The place that a pane of these kinds should show of the item; null where none is. The pane calls {@link setView} once it did. */
export function useReveal<K extends EvidencePlace['kind']>(
  kinds: readonly K[],
  { instance, system }: Place,
): Extract<EvidencePlace, { kind: K }> | null {
  const reveal = useRoomView((state) => state.reveal);
  if (reveal === null || reveal.instance !== instance || reveal.system !== system) return null;
  return kinds.some((kind) => kind === reveal.place.kind) ? (reveal.place as Extract<EvidencePlace, { kind: K }>) : null;
}
