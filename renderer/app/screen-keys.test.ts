import { expect, test } from 'vitest';
import { SCREEN_KEYS } from './screen-keys.ts';

const SOURCES = import.meta.glob<string>('../features/*/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

/** Commands made of a list; the window's test holds them against the room. */
const MADE = /^room\.(lower|responsible|confidence)\./;

type Found = { id: string; titles: string[]; keys: string[] };

const texts = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text]) => text!.replace('\\\\', '\\'));

/** The commands that a feature writes down with a fixed id, title and keys. A title may be one of several, by a condition. */
function commandsOf(feature: string): Found[] {
  return Object.entries(SOURCES)
    .filter(([file]) => file.startsWith(`../features/${feature}/`) && !file.includes('.test.'))
    .flatMap(([, text]) => [...text.matchAll(/\bid: '([\w.]+)',\s*title:([\s\S]{1,300}?)\bkeys: \[([^\]]*)\]/g)])
    .map(([, id, title, keys]) => ({ id: id!, titles: texts(title!), keys: texts(keys!) }));
}

test.each(SCREEN_KEYS)(
  'the sheet has every key of $screen as its commands have them, and no other',
  ({ screen, keys: listed }) => {
    // What belongs to every screen is listed while it is there.
    const own = commandsOf(screen).filter(({ id, keys }) => id.startsWith(`${screen}.`) && keys.length > 0);
    expect(own.length).toBeGreaterThan(0);
    const written = listed.filter(({ id, row }) => !row && !MADE.test(id));
    expect(written.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
    for (const { id, title, keys } of written) {
      const command = own.find((each) => each.id === id);
      expect(command?.titles, id).toContain(title);
      expect(command?.keys, id).toEqual(keys);
    }
  },
);
