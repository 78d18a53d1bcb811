import { create } from 'zustand';
import type { TrialPair } from '#shared/contract/room.ts';
import type { EvidencePlace } from '#shared/model/evidence.ts';
import { recall, remember, rememberScope } from '../../ui/index.ts';
import { type FacetFilter, NO_FACETS, readFacets } from './logic/facets.ts';
import type { Place } from './logic/moving.ts';
import { QUEUE_GROUPINGS, QUEUE_SHOWS, type QueueGrouping, type QueueShow } from './logic/queue.ts';

/** What the upper pane of the centre can show. */
export const ROOM_TABS = ['sql', 'trajectory', 'schema', 'document', 'systems', 'scratch'] as const;
export type RoomTab = (typeof ROOM_TABS)[number];
/** What can stand below it, or beside it. */
export const LOWER_PANES = ['none', 'results', 'trajectory', 'schema', 'document', 'sql'] as const;
export type LowerPane = (typeof LOWER_PANES)[number];

/** How the room is set up; remembered for the project. */
export type RoomLayout = {
  tab: RoomTab;
  /** What each tab has below it. */
  lower: Record<RoomTab, LowerPane>;
  /** The second pane stands beside the first, not below it. */
  beside: boolean;
  /** The two panes have changed places: the tab's own is the second. */
  exchanged: boolean;
  sideBySide: boolean;
  folded: boolean;
  formatted: boolean;
  wrapped: boolean;
  /** Whether the SQL marks what differs in letter case alone. */
  marksCase: boolean;
  hideEqualRows: boolean;
  hideEqualColumns: boolean;
  show: QueueShow;
  grouping: QueueGrouping;
  queueHidden: boolean;
  instructionFolded: boolean;
  /** What the queue is filtered by beside `show`. */
  filterText: string;
  facets: FacetFilter;
};

/**
 * What the room was told last, e.g. where an undo landed. It stays until the next thing is said or done, and goes when
 * another item is shown; `at` names the item that it was said for, where the room is only on its way there.
 */
export type Notice = { text: string; tone: 'plain' | 'warning'; at?: Place };

export type RoomView = RoomLayout & {
  /** The facets are shown. */
  facetsOpen: boolean;
  /** Heads of groups that are closed. */
  collapsed: ReadonlySet<string>;
  /** One pane fills the centre. */
  zoomed: 'upper' | 'lower' | null;
  definitionsOpen: boolean;
  /** Where the window is narrow, external knowledge is one line until it is opened. */
  knowledgeOpen: boolean;
  /** The gold that was chosen for an instance with several. */
  gold: { instance: number; name: string } | null;
  notice: Notice | null;
  /** What was run from the room and is shown in place of the run's results. */
  trial: (Place & TrialPair) | null;
  /** Evidence that a pane should show; it goes once it is shown. */
  reveal: (Place & { place: EvidencePlace }) | null;
  /** The scratch query was asked for by key, and has not taken the focus yet. */
  scratchAsked: boolean;
};

const INITIAL: RoomLayout = {
  tab: 'sql',
  lower: { sql: 'results', trajectory: 'none', schema: 'none', document: 'none', systems: 'none', scratch: 'results' },
  beside: false,
  exchanged: false,
  sideBySide: true,
  folded: true,
  formatted: true,
  wrapped: false,
  marksCase: false,
  hideEqualRows: false,
  hideEqualColumns: false,
  show: 'all',
  grouping: 'stratum',
  queueHidden: false,
  instructionFolded: false,
  filterText: '',
  facets: NO_FACETS,
};

const KEY = 'room.layout';

function readLower(stored: unknown): RoomLayout['lower'] {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const known = (tab: RoomTab) => LOWER_PANES.find((pane) => pane === from[tab]) ?? INITIAL.lower[tab];
  return Object.fromEntries(ROOM_TABS.map((tab) => [tab, known(tab)])) as RoomLayout['lower'];
}

