import './queue.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { QueueEntry } from '#shared/contract/room.ts';
import { STRATUM_DEFINITIONS, type Stratum } from '#shared/model/stratum.ts';
import { KeyHint } from '../../ui/commands/index.ts';
import { Button, classes, count, counted, Field, Icon, IconButton, type IconName, Menu, Message } from '../../ui/index.ts';
import { CodeBadge, StratumBadge } from '../marks/index.ts';
import { facetCount } from './logic/facets.ts';
import {
  commonPrefix,
  type EntryView,
  entryView,
  filterQueue,
  hasRoomFor,
  hidesStrata,
  type QueueGroup,
  type QueueGrouping,
  type QueueShow,
  queueRows,
} from './logic/queue.ts';
import { useNarrow } from './narrow.ts';
import { QueueFacetMenus } from './QueueFacets.tsx';
import { goToEntry, type Room, useGrouping } from './room-model.ts';
import { useSize } from './use-size.ts';
import { clearFilters, setLayout, setView, toggleGroup, useRoomView } from './view-state.ts';

const SHOW_OPTIONS: readonly { value: QueueShow; label: string }[] = [
  { value: 'all', label: 'all' },
  { value: 'unlabelled', label: 'unlabelled' },
  { value: 'labelled', label: 'labelled' },
  { value: 'flagged', label: 'flagged' },
  { value: 'undecided', label: 'undecided' },
  { value: 'skipped', label: 'skipped' },
  { value: 'to review', label: 'to review' },
];
const GROUPING_OPTIONS: readonly { value: QueueGrouping; label: string }[] = [
  { value: 'stratum', label: 'stratum' },
  { value: 'database', label: 'database' },
  { value: 'nothing', label: 'nothing' },
];

/** Where the strata are not told: blind labelling has an order of its own, the list without a sample the benchmark's. */
const otherGroupingOptions = (isSample: boolean): typeof GROUPING_OPTIONS => [
  { value: 'nothing', label: isSample ? 'own order' : "benchmark's order" },
  { value: 'database', label: 'database' },
];

const GROUP_HEIGHT = 28;
const ENTRY_HEIGHT = 23;

/** The instances of the sample: filter, groups with progress, and how far each instance is. */
export const Queue = memo(function Queue({ room, filterRef }: { room: Room; filterRef: RefObject<HTMLInputElement | null> }) {
  const filterText = useRoomView((view) => view.filterText);
  const chosen = useRoomView((view) => view.show);
  const grouping = useGrouping(room.queue);
  const withoutStrata = hidesStrata(room.queue);
  // Beside the button of the filters there is room for the chosen values only.
  const narrow = useNarrow();
  const isSample = room.sample.id !== null;
  const show = isSample ? chosen : 'all';
  const facetsOpen = useRoomView((view) => view.facetsOpen);
  const facets = facetCount(room.facets);
  const hidden = room.queue.length - room.fitting;
  return (
    <aside className="ui-side room-queue" aria-label="Queue" data-pane="queue">
      <div className="room-queue-top">
        <div className="u-row u-nowrap">
          <b className="u-strong u-ellipsis" title={room.sample.name}>
            {room.sample.name}
          </b>
          <span className="u-text-3 u-small u-end" role="status">
            {hidden > 0 ? `${count(room.fitting)} of ${count(room.queue.length)}` : count(room.queue.length)}
            <span className="room-wide"> {room.queue.length === 1 ? 'instance' : 'instances'}</span>
          </span>
        </div>
        <Field
          label="Filter the queue"
          placeholder="Filter"
          icon="search"
          after={<KeyHint command="room.filter" />}
          value={filterText}
          onChange={(text) => setLayout({ filterText: text })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.currentTarget.blur();
            // The instance at hand stays listed although it may not fit.
            const [first] = filterQueue(room.order, { show, text: filterText, facets: () => true }, null);
            goToEntry(first ?? room.order[0] ?? null, null);
          }}
          inputRef={filterRef}
        />
        <div className="room-queue-menus">
          {isSample && (
            <Menu
              label="Show"
              hideLabel={narrow}
              options={SHOW_OPTIONS}
              value={show}
              onChange={(value) => setLayout({ show: value })}
            />
          )}
          {isSample && (
            <IconButton
              icon="filter"
              label={facets === 0 ? 'More filters' : `More filters: ${facets} in use`}
              aria-pressed={facetsOpen || facets > 0}
              onClick={() => setView({ facetsOpen: !facetsOpen })}
            />
          )}
          <Menu
            label={withoutStrata ? '' : 'by'}
            hideLabel={narrow}
            options={withoutStrata ? otherGroupingOptions(isSample) : GROUPING_OPTIONS}
            value={grouping}
            onChange={(value) => setLayout({ grouping: value })}
            align="end"
          />
        </div>
        {isSample && (facetsOpen || facets > 0) && <QueueFacetMenus room={room} />}
        {hidden > 0 && (
          <Button
            kind="link"
            size="small"
            className="room-queue-clear"
            title="Take away the text and every filter"
            onClick={clearFilters}
          >
            Clear all
          </Button>
        )}
      </div>
      {room.fitting === 0 ? (
        <NothingListed show={show} text={filterText} facets={facets} />
      ) : (
        <QueueList room={room} headed={grouping !== 'nothing'} />
      )}
    </aside>
  );
});

