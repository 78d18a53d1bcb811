import { expect, test } from 'vitest';
import { SCREEN_KEYS } from './screen-keys.ts';

const SOURCES = import.meta.glob<string>('../features/*/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

const sourceOf = (feature: string): string =>
  Object.entries(SOURCES)
    .filter(([file]) => file.startsWith(`../features/${feature}/`))
    .map(([, text]) => text)
    .join('\n');

test.each(SCREEN_KEYS)('the sheet names the keys of $screen as its commands have them', ({ screen, keys: list }) => {
  const source = sourceOf(screen);
  for (const { title, keys } of list) {
    // A title may be the last part of a choice: `title: chosen ? … : 'Move the chosen system'`.
    const places = source.split(`'${title}',`).slice(1);
    const named = `keys: [${keys.map((key) => `'${key.replace('\\', '\\\\')}'`).join(', ')}]`;
    expect(
      places.some((after) => after.slice(0, 80).includes(named)),
      `${title}: ${named}`,
    ).toBe(true);
  }
});
