import { useEffect, useMemo } from 'react';
import type { GoldView, InstanceView } from '#shared/contract/room.ts';
import { type Evidence, type EvidencePlace, evidenceText, evidenceWhere, findAttached } from '#shared/model/evidence.ts';
import { type DiffStretch, type EvidenceStretch, lineAt, revealInDiff, sameStretch, selectedInDiff } from '../../editor/index.ts';
import { type SqlPair, shownGold, sqlPair } from './data.ts';
import { foundAgain, type Selected, useEvidenceSource, useReveal } from './evidence.ts';
import type { Place } from './logic/moving.ts';
import { setView } from './view-state.ts';

type Written = { gold: GoldView | null; golds: number; sql: string | null };

type InSql = Extract<Evidence, { kind: 'sql' }>;

/** The number of each piece of evidence in SQL: the same in the list of evidence and in the margin of the SQL. */
export const sqlNumbers = (evidence: readonly Evidence[]): ReadonlyMap<string, number> =>
  new Map(evidence.filter(({ kind }) => kind === 'sql').map(({ id }, at) => [id, at + 1]));

/** Where evidence stands in what the pane shows; what is not there any more, or in another gold, is left out. */
function stretchesOf(evidence: readonly Evidence[], pair: SqlPair, written: Written): EvidenceStretch[] {
  const numbers = sqlNumbers(evidence);
  const isShown = (place: Evidence): place is InSql =>
    place.kind === 'sql' && (place.side === 'prediction' || place.gold === null || place.gold === written.gold?.name);
  return evidence.filter(isShown).flatMap((place) => {
    const sql = original(place.side, written);
    const found = findAttached(sql, place);
    const stretch = found && sameStretch(sql, pair[place.side].text, found.start, found.end);
    return stretch ? [{ side: place.side, ...stretch, number: numbers.get(place.id) ?? 0 }] : [];
  });
}

/**
 * Evidence in SQL: what is selected in the diff, kept by its place in the query as it was imported, and the way back to it.
 * Tells where what is attached stands in what is shown.
 */
export function useSqlEvidence(
  at: Place,
  pair: SqlPair,
  written: Written,
  evidence: readonly Evidence[],
): readonly EvidenceStretch[] {
  useEvidenceSource('sql', () => {
    const selected = selectedInDiff();
    return selected && placeOf(selected, pair, written);
  });
  const reveal = useReveal(['sql'], at);
  const goldName = written.gold?.name ?? null;
  useEffect(() => {
    if (reveal === null) return;
    // The gold that it is in is on its way.
    if (reveal.side === 'gold' && reveal.gold !== null && reveal.gold !== goldName) return;
    setView({ reveal: null });
    const sql = original(reveal.side, written);
    const found = foundAgain(reveal.side === 'gold' ? 'The gold query' : 'The query', sql, reveal);
    const stretch = found && sameStretch(sql, pair[reveal.side].text, found.start, found.end);
    if (stretch) revealInDiff(pair.gold.text, pair.prediction.text, { side: reveal.side, ...stretch });
  }, [reveal, pair, goldName, written.sql]);
  return useMemo(() => stretchesOf(evidence, pair, written), [evidence, pair, written.gold, written.sql]);
}

/**
 * Where evidence in SQL stands in what the pane shows, in words: where that is laid out anew, or the query is another one
 * than it was, its lines are others than those that were kept. Null where they are the same.
 */
export function linesShown(
  view: Pick<InstanceView, 'engine' | 'golds' | 'predictions'>,
  system: number,
  place: Extract<EvidencePlace, { kind: 'sql' }>,
  formatted: boolean,
): string | null {
  const sql =
    place.side === 'gold'
      ? shownGold(view.golds, place.gold)?.sql
      : view.predictions.find((prediction) => prediction.system === system)?.sql;
  const found = findAttached(sql ?? '', place);
  if (!sql || found === null) return `${evidenceWhere(place)}: not there any more`;
  const text = formatted ? sqlPair(view, sql, null, true).prediction.text : sql;
  const stretch = sameStretch(sql, text, found.start, found.end);
  if (stretch === null) return null;
  const [firstLine, lastLine] = [lineAt(text, stretch.start), lineAt(text, stretch.end)];
  if (firstLine === place.firstLine && lastLine === place.lastLine) return null;
  return evidenceWhere({ ...place, firstLine, lastLine });
}

const original = (side: 'gold' | 'prediction', { gold, sql }: Written): string => (side === 'gold' ? gold?.sql : sql) ?? '';

function placeOf({ side, start, end }: DiffStretch, pair: SqlPair, written: Written): Selected {
  const sql = original(side, written);
  const stretch = sameStretch(pair[side].text, sql, start, end);
  if (stretch === null) return { why: 'Select some of the query: blanks alone cannot be evidence.' };
  const place: EvidencePlace = {
    kind: 'sql',
    side,
    gold: side === 'gold' && written.golds > 1 ? (written.gold?.name ?? null) : null,
    ...stretch,
    firstLine: lineAt(sql, stretch.start),
    lastLine: lineAt(sql, stretch.end),
    text: evidenceText(sql.slice(stretch.start, stretch.end)),
  };
  return { place };
}
