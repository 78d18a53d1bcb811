import { diffLines } from 'diff';

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
  /** Too different, or too long, to be compared line by line. */
  coarse: boolean;
};

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** What turns one text into the other, line by line; blanks at the ends of lines are not compared. */
export function lineDiff(before: string, after: string): LineDiff {
  const changes = diffLines(before, after, {
    ignoreWhitespace: true,
    stripTrailingCr: true,
    maxEditLength: MOST_EDITS,
    timeout: MOST_MS,
  });
  const lines: DiffLine[] = [];
  let [left, right] = [0, 0];
  const put = (kind: DiffLine['kind'], texts: readonly string[]) => {
    for (const text of texts) {
      lines.push({
        kind,
        text,
        before: kind === 'added' ? null : ++left,
        after: kind === 'removed' ? null : ++right,
      });
    }
  };
  if (changes === undefined) {
    put('removed', linesOf(before));
    put('added', linesOf(after));
  } else {
    for (const { value, added, removed } of changes) put(added ? 'added' : removed ? 'removed' : 'same', linesOf(value));
  }
  return {
    lines,
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
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
