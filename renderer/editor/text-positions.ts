/**
 * Where a position of one layout of a query lies in another. Layouts differ in blanks and in the case of words only, so
 * that the characters between are counted. Null where the two are not the same query.
 */
function samePosition(from: string, to: string, offset: number): number | null {
  if (from === to) return offset;
  const before = solidCount(from, offset);
  if (solidCount(from, from.length) !== solidCount(to, to.length)) return null;
  let seen = 0;
  for (let at = 0; at < to.length; at++) {
    if (isBlank(to, at)) continue;
    if (seen === before) return at;
    seen++;
  }
  return to.length;
}

/** A stretch of one layout in another: from its first to behind its last solid character. Null where it has none. */
export function sameStretch(from: string, to: string, start: number, end: number): { start: number; end: number } | null {
  let [first, last] = [start, end];
  while (first < last && isBlank(from, first)) first++;
  while (last > first && isBlank(from, last - 1)) last--;
  if (first === last) return null;
  const begins = samePosition(from, to, first);
  const lastCharacter = samePosition(from, to, last - 1);
  return begins === null || lastCharacter === null ? null : { start: begins, end: lastCharacter + 1 };
}

/** The line, from 1, that a position stands in. */
export const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
};

/** Blanks of every kind: a model may write some that no key types, and a new layout has plain ones in their place. */
function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 0x20 || (code >= 0xa0 && /\s/.test(text[at]!));
}

function solidCount(text: string, until: number): number {
  let count = 0;
  for (let at = 0; at < until; at++) if (!isBlank(text, at)) count++;
  return count;
}
