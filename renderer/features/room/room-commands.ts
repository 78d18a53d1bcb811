import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { type Command, useCommands } from '../../ui/commands/index.ts';
import type { Shown } from './data.ts';
import { neighbourSystem, nextUnlabelled } from './logic/moving.ts';
import { isNarrow } from './narrow.ts';
import { goToEntry, moveTo, type Room } from './room-model.ts';
import { undoOrRedo } from './undo.ts';
import {
  foldInstruction,
  LOWER_PANES,
  type LowerPane,
  notify,
  type RoomTab,
  type RoomView,
  recallPlace,
  setLayout,
  setLower,
  setView,
  toggleLayout,
  useRoomView,
} from './view-state.ts';

/** How the panes that can stand below are called. */
export const LOWER_NAMES: Record<LowerPane, string> = {
  none: 'nothing',
  results: 'Results',
  trajectory: 'Trajectory',
  schema: 'Schema',
  document: 'Document',
  sql: 'SQL',
};
const LOWER_KEYS: Record<LowerPane, string> = {
  none: 'Digit0',
  results: 'Digit1',
  trajectory: 'Digit2',
  schema: 'Digit3',
  document: 'Digit4',
  sql: 'Digit5',
};

type Context = {
  room: Room;
  shown: Shown | null;
  systems: readonly number[];
  filter: RefObject<HTMLInputElement | null>;
  root: RefObject<HTMLElement | null>;
};

