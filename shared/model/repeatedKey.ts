/** Strings, and what opens, closes and parts. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/** The first key that stands twice in one object of a valid JSON text, with its line; null where none does. */
export function repeatedKey(text: string): { readonly key: string; readonly line: number } | null {
  // The keys of each object that is open; null stands for an array.
  const open: (Set<string> | null)[] = [];
  let last = { text: '', at: 0 };
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = { text: token, at: index };
    else {
      const key = JSON.parse(last.text) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return { key, line: text.slice(0, last.at).split('\n').length };
      keys?.add(key);
    }
  }
  return null;
}
