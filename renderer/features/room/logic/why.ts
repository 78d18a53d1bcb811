import type { Why } from '#shared/contract/room.ts';
import { counted } from '#shared/model/counted.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import type { Explanation } from '#shared/model/why.ts';

/** A kind with its words; `row` and `difference` say where it is first seen, among all rows and among those that differ. */
export type WhyNote = {
  readonly kind: string;
  readonly words: string;
  readonly row: number | null;
  readonly difference: number | null;
};

export type WhyLine = {
  readonly tone: 'near' | 'plain' | 'warning';
  readonly title: string;
  readonly notes: readonly WhyNote[];
  /** What no kind accounts for, in words. */
  readonly rest: string | null;
};

type Note = { kind: string; words: string; row?: number | null; difference?: number | null };

const withPlace = (note: Note): WhyNote => ({
  kind: note.kind,
  words: note.words,
  row: note.row ?? null,
  difference: note.difference ?? null,
});

/** What is to be said of an item with this verdict; null where there is nothing. */
export function whyLine(why: Why | Explanation, state: VerdictState | null): WhyLine | null {
  if (state === 'match') {
    if (why.warnings.length === 0) return null;
    return { tone: 'warning', title: 'A match that hides something:', notes: why.warnings.map(withPlace), rest: null };
  }
  const { cells, rows } = why.unexplained;
  const parts = [...(cells > 0 ? [counted(cells, 'cell')] : []), ...(rows > 0 ? [counted(rows, 'row')] : [])];
  if (why.nearMisses.length === 0 && parts.length === 0) return null;
  const rest = parts.length === 0 ? null : `${parts.join(' and ')} that no such kind explains`;
  return {
    tone: why.isExplained ? 'near' : 'plain',
    title: why.isExplained ? 'A near miss:' : 'No near miss:',
    notes: why.nearMisses.map(withPlace),
    rest,
  };
}
