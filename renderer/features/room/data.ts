import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AlignedRow, GoldView, InstanceView, PredictionView, QueueEntry, TrialPair } from '#shared/contract/room.ts';
import { type Execution, weightInCells } from '#shared/model/execution.ts';
import { type AssayMethod, type AssayParams, type AssayResult, assay, assayData, useAssay } from '../../client/index.ts';
import { queryClient } from '../../client/queries.ts';
import {
  dialectOf,
  type FormattedSql,
  formatAhead,
  formatSql,
  isDiffPrepared,
  prepareDiff,
  stageDiff,
} from '../../editor/index.ts';
import { differenceCount } from './logic/cursor.ts';
import { likelyNext, neighbour, type Place, systemToOpen } from './logic/moving.ts';
import { useRoomView } from './view-state.ts';

/** Rows of one page: fewer where they are wide, so that no page takes long to cross to the window. */
export const pageRows = (columns: number): number => Math.min(200, Math.max(40, Math.floor(8_000 / Math.max(1, columns))));

/** An item whose results are those of its sample's run, of one gold; or of a trial. */
export type ResultItem = Place & { sample: number | null; gold: string | null; trial: TrialPair | null };

/** The gold that is shown: the one that was chosen, else the first that ran, else the first. */
export function shownGold(goldsOfInstance: readonly GoldView[], chosen: string | null): GoldView | null {
  const ran = goldsOfInstance.find(({ execution }) => execution?.status === 'ok');
  return goldsOfInstance.find(({ name }) => name === chosen) ?? ran ?? goldsOfInstance[0] ?? null;
}

/** What asks for the results of an item. */
export const resultItem = (
  { instance, golds }: Pick<InstanceView, 'instance' | 'golds'>,
  system: number,
  sample: number | null,
  goldName: string | null,
  trial: TrialPair | null = null,
): ResultItem => ({
  instance,
  system,
  sample,
  gold: golds.length > 1 ? (shownGold(golds, goldName)?.name ?? null) : null,
  trial,
});

/** The rows of an item as they are paged. */
export type Paging = { item: ResultItem; onlyDifferences: boolean; size: number };

/** The answer that is kept, or a fresh one; for code that is no component. */
export const fetchAssay = <K extends AssayMethod>(method: K, params: AssayParams<K>): Promise<AssayResult<K>> =>
  queryClient.fetchQuery({ queryKey: [method, params], queryFn: ({ signal }) => assay.call(method, params, { signal }) });

const rowParams = ({ item, onlyDifferences, size }: Paging, page: number) => ({
  ...item,
  from: page * size,
  count: size,
  onlyDifferences,
});

/** The aligned row at an index, fetched with its page. */
export async function fetchRow(paging: Paging, index: number): Promise<AlignedRow | null> {
  const page = Math.floor(index / paging.size);
  const { rows } = await fetchAssay('room.rows', rowParams(paging, page));
  return rows[index - page * paging.size] ?? null;
}

/** Aligned rows from an index on, fetched with their pages; fewer where there are no more. */
export async function fetchRows(paging: Paging, from: number, count: number): Promise<AlignedRow[]> {
  const rows: AlignedRow[] = [];
  for (let page = Math.floor(from / paging.size); page * paging.size < from + count; page++) {
    const answer = await fetchAssay('room.rows', rowParams(paging, page));
    rows.push(...answer.rows.slice(Math.max(0, from - page * paging.size), from + count - page * paging.size));
    if (answer.rows.length < paging.size) break;
  }
  return rows;
}

/** The aligned row at an index, where its page is here. */
export const rowOnScreen = (paging: Paging, index: number): AlignedRow | undefined =>
  assayData('room.rows', rowParams(paging, Math.floor(index / paging.size)))?.rows[index % paging.size];

/** Pages that were scrolled past are asked for again: a table of 100,000 × 100 kept whole would take hundreds of megabytes. */
const SCROLLED_PAST_MS = 10_000;

