import './editor.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CoarseSql } from './CoarseSql.tsx';
import { needsCoarseDiff } from './coarse-diff.ts';
import { coarseHost } from './coarse-host.ts';
import { diffHost } from './diff-host.ts';
import type { DiffLayout, DiffStretch } from './diff-view.ts';
import type { EvidenceStretch } from './evidence-marks.ts';

export type SqlDiffProps = {
  gold: string;
  prediction: string;
  layout: DiffLayout;
  /** What the texts belong to: while those of another place are awaited, nothing is shown. */
  place: string;
  /** What is evidence in them: its numbers stand in the margin. */
  evidence: readonly EvidenceStretch[];
};

/**
 * Gold left, prediction right, with what differs marked. Read-only. Beyond 15,000 lines the exact diff gives way to a
 * coarse one, which says so.
 */
export function SqlDiff(props: SqlDiffProps) {
  const { gold, prediction, evidence } = props;
  if (needsCoarseDiff(gold, prediction)) return <CoarseSql gold={gold} prediction={prediction} evidence={evidence} />;
  return <ExactDiff {...props} />;
}

function ExactDiff({ gold, prediction, layout, place: of, evidence }: SqlDiffProps) {
  const place = useRef<HTMLDivElement>(null);
  const { sideBySide, folded, wrapped, marksCase } = layout;
  useLayoutEffect(() => {
    diffHost().moveInto(place.current);
    return () => diffHost().moveInto(null);
  }, []);
  useLayoutEffect(
    () => diffHost().setLayout({ sideBySide, folded, wrapped, marksCase }),
    [sideBySide, folded, wrapped, marksCase],
  );
  useLayoutEffect(() => diffHost().show(gold, prediction, of), [gold, prediction, of, marksCase]);
  useLayoutEffect(() => diffHost().markEvidence(gold, prediction, evidence), [gold, prediction, evidence, marksCase]);
  return <div ref={place} className="editor-diff" />;
}

const whichDifferences = () =>
  coarseHost.isShown()
    ? { count: coarseHost.places(), at: coarseHost.placeShown(), ignored: null }
    : { count: diffHost().differences(), at: diffHost().differenceShown(), ignored: diffHost().ignored() };

/**
 * How many places differ in the shown diff (null while it is not known, or where there is no diff), which was gone to last,
 * from 0, and how many lines are taken for equal though their letter case differs.
 */
export function useDifferences(): { count: number | null; at: number | null; ignored: number | null } {
  const [which, setWhich] = useState(whichDifferences);
  useEffect(() => {
    const read = () =>
      setWhich((old) => {
        const now = whichDifferences();
        return now.count === old.count && now.at === old.at && now.ignored === old.ignored ? old : now;
      });
    read();
    const ends = [diffHost().onChange(read), coarseHost.onChange(read)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return which;
}

/** Computes the diff of a neighbour ahead, so that it paints at once; does nothing for texts that get a coarse one. */
export async function prepareDiff(gold: string, prediction: string): Promise<void> {
  if (!needsCoarseDiff(gold, prediction)) await diffHost().prepare(gold, prediction);
}

/** Lays out the diff that is likely to be shown next, where nobody sees it; does nothing for texts that get a coarse one. */
export function stageDiff(gold: string, prediction: string): void {
  if (!needsCoarseDiff(gold, prediction)) diffHost().stage(gold, prediction);
}

/** Whether the diff of two texts is computed already, or needs no computing. */
export const isDiffPrepared = (gold: string, prediction: string): boolean =>
  needsCoarseDiff(gold, prediction) || diffHost().isPrepared(gold, prediction);

/** Scrolls both sides to the next or previous difference and selects its phrase; false where none is shown. */
export const goToDifference = (direction: 'next' | 'previous'): boolean =>
  coarseHost.isShown() ? coarseHost.step(direction) : diffHost().goToDifference(direction);

/** What is selected in the shown diff; null where nothing is. */
export const selectedInDiff = (): DiffStretch | null => (coarseHost.isShown() ? coarseHost.selection() : diffHost().selection());

/** Selects a stretch of a diff and scrolls to it, now or when that diff is shown. */
export function revealInDiff(gold: string, prediction: string, stretch: DiffStretch): void {
  if (needsCoarseDiff(gold, prediction)) coarseHost.reveal(stretch);
  else diffHost().reveal(gold, prediction, stretch);
}
