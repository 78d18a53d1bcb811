const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a text as the search index cuts them: letters and digits; an underscore separates. */
export const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

const quoted = (text: string) => `"${text}"`;

/**
 * A text that a person types as a query of FTS5: everything between spaces (or in quotes) is a phrase, the last one may be
 * the beginning of a word. Null where the text has no word. No character of the text has a meaning of its own.
 */
export function phraseQuery(text: string): string | null {
  const phrases = [...text.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, inQuotes, plain]) => wordsOf(inQuotes ?? plain ?? ''))
    .filter((words) => words.length > 0)
    .map((words) => quoted(words.join(' ')));
  if (phrases.length === 0) return null;
  return `${phrases.join(' AND ')}${/[\p{L}\p{N}]$/u.test(text) ? '*' : ''}`;
}

/** The same for an index that knows only which words a text holds, not where. */
export function wordQuery(text: string): string | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  return `${words.map(quoted).join(' AND ')}${/[\p{L}\p{N}]$/u.test(text) ? '*' : ''}`;
}

/** As the index folds letters: without accents, in lower case. */
const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Whether every word begins some word of a text. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const inText = folded(text);
  return words.every((word) => new RegExp(`(?<![\\p{L}\\p{N}])${folded(word)}`, 'u').test(inText));
}

export type Snippet = { text: string; hit: boolean }[];

const AROUND = 60;

/** The text around the first place where the first of the words stands, cut at both sides. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  if (places.length === 0) return [{ text: text.slice(0, 2 * AROUND), hit: false }];
  const start = Math.min(...places);
  const word = words.find((each) => lower.startsWith(each.toLowerCase(), start)) ?? '';
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, start + word.length + AROUND);
  return [
    { text: `${from > 0 ? '…' : ''}${text.slice(from, start)}`, hit: false },
    { text: text.slice(start, start + word.length), hit: true },
    { text: `${text.slice(start + word.length, to)}${to < text.length ? '…' : ''}`, hit: false },
  ];
}