/** The rows of the named pages: an index gives its row, or undefined while its page is on the way. */
export function useRowPages(paging: Paging, pages: readonly number[]) {
  const answers = useQueries({
    queries: pages.map((page) => {
      const params = rowParams(paging, page);
      return {
        queryKey: ['room.rows', params],
        queryFn: ({ signal }: { signal: AbortSignal }) => assay.call('room.rows', params, { signal }),
        gcTime: SCROLLED_PAST_MS,
      };
    }),
  });
  return {
    rowAt(index: number): AlignedRow | undefined {
      const at = pages.indexOf(Math.floor(index / paging.size));
      return at === -1 ? undefined : answers[at]?.data?.rows[index % paging.size];
    },
    error: answers.find((answer) => answer.error !== null)?.error ?? null,
  };
}

export type SqlPair = { gold: FormattedSql; prediction: FormattedSql };

/** Both texts as the SQL pane shows them. */
export function sqlPair(
  { engine, golds }: Pick<InstanceView, 'engine' | 'golds'>,
  predictedSql: string | null,
  goldName: string | null,
  formatted: boolean,
): SqlPair {
  const gold = shownGold(golds, goldName);
  const dialect = dialectOf(engine);
  const text = (sql: string | null | undefined): FormattedSql => {
    const plain = (sql ?? '').replaceAll('\r\n', '\n');
    return formatted && plain !== '' ? formatSql(plain, dialect) : { text: plain, unformatted: null };
  };
  return { gold: text(gold?.sql), prediction: text(predictedSql) };
}

/** The name of the gold that the SQL pane shows for an instance. */
export const useGoldName = (instance: number): string | null =>
  useRoomView((view) => (view.gold?.instance === instance ? view.gold.name : null));

/** The two texts as the room would show them now. */
const currentTexts = (view: InstanceView, system: number): [string, string] => {
  const { formatted, gold } = useRoomView.getState();
  const sql = predictionOf(view, system)?.sql ?? null;
  const pair = sqlPair(view, sql, gold?.instance === view.instance ? gold.name : null, formatted);
  return [pair.gold.text, pair.prediction.text];
};
async function prepareSql(view: InstanceView, system: number): Promise<void> {
  if (useRoomView.getState().formatted) {
    const dialect = dialectOf(view.engine);
    const texts = [...view.golds.map(({ sql }) => sql), predictionOf(view, system)?.sql];
    await Promise.all(texts.map((sql) => formatAhead((sql ?? '').replaceAll('\r\n', '\n'), dialect)));
  }
  await prepareDiff(...currentTexts(view, system));
}

/** How long the old instance waits for the new one's diff. */
const PATIENCE_MS = 120;

export type Shown = { view: InstanceView; prediction: PredictionView };

const predictionOf = (view: InstanceView, system: number | null): PredictionView | undefined =>
  view.predictions.find((prediction) => prediction.system === system) ?? view.predictions[0];

/**
 * What the room shows: the place asked for once it can paint (instance there, diff computed), and until then the place
 * before it. Labels are always the newest.
 */
