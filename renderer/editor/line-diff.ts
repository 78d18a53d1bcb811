import { diffLines } from 'diff';
import { foldCase } from './fold-case.ts';

/** One line of a diff with its number on either side, from 1; null where the side lacks it. */
export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string; before: number | null; after: number | null };
/** Lines in a row that are shown, or how many equal ones are left out. */
export type DiffPart = { lines: DiffLine[]; folded: false } | { lines: DiffLine[]; folded: true };

/** Edits beyond this many, or beyond this time, are not looked for: the texts are then told as wholly different. */
const MOST_EDITS = 2_000;
const MOST_MS = 100;
/** Equal lines around what differs. */
const CONTEXT = 2;

export type LineDiff = {
  lines: DiffLine[];
  added: number;
  removed: number;
  /** Lines taken for equal though they differ in letter case. */
  ignored: number;
  /** Too different, or too long, to be compared line by line. */
  coarse: boolean;
};

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

/**
 * What turns one text into the other, line by line; blanks at the ends of lines are not compared, nor is letter case unless it
 * is marked (see {@link foldCase}). Of equal lines that are written otherwise, the second text's are told.
 */
export function lineDiff(before: string, after: string, marksCase = true): LineDiff {
  const compared = marksCase ? { gold: before, prediction: after } : foldCase(before, after);
  const changes = diffLines(compared.gold, compared.prediction, {
    ignoreWhitespace: true,
    stripTrailingCr: true,
    maxEditLength: MOST_EDITS,
    timeout: MOST_MS,
  });
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines: DiffLine[] = [];
  let [left, right, ignored] = [0, 0, 0];
  const put = (kind: DiffLine['kind'], count: number) => {
    for (let at = 0; at < count; at++) {
      const text = (kind === 'removed' ? old[left] : now[right]) ?? '';
      if (kind === 'same' && old[left]?.trim() !== text.trim()) ignored++;
      lines.push({
        kind,
        text,
        before: kind === 'added' ? null : ++left,
        after: kind === 'removed' ? null : ++right,
      });
    }
  };
  if (changes === undefined) {
    put('removed', old.length);
    put('added', now.length);
  } else {
    for (const { value, added, removed } of changes) put(added ? 'added' : removed ? 'removed' : 'same', linesOf(value).length);
  }
  return {
    lines,
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    ignored,
    coarse: changes === undefined,
  };
}

/** The lines in parts, long stretches of equal ones apart so that they can be folded. */
export function foldEqual(lines: readonly DiffLine[]): DiffPart[] {
  const near = lines.map(() => false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let by = -CONTEXT; by <= CONTEXT; by++) if (near[at + by] !== undefined) near[at + by] = true;
  }
  const parts: DiffPart[] = [];
  for (const [at, line] of lines.entries()) {
    const folded = !near[at];
    const last = parts.at(-1);
    if (last && last.folded === folded) last.lines.push(line);
    else parts.push({ lines: [line], folded });
  }
  // One line less is no gain for the fold that stands in its place.
  return parts.map((part) => (part.folded && part.lines.length < 2 ? { ...part, folded: false } : part));
}
