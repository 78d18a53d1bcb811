import { parseExactJson } from '#shared/model/exactJson.ts';

/** A stretch of a broken JSON text: a value that can be read, or what cannot. `offset` counts characters from its beginning. */
export type Stretch = {
  readonly offset: number;
  readonly text: string;
  readonly found: { readonly key: string | null; readonly value: unknown } | null;
};

const isNothing = (text: string) => /^[\s,\]}]*$/.test(text);

/** Work that a hostile text may cause: so many times its own length. */
const MOST_READINGS = 8;

/** The place behind the object that begins at `at`; -1 where it does not end within `most` characters. */
function endOfObject(text: string, at: number, most: number): number {
  let depth = 0;
  let inString = false;
  const last = Math.min(text.length, at + most);
  for (let index = at; index < last; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 92) index++;
      else if (character === 34) inString = false;
    } else if (character === 34) inString = true;
    else if (character === 123 || character === 91) depth++;
    else if ((character === 125 || character === 93) && --depth === 0) return index + 1;
  }
  return -1;
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: parseExactJson(text) };
  } catch {
    return null;
  }
}

const FIRST_KEY = /\{\s*("(?:[^"\\]|\\.)*")\s*:/;

/**
 * The objects that can be read in the rest of an array whose brackets or quotes do not fit: those that begin with the same
 * key as its other elements (`key`, as JSON; the first that stands in the text where none is known). Empty without any.
 */
export function salvageObjects(text: string, key: string | null): Stretch[] {
  const like = key ?? FIRST_KEY.exec(text)?.[1];
  if (like === undefined) return [];
  const begins = new RegExp(`\\{\\s*${like.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*:`, 'g');
  const stretches: Stretch[] = [];
  let from = 0;
  let budget = text.length * MOST_READINGS;
  for (const { index } of text.matchAll(begins)) {
    if (index < from) continue;
    const end = endOfObject(text, index, budget);
    budget -= (end === -1 ? text.length : end) - index;
    const found = end === -1 ? null : parsed(text.slice(index, end));
    if (found !== null) {
      const before = text.slice(from, index);
      if (!isNothing(before)) stretches.push({ offset: from, text: before, found: null });
      stretches.push({ offset: index, text: text.slice(index, end), found: { key: null, value: found.value } });
      from = end;
    }
    if (budget <= 0) break;
  }
  if (from > 0 && !isNothing(text.slice(from))) stretches.push({ offset: from, text: text.slice(from), found: null });
  return stretches;
}

/** The entries that can be read in the rest of a dictionary, where each stands on a line of its own. Empty without any. */
export function salvageEntries(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let offset = 0;
  for (const piece of text.split(/(?<=\n)(?=[ \t]*"(?:[^"\\\n]|\\.)*"\s*:)/)) {
    const entry = piece.trim().replace(/,$/, '');
    const found = parsed(`{${entry}}`) ?? (entry.endsWith('}') ? parsed(`{${entry}`) : null);
    const [[key, value] = []] = Object.entries((found?.value ?? {}) as Record<string, unknown>);
    const last = stretches.at(-1);
    if (key !== undefined) stretches.push({ offset, text: entry, found: { key, value } });
    else if (last !== undefined && last.found === null) stretches[stretches.length - 1] = { ...last, text: last.text + piece };
    else if (!isNothing(piece)) stretches.push({ offset, text: piece, found: null });
    offset += piece.length;
  }
  return stretches.some(({ found }) => found !== null) ? stretches : [];
}