function NothingListed({ show, text, facets }: { show: QueueShow; text: string; facets: number }) {
  const parts = [
    show === 'all' ? null : `“${show}”`,
    text === '' ? null : `“${text}”`,
    facets === 0 ? null : counted(facets, 'more filter'),
  ].filter(Boolean);
  return (
    <Message
      icon="filter"
      title="No instance matches"
      actions={
        <Button kind="primary" size="small" onClick={clearFilters}>
          Clear all
        </Button>
      }
    >
      Nothing of this sample fits {parts.join(' and ')}.
    </Message>
  );
}

function QueueList({ room, headed }: { room: Room; headed: boolean }) {
  const sampled = room.sample.id !== null;
  const collapsed = useRoomView((view) => view.collapsed);
  const ids = useMemo(() => room.queue.map(({ instanceId }) => instanceId).join('\n'), [room.queue]);
  const prefix = useMemo(() => commonPrefix(ids.split('\n')), [ids]);
  const longest = useMemo(() => ids.split('\n').reduce((most, id) => Math.max(most, id.length), 0), [ids]);
  const rows = useMemo(() => queueRows(room.groups, collapsed, headed), [room.groups, collapsed, headed]);
  const scroller = useRef<HTMLDivElement>(null);
  const { width } = useSize(scroller);
  const dropped = prefix !== '' && width > 0 && !hasRoomFor(longest, width);
  const current = room.target?.instance ?? null;
  // A label changes an entry but moves none. Another key function would have all rows measured anew.
  const heads = useMemo(() => rows.flatMap((row, at) => (row.kind === 'group' ? [at] : [])).join(), [rows]);
  const keyOf = useCallback((index: number) => index, [heads, rows.length]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'group' ? GROUP_HEIGHT : ENTRY_HEIGHT),
    overscan: 12,
    getItemKey: keyOf,
  });
  useOpenGroupOf(room, current);
  const at = rows.findIndex((row) => row.kind === 'entry' && row.entry.instance === current);
  useEffect(() => {
    // Scrolling to what is in view already would still cost a layout of the page.
    const { range } = virtual;
    const inView = range !== null && at > range.startIndex && at < range.endIndex - 1;
    if (at === -1 || inView) return;
    // In the frame after the one that shows the instance, which comes first.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => virtual.scrollToIndex(at));
    });
    return () => cancelAnimationFrame(frame);
  }, [at, virtual]);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const index = room.order.findIndex((entry) => entry.instance === current);
    goToEntry(room.order[index + by] ?? null, null);
  };
  return (
    <>
      {dropped && (
        <p className="room-queue-begin u-ellipsis" title={`All ids begin with ${prefix}`}>
          ids <span className="room-queue-prefix">{prefix}…</span>
        </p>
      )}
      <div
        ref={scroller}
        className="room-queue-list u-scroll"
        role="tree"
        aria-label="Instances"
        aria-activedescendant={at === -1 ? undefined : `room-entry-${current}`}
        tabIndex={0}
        data-pane-focus=""
        onKeyDown={onKey}
      >
        <div className="room-queue-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            return (
              <div
                key={row.kind === 'group' ? `group ${row.group.key}` : row.entry.instance}
                className="room-queue-slot"
                style={{ transform: `translateY(${item.start}px)`, height: item.size }}
              >
                {row.kind === 'group' ? (
                  <GroupHead group={row.group} collapsed={row.collapsed} sampled={sampled} />
                ) : (
                  <Entry
                    entry={row.entry}
                    prefix={prefix.length}
                    dropped={dropped}
                    current={row.entry.instance === current}
                    sampled={sampled}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Moving into a closed group opens it. */
function useOpenGroupOf(room: Room, current: number | null): void {
  useEffect(() => {
    const group = room.groups.find((each) => each.entries.some((entry) => entry.instance === current));
    if (group && useRoomView.getState().collapsed.has(group.key)) toggleGroup(group.key);
  }, [current]);
}

function GroupHead({ group, collapsed, sampled }: { group: QueueGroup; collapsed: boolean; sampled: boolean }) {
  const definition = STRATUM_DEFINITIONS[group.key as Stratum] as { title: string; short: string } | undefined;
  return (
    <button
      type="button"
      className="room-queue-group"
      role="treeitem"
      aria-level={1}
      aria-selected={false}
      aria-expanded={!collapsed}
      tabIndex={-1}
      onClick={() => toggleGroup(group.key)}
      title={
        sampled
          ? `${definition?.title ?? group.key}: ${group.labelled} of ${group.total} instances labelled`
          : `${group.key}: ${counted(group.total, 'instance')}`
      }
    >
      <Icon name={collapsed ? 'arrow-right' : 'chevron-down'} size={12} />
      {definition ? <StratumBadge stratum={group.key as Stratum} /> : null}
      <span className="u-ellipsis">{definition ? <span className="room-wide">{definition.short}</span> : group.key}</span>
      <span>
        {sampled && `${count(group.labelled)}/`}
        {count(group.total)}
      </span>
      {sampled && (
        <span className="room-queue-progress">
          <i style={{ width: `${(group.labelled / Math.max(1, group.total)) * 100}%` }} />
        </span>
      )}
    </button>
  );
}

const STATE_ICONS: Record<EntryView['state'], { icon: IconName; word: string }> = {
  open: { icon: 'circle', word: 'not labelled' },
  part: { icon: 'circle-half', word: 'partly labelled' },
  done: { icon: 'done', word: 'done' },
  undecided: { icon: 'question', word: 'undecided' },
  skipped: { icon: 'skip', word: 'skipped' },
  nothing: { icon: 'equal', word: 'nothing to label' },
};

const MOST_BADGES = 3;

/** Without a sample there is nothing to tell of an instance but itself. */
const ONLY_TO_LOOK: (typeof STATE_ICONS)[EntryView['state']] = { icon: 'lines', word: 'only to look at' };

const Entry = memo(function Entry({
  entry,
  prefix,
  dropped,
  current,
  sampled,
}: {
  entry: QueueEntry;
  /** How long the beginning is that all ids have. */
  prefix: number;
  /** Whether it is left out: there is no room for it, and it is told once, above all. */
  dropped: boolean;
  current: boolean;
  sampled: boolean;
}) {
  const view = entryView(entry);
  const { icon, word } = sampled ? STATE_ICONS[view.state] : ONLY_TO_LOOK;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the arrows for all of its options
    <div
      id={`room-entry-${entry.instance}`}
      role="treeitem"
      aria-level={2}
      aria-selected={current}
      tabIndex={-1}
      className={classes('room-queue-entry', `room-queue-${view.state}`, current && 'room-queue-on')}
      title={`${entry.instanceId} · ${entry.database} · ${view.flagged ? 'flagged, ' : ''}${word}`}
      onClick={() => goToEntry(entry, null)}
    >
      <Icon name={view.flagged ? 'flag' : icon} />
      {prefix === 0 ? (
        <span className="room-queue-id">
          <bdi>{entry.instanceId}</bdi>
        </span>
      ) : (
        <span className="room-queue-parted">
          <span className="u-hidden">{entry.instanceId}</span>
          {!dropped && (
            <span className="room-queue-prefix" aria-hidden="true">
              {entry.instanceId.slice(0, prefix)}
            </span>
          )}
          <span className="room-queue-id" aria-hidden="true">
            <bdi>{entry.instanceId.slice(prefix)}</bdi>
          </span>
        </span>
      )}
      <span className="u-hidden">{view.flagged ? `flagged, ${word}` : word}</span>
      <span className="room-queue-side">
        <EntrySide view={view} blind={entry.stratum === null} />
      </span>
    </div>
  );
});

function EntrySide({ view, blind }: { view: EntryView; blind: boolean }) {
  if (view.state === 'part') return <span className="u-text-3">{`${view.finished} of ${view.total}`}</span>;
  const isWhole = view.undecided === view.total || view.skipped === view.total;
  if (isWhole && (view.state === 'undecided' || view.state === 'skipped')) return <span className="u-text-3">{view.state}</span>;
  // How many systems failed hints at the stratum: who labels blind learns it where the systems stand.
  if (view.state === 'open') return blind ? null : <span className="u-text-3">{view.total}</span>;
  return (
    <>
      {view.codes.slice(0, MOST_BADGES).map((code) => (
        <CodeBadge key={code} code={code} />
      ))}
      {view.codes.length > MOST_BADGES && <span className="u-text-3">+{view.codes.length - MOST_BADGES}</span>}
      {view.stale && (
        <span className="room-queue-left" title="A code has changed its meaning since it was set">
          <Icon name="restore" size={11} />
          <span className="u-hidden">to review</span>
        </span>
      )}
      <Left count={view.undecided} icon="question" word="undecided" />
      <Left count={view.skipped} icon="skip" word="skipped" />
    </>
  );
}

/** How many items of an instance were left without a code, beside the codes of the others. */
function Left({ count: items, icon, word }: { count: number; icon: IconName; word: string }) {
  if (items === 0) return null;
  return (
    <span className="room-queue-left" title={`${items} ${word}`}>
      <Icon name={icon} size={11} />
      {items} <span className="u-hidden">{word}</span>
    </span>
  );
}