/** The commands that belong to no single pane: moving, tabs, undo. */
export function useRoomCommands({ room, shown, systems, filter, root }: Context): void {
  const { target } = room;
  const instance = target?.instance ?? null;
  const system = shown?.prediction.system ?? null;
  // Moving starts from the place asked for, not from what is painted: keys pressed in a row all count.
  const step = (direction: 1 | -1) => {
    const at = room.order.findIndex((entry) => entry.instance === instance);
    const left = at === -1 ? recallPlace(room.sample.id) : null;
    const entry = at === -1 ? (direction === 1 ? room.order[0] : room.order.at(-1)) : room.order[at + direction];
    // From an instance that is not of the sample, moving leads back to where one was in it.
    if (left && room.order.some((each) => each.instance === left.instance)) moveTo(left);
    else if (entry) goToEntry(entry, system);
    else notify(direction === 1 ? 'This is the last instance of the list.' : 'This is the first instance of the list.');
  };
  const unlabelled = (direction: 1 | -1) => {
    const entry = nextUnlabelled(room.order, instance, direction);
    if (entry) goToEntry(entry, null);
    else notify('No other instance of the list is unlabelled.');
  };
  const bySystem = (direction: 1 | -1) => {
    if (instance === null || !shown || shown.view.instance !== instance) return;
    if (systems.length < 2) return notify('This is the only system.');
    moveTo({ instance, system: neighbourSystem(systems, target?.system ?? system, direction) });
  };
  const toTab = (tab: RoomTab) => () => setLayout({ tab });
  const toDocument = () => {
    if (shown !== null && shown.view.document === null) notify('No document belongs to this instance.');
    else setLayout({ tab: 'document' });
  };
  const toScratch = () => {
    setLayout({ tab: 'scratch' });
    setView({ scratchAsked: true });
  };
  const zoom = () => setView({ zoomed: nextZoom(root.current, useRoomView.getState().zoomed) });
  useCommands([
    { id: 'room.next', title: 'Next instance', group: 'Move', keys: ['j'], run: () => step(1) },
    { id: 'room.previous', title: 'Previous instance', group: 'Move', keys: ['k'], run: () => step(-1) },
    { id: 'room.nextSystem', title: 'Next system', group: 'Move', keys: ['l'], run: () => bySystem(1) },
    { id: 'room.previousSystem', title: 'Previous system', group: 'Move', keys: ['h'], run: () => bySystem(-1) },
    { id: 'room.nextUnlabelled', title: 'Next unlabelled instance', group: 'Move', keys: ['Shift+J'], run: () => unlabelled(1) },
    {
      id: 'room.previousUnlabelled',
      title: 'Previous unlabelled instance',
      group: 'Move',
      keys: ['Shift+K'],
      run: () => unlabelled(-1),
    },
    {
      id: 'room.filter',
      title: 'Filter the queue',
      group: 'Move',
      keys: ['/', 'Shift+F'],
      run: () => {
        // At once: a letter typed before the field has the focus would be a command.
        flushSync(() => setLayout({ queueHidden: false }));
        filter.current?.focus();
        filter.current?.select();
      },
    },
    { id: 'app.pane', title: 'Next pane', group: 'Move', keys: ['F6'], run: () => focusPane(root.current, 1) },
    {
      id: 'app.pane.back',
      title: 'Previous pane',
      group: 'Move',
      keys: ['Shift+F6'],
      run: () => focusPane(root.current, -1),
    },
    { id: 'room.sql', title: 'SQL and results', group: 'Look', keys: ['q'], run: toTab('sql') },
    { id: 'room.trajectory', title: 'Trajectory', group: 'Look', keys: ['t'], run: toTab('trajectory') },
    { id: 'room.schema', title: 'Schema', group: 'Look', keys: ['s'], run: toTab('schema') },
    { id: 'room.document', title: 'Document', group: 'Look', keys: ['o'], waits: 'to act', run: toDocument },
    { id: 'room.systems', title: 'SQL of every system against gold', group: 'Look', keys: ['m'], run: toTab('systems') },
    { id: 'room.scratch', title: 'Scratch query', group: 'Look', keys: ['Shift+S'], run: toScratch },
    {
      id: 'room.beside',
      title: 'Second pane below or beside the first',
      group: 'View',
      keys: ['v b'],
      run: () => toggleLayout('beside'),
    },
    {
      id: 'room.exchange',
      title: 'Exchange the places of the two panes',
      group: 'View',
      keys: ['v t'],
      run: () => toggleLayout('exchanged'),
    },
    ...LOWER_PANES.map(
      (pane): Command => ({
        id: `room.lower.${pane}`,
        title: pane === 'none' ? 'Nothing below' : `${LOWER_NAMES[pane]} below`,
        group: 'View',
        keys: [`v ${LOWER_KEYS[pane]}`],
        run: () => setLower(useRoomView.getState().tab, pane),
      }),
    ),
    {
      id: 'room.instruction',
      title: 'Fold or unfold the instruction and external knowledge',
      group: 'View',
      keys: ['i'],
      run: () => foldInstruction(isNarrow() && shown !== null && shown.view.knowledge !== null),
    },
    { id: 'room.zoom', title: 'One pane fills the centre', group: 'View', keys: ['z'], run: zoom },
    {
      id: 'room.hideQueue',
      title: 'Hide the queue',
      group: 'View',
      keys: ['Mod+\\', 'Mod+B'],
      run: () => toggleLayout('queueHidden'),
    },
    {
      id: 'app.undo',
      title: 'Undo, across instances',
      group: 'Everywhere',
      keys: ['Mod+Z'],
      run: () => undoOrRedo('undo', room.sample.id),
    },
    {
      id: 'app.redo',
      title: 'Redo',
      group: 'Everywhere',
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      run: () => undoOrRedo('redo', room.sample.id),
    },
  ]);
}

const panesOf = (root: HTMLElement | null): HTMLElement[] =>
  [...(root?.querySelectorAll<HTMLElement>('[data-pane]') ?? [])].filter((pane) => pane.offsetHeight > 0 && pane.offsetWidth > 0);

const TABBABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea, [tabindex="0"]';

/** Puts the focus into the pane after (or before) the one that has it. */
function focusPane(root: HTMLElement | null, direction: 1 | -1): void {
  const panes = panesOf(root);
  // A pane may stand within another: the inner one comes after it.
  const at = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  const index = at === -1 ? (direction === 1 ? 0 : panes.length - 1) : (at + direction + panes.length) % panes.length;
  const pane = panes[index];
  const wanted = pane?.querySelector<HTMLElement>('[data-pane-focus]') ?? pane?.querySelector<HTMLElement>(TABBABLE);
  wanted?.focus();
}

/** The pane that has the focus fills the centre, the first where none has; a second time gives the room back. */
function nextZoom(root: HTMLElement | null, zoomed: RoomView['zoomed']): RoomView['zoomed'] {
  if (zoomed !== null) return null;
  return root?.querySelector('[data-part="lower"]')?.contains(document.activeElement) ? 'lower' : 'upper';
}