/** What was remembered, field by field: a value that is no longer known falls back to the initial one. */
export function readLayout(stored: unknown): RoomLayout {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const bool = (key: keyof RoomLayout) => (typeof from[key] === 'boolean' ? from[key] : (INITIAL[key] as boolean));
  const word = <T extends string>(key: keyof RoomLayout, known: readonly T[]): T =>
    known.find((value) => value === from[key]) ?? (INITIAL[key] as T);
  return {
    tab: word('tab', ROOM_TABS),
    lower: readLower(from.lower),
    beside: bool('beside'),
    exchanged: bool('exchanged'),
    sideBySide: bool('sideBySide'),
    folded: bool('folded'),
    formatted: bool('formatted'),
    wrapped: bool('wrapped'),
    marksCase: bool('marksCase'),
    hideEqualRows: bool('hideEqualRows'),
    hideEqualColumns: bool('hideEqualColumns'),
    show: word('show', QUEUE_SHOWS),
    grouping: word('grouping', QUEUE_GROUPINGS),
    queueHidden: bool('queueHidden'),
    instructionFolded: bool('instructionFolded'),
    filterText: typeof from.filterText === 'string' ? from.filterText : INITIAL.filterText,
    facets: readFacets(from.facets),
  };
}

/** What is held while the window is open, as a project opens. */
const HELD: Omit<RoomView, keyof RoomLayout> = {
  facetsOpen: false,
  collapsed: new Set<string>(),
  zoomed: null,
  definitionsOpen: false,
  knowledgeOpen: false,
  gold: null,
  notice: null,
  trial: null,
  reveal: null,
  scratchAsked: false,
};

export const useRoomView = create<RoomView>(() => ({ ...INITIAL, ...HELD }));

/** The project that {@link HELD} was last changed for. */
let heldFor: string | null = null;

/** Takes the layout that this project was left in. What was looked for or shown in another project goes. */
export function restoreLayout(): void {
  if (heldFor !== rememberScope()) useRoomView.setState(HELD);
  heldFor = rememberScope();
  useRoomView.setState(readLayout(recall(KEY)));
}

/** Changes the layout and remembers it. */
export function setLayout(change: Partial<RoomLayout>): void {
  useRoomView.setState(change);
  remember(KEY, readLayout(useRoomView.getState()));
}

export const toggleLayout = (
  key: { [K in keyof RoomLayout]: RoomLayout[K] extends boolean ? K : never }[keyof RoomLayout],
): void => setLayout({ [key]: !useRoomView.getState()[key] });

/** Unfolds what is folded, then opens external knowledge where it is `cut` to a line, then folds both. */
export function foldInstruction(cut: boolean): void {
  const { instructionFolded, knowledgeOpen } = useRoomView.getState();
  if (instructionFolded) setLayout({ instructionFolded: false });
  else if (cut && !knowledgeOpen) setView({ knowledgeOpen: true });
  else {
    setLayout({ instructionFolded: true });
    setView({ knowledgeOpen: false });
  }
}

/** What stands below the tab; nothing where it would be the tab's own pane. */
export const lowerPane = ({ tab, lower }: Pick<RoomLayout, 'tab' | 'lower'>): LowerPane =>
  lower[tab] === tab ? 'none' : lower[tab];

/** Chooses what stands below a tab. */
export const setLower = (tab: RoomTab, pane: LowerPane): void =>
  setLayout({ lower: { ...useRoomView.getState().lower, [tab]: pane } });

/** Lists every instance of the queue again. */
export const clearFilters = (): void => setLayout({ show: 'all', filterText: '', facets: NO_FACETS });

export const setView = (change: Partial<Omit<RoomView, keyof RoomLayout>>): void => useRoomView.setState(change);

export const notify = (text: string, tone: Notice['tone'] = 'plain'): void => setView({ notice: { text, tone } });

/** Takes away what was said of another item than the one shown now. */
export function dropNotice(place: Place): void {
  const at = useRoomView.getState().notice?.at;
  if (at?.instance !== place.instance || at.system !== place.system) setView({ notice: null });
}

const PLACE_KEY = 'room.place';

/** Remembers the item that is shown, so that the project opens there again. */
export const rememberPlace = (sample: number | null, { instance, system }: Place): void =>
  remember(PLACE_KEY, { sample, instance, system });

/** The item that was shown last in the sample; null without one. */
export function recallPlace(sample: number | null): Place | null {
  const stored = recall(PLACE_KEY);
  if (typeof stored !== 'object' || stored === null) return null;
  const from = stored as Record<string, unknown>;
  const { instance, system } = from;
  return from.sample === sample && typeof instance === 'number' && typeof system === 'number' ? { instance, system } : null;
}

export function toggleGroup(key: string): void {
  const collapsed = new Set(useRoomView.getState().collapsed);
  if (!collapsed.delete(key)) collapsed.add(key);
  setView({ collapsed });
}
