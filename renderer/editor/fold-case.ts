/**
 * What is left as it is written: quoted texts and names, comments, and lines behind signs that begin a comment in some dialects
 * only. Behind it what leaves open where a quote ends. Each is told in one pass, however it goes on.
 */
const PARTS =
  /'[^']*'|"[^"]*"|`[^`]*`|\$\$[\s\S]*?\$\$|--[^\n]*|\/\*[\s\S]*?\*\/|(?<line>(?:#|\/\/)[^\n]*)|(?<doubt>['"`]|\$\$|\/\*)|(?<word>[A-Z]+)/g;

/** A quote behind a backslash, or within a name in brackets, ends a text in some dialects only. */
const DOUBTFUL = /\\['"`]|\[[^[\]'"`\n]*\w'\w/;

/** A query with its letters outside of quotes and comments small, and its last semicolon a blank; null where quotes are in doubt. */
function folded(text: string): string | null {
  if (DOUBTFUL.test(text)) return null;
  let small = '';
  let from = 0;
  for (const { index, groups } of text.matchAll(PARTS)) {
    const { line, doubt, word } = groups as { line?: string; doubt?: string; word?: string };
    if (doubt !== undefined || (line !== undefined && /['"`]/.test(line))) return null;
    if (word === undefined) continue;
    small += text.slice(from, index) + word.toLowerCase();
    from = index + word.length;
  }
  return (small + text.slice(from)).replace(/;(?=\s*$)/, ' ');
}

/**
 * Two queries as they are compared where letter case does not count: each sign keeps its place, and what is quoted its case.
 * Where it cannot be told what is quoted in one of them, both are as they are written.
 */
export function foldCase(gold: string, prediction: string): { gold: string; prediction: string } {
  const [one, other] = [folded(gold), folded(prediction)];
  return one === null || other === null ? { gold, prediction } : { gold: one, prediction: other };
}

function small(text: string): string {
  const query = text.trim().toLowerCase();
  return query.endsWith(';') ? query.slice(0, -1).trimEnd() : query;
}

/** Whether two queries are the same but for blanks at their ends and, unless it counts, letter case. */
export function isSameSql(gold: string, prediction: string, marksCase: boolean): boolean {
  // Most differ in more, which is told in no time.
  if (small(gold) !== small(prediction)) return false;
  const compared = marksCase ? { gold, prediction } : foldCase(gold, prediction);
  return compared.gold.trim() === compared.prediction.trim();
}

/** Lines of a change in a diff, as Monaco tells them: an end line of 0 where the side has none: they are missing behind its start line. */
type Change = {
  readonly originalStartLineNumber: number;
  readonly originalEndLineNumber: number;
  readonly modifiedStartLineNumber: number;
  readonly modifiedEndLineNumber: number;
};

/** How many pairs of lines a diff takes for equal that are written otherwise, but for blanks at their ends. */
export function ignoredLines(changes: readonly Change[], gold: readonly string[], prediction: readonly string[]): number {
  let ignored = 0;
  let [own, other] = [0, 0];
  const upTo = (end: number) => {
    for (; own < end; own++, other++) if (gold[own]?.trim() !== prediction[other]?.trim()) ignored++;
  };
  for (const change of changes) {
    const isEmpty = change.originalEndLineNumber === 0;
    upTo(isEmpty ? change.originalStartLineNumber : change.originalStartLineNumber - 1);
    if (!isEmpty) own = change.originalEndLineNumber;
    other = Math.max(change.modifiedStartLineNumber, change.modifiedEndLineNumber);
  }
  upTo(gold.length);
  return ignored;
}

type Span = {
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
};
/** A change within lines, lines and columns from 1. */
export type InnerChange = { readonly originalRange: Span; readonly modifiedRange: Span };
/** The lines of a side as they are written, and as they were compared. */
export type ComparedLines = { readonly written: readonly string[]; readonly folded: readonly string[] };

/**
 * A change found in folded lines without the signs at its ends that are written alike: beside a quoted name, letters of the
 * same name without quotes differ by the folding only. Null where nothing is left.
 */
export function asWritten(change: InnerChange, gold: ComparedLines, prediction: ComparedLines): InnerChange | null {
  const own = { ...change.originalRange };
  const other = { ...change.modifiedRange };
  const isAlike = (ownLine: number, ownAt: number, otherLine: number, otherAt: number): boolean => {
    const sign = (lines: readonly string[], line: number, at: number) => lines[line - 1]?.[at];
    const written = sign(gold.written, ownLine, ownAt);
    return (
      written !== undefined &&
      written === sign(prediction.written, otherLine, otherAt) &&
      sign(gold.folded, ownLine, ownAt) !== sign(prediction.folded, otherLine, otherAt)
    );
  };
  const isEmpty = ({ startLineNumber, startColumn, endLineNumber, endColumn }: Span) =>
    startLineNumber === endLineNumber && startColumn === endColumn;
  const hasBoth = () => !isEmpty(own) && !isEmpty(other);
  while (hasBoth() && isAlike(own.startLineNumber, own.startColumn - 1, other.startLineNumber, other.startColumn - 1)) {
    own.startColumn++;
    other.startColumn++;
  }
  while (hasBoth() && isAlike(own.endLineNumber, own.endColumn - 2, other.endLineNumber, other.endColumn - 2)) {
    own.endColumn--;
    other.endColumn--;
  }
  return isEmpty(own) && isEmpty(other) ? null : { originalRange: own, modifiedRange: other };
}