export function useShown(target: { instance: number; system: number | null } | null, sample: number | null) {
  const query = useAssay(
    'room.instance',
    { instance: target?.instance ?? 0, sample },
    { enabled: target !== null, keepPrevious: true },
  );
  const [place, setPlace] = useState<Place | null>(null);
  const last = useRef<Shown | null>(null);
  const arrived = query.data !== undefined && query.data.instance === target?.instance ? query.data : null;
  const system = arrived ? (predictionOf(arrived, target?.system ?? null)?.system ?? null) : null;
  const instance = arrived?.instance ?? null;
  const shown = useMemo((): Shown | null => {
    const before = last.current;
    if (!arrived || system === null) return before;
    const isAt = (other: Place | null) => other?.instance === arrived.instance && other.system === system;
    const wasShown = before && isAt({ instance: before.view.instance, system: before.prediction.system });
    // A place whose diff is there paints in this very pass; another waits for it, and the place before stays.
    if (wasShown || isAt(place) || isDiffPrepared(...currentTexts(arrived, system))) {
      const prediction = predictionOf(arrived, system);
      return prediction ? { view: arrived, prediction } : null;
    }
    if (before?.view.instance !== arrived.instance) return before;
    const prediction = predictionOf(arrived, before.prediction.system);
    return prediction ? { view: arrived, prediction } : null;
  }, [place, arrived, system]);
  const isThere = shown !== null && shown.view.instance === target?.instance && shown.prediction.system === system;
  useEffect(() => {
    if (instance === null || system === null || isThere) return;
    // The texts, not the labels, decide when a place can paint: a keystroke in a note must not pass through here.
    const view = queryClient.getQueryData<InstanceView>(['room.instance', { instance, sample }]);
    if (!view) return;
    let stale = false;
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    void Promise.race([prepareSql(view, system).catch(() => {}), patience]).then(() => {
      if (!stale) setPlace({ instance, system });
    });
    return () => {
      stale = true;
    };
  }, [instance, system, sample, isThere]);
  useEffect(() => {
    last.current = shown;
  }, [shown]);
  const empty = arrived !== null && arrived.predictions.length === 0 ? arrived : null;
  // The place before stays only while there is another to wait for.
  const isAwaited = query.error === null && empty === null;
  return {
    shown: isAwaited ? shown : null,
    /** Whether what is shown is not yet the place asked for. */
    isOnTheWay: isAwaited && target !== null && !isThere,
    empty,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Fetches what the next key may ask for, the likeliest place first, whose SQL is laid out as well. */
export function usePrefetch(
  shown: Shown | null,
  sample: number | null,
  order: readonly QueueEntry[],
  systems: readonly number[],
) {
  const { instance } = shown?.view ?? { instance: null };
  const system = shown?.prediction.system ?? null;
  const neighbours = instance === null ? [] : ([1, -1] as const).map((direction) => neighbour(order, instance, direction));
  const ids = neighbours.map((entry) => entry?.instance ?? 0).join();
  const newest = useRef({ neighbours, order, systems });
  newest.current = { neighbours, order, systems };
  const way = useRef<{ before: Place | null; current: Place | null }>({ before: null, current: null });
  useEffect(() => {
    if (instance === null || system === null) return;
    const current = { instance, system };
    const left = way.current.current;
    if (left?.instance !== instance || left.system !== system) way.current = { before: left, current };
    let stop = false;
    const ahead = async () => {
      const { neighbours: entries, order: listed, systems: strip } = newest.current;
      const likely = likelyNext(listed, way.current.before, current, strip);
      const at = strip.indexOf(system);
      const wanted: { instance: number; system: number | null }[] = [
        ...(likely ? [likely] : []),
        ...entries.flatMap((entry) => (entry ? [{ instance: entry.instance, system: systemToOpen(entry, system) }] : [])),
        ...[strip[at + 1], strip[at - 1]].flatMap((other) => (other === undefined ? [] : [{ instance, system: other }])),
      ];
      for (const place of wanted) {
        if (stop) return;
        await prefetchPlace(place, sample, place === likely).catch(() => {});
      }
    };
    // Behind the picture of this place: laying out another's SQL before it would hold it up.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => void ahead(), 30);
    });
    return () => {
      stop = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [instance, system, sample, ids]);
}

/** Larger results are compared only when somebody looks at them: the comparison would hold up those that are wanted now. */
const MOST_CELLS_AHEAD = 200_000;
export const isLarge = (execution: Execution | null): boolean =>
  execution !== null && weightInCells(execution.rowCount ?? 0, execution.columns.length, execution.bytes ?? 0) > MOST_CELLS_AHEAD;

/** What asks why the rows of an item differ. */
export const whyParams = ({ instance, system, sample, gold }: ResultItem) => ({ instance, system, sample, gold });

async function prefetchPlace(
  place: { instance: number; system: number | null },
  sample: number | null,
  isLikely: boolean,
): Promise<void> {
  const view = await fetchAssay('room.instance', { instance: place.instance, sample });
  const prediction = predictionOf(view, place.system);
  if (!prediction) return;
  await prepareSql(view, prediction.system);
  if (isLikely) stageDiff(...currentTexts(view, prediction.system));
  const { gold: chosen } = useRoomView.getState();
  const goldName = chosen?.instance === view.instance ? chosen.name : null;
  const sides = [shownGold(view.golds, goldName)?.execution ?? null, prediction.execution];
  if (sides.some(isLarge)) return;
  const item = resultItem(view, prediction.system, sample, goldName);
  const results = await fetchAssay('room.results', item);
  const onlyDifferences = useRoomView.getState().hideEqualRows && differenceCount(results) > 0;
  const paging = { item, onlyDifferences, size: pageRows(results.columns.length) };
  if (results.rowCount > 0) await fetchAssay('room.rows', rowParams(paging, 0));
  await fetchAssay('room.why', whyParams(item));
}
