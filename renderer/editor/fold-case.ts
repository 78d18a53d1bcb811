/** What is left as it is written: quoted texts and names, comments. Behind it marks that leave open where a quote ends. */
const PARTS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\$\$[\s\S]*?\$\$|--[^\n]*|\/\*[\s\S]*?\*\/|(?<doubt>(?:#|\/\/)[^\n]*['"`]|['"`]|\$\$|\/\*)|(?<word>[A-Z]+)/g;

/** A quote behind a backslash, or within a name in brackets, ends a text in some dialects only. */
const DOUBTFUL = /\\['"`]|\[[^\]'"`\n]*\w'\w/;

/** A query with its letters outside of quotes and comments small, and its last semicolon a blank; null where quotes are in doubt. */
function folded(text: string): string | null {
  if (DOUBTFUL.test(text)) return null;
  let isDoubtful = false;
  const small = text.replaceAll(PARTS, (part, ...rest) => {
    const { doubt, word } = rest.at(-1) as { doubt?: string; word?: string };
    if (doubt !== undefined) isDoubtful = true;
    return word === undefined ? part : part.toLowerCase();
  });
  return isDoubtful ? null : small.replace(/;(?=\s*$)/, ' ');
}

/**
 * Two queries as they are compared where letter case does not count: each sign keeps its place, and what is quoted its case.
 * Where it cannot be told what is quoted in one of them, both are as they are written.
 */
export function foldCase(gold: string, prediction: string): { gold: string; prediction: string } {
  const [one, other] = [folded(gold), folded(prediction)];
  return one === null || other === null ? { gold, prediction } : { gold: one, prediction: other };
}

const small = (text: string): string => text.trim().replace(/\s*;$/, '').toLowerCase();

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
