import type { KeyChoice } from '#shared/contract/desktop.ts';
import { type Bindings, type Command, parseKeys } from '../../ui/commands/index.ts';
import { SCREEN_KEYS, type ScreenKey } from '../screen-keys.ts';
import { KEY_PRESETS } from './presets.ts';

/** A command as the sheet of keys lists it, whether it is there now or belongs to another screen. */
export type Listed = ScreenKey;

const canBeRead = (keys: string): boolean => {
  try {
    return parseKeys(keys).length <= 2;
  } catch {
    return false;
  }
};

/** The keys that were chosen: a preset's, and over them a person's own. Texts that name no key (a file edited by hand) fall out. */
export function bindingsOf({ preset, own }: KeyChoice): Bindings {
  const entries = Object.entries({ ...KEY_PRESETS[preset].keys, ...own });
  return new Map(entries.map(([id, keys]) => [id, keys.filter(canBeRead)]));
}

/** Whether a key of a screen is that of a live command; a row is, where one of its commands is live. */
export const isThere = ({ id, row }: ScreenKey, live: ReadonlySet<string>): boolean =>
  row ? [...live].some((each) => each.startsWith(`${id}.`)) : live.has(id);

/** Every command with its keys as they are bound: those that are there now, and those of other screens and panes. */
export function listedKeys(live: readonly Command[], bindings: Bindings): Listed[] {
  const known = new Set(live.map(({ id }) => id));
  const elsewhere = SCREEN_KEYS.flatMap(({ keys }) => keys).filter((each) => !isThere(each, known));
  const listed = [...live, ...elsewhere.map((each) => ({ ...each, keys: bindings.get(each.id) ?? each.keys }))];
  // A code of another project keeps the key that it was given.
  const named = new Set(listed.map(({ id }) => id));
  const unnamed = [...bindings].filter(([id]) => !named.has(id)).map(([id, keys]) => ({ id, title: id, keys }));
  return [...listed, ...unnamed];
}

const SCREENS: ReadonlySet<string> = new Set(SCREEN_KEYS.map(({ screen }) => screen));

/** The screen on which a command works; null for those that work on every screen. */
const screenOf = (id: string): string | null => {
  const [first] = id.split('.');
  return first !== undefined && SCREENS.has(first) ? first : null;
};

const canMeet = (a: string, b: string): boolean => {
  const [one, other] = [screenOf(a), screenOf(b)];
  return one === null || other === null || one === other;
};

/** A key text in one form: `Shift+J` and `shift+j` are the same key. */
const normal = (keys: string): string => JSON.stringify(parseKeys(keys)).slice(1, -1);

/** Whether one key would keep the other from being heard: it is the same, or the start of it. */
export function collide(a: string, b: string): boolean {
  const [one, other] = [normal(a), normal(b)];
  return one === other || one.startsWith(`${other},`) || other.startsWith(`${one},`);
}

/** The commands that would be in the way of a key for `id`; none where the key is free. */
export const inTheWay = (keys: string, id: string, listed: readonly Listed[]): Listed[] =>
  listed.filter((other) => other.id !== id && canMeet(id, other.id) && other.keys.some((each) => collide(each, keys)));

export type Conflict = { readonly keys: string; readonly commands: readonly [Listed, Listed] };

/** Every pair of commands that want the same key in the same place. */
export function conflictsOf(listed: readonly Listed[]): Conflict[] {
  return listed.flatMap((a, at) =>
    listed
      .slice(at + 1)
      .filter((b) => b.id !== a.id && canMeet(a.id, b.id))
      .flatMap((b) =>
        a.keys.flatMap((keys): Conflict[] => (b.keys.some((each) => collide(each, keys)) ? [{ keys, commands: [a, b] }] : [])),
      ),
  );
}

/** The choice after `keys` went to a command, and left those that were in the way. */
export const withTaken = (choice: KeyChoice, id: string, keys: string, others: readonly Listed[]): KeyChoice =>
  withOwn(
    others.reduce(
      (rest, other) =>
        withOwn(
          rest,
          other.id,
          other.keys.filter((each) => !collide(each, keys)),
        ),
      choice,
    ),
    id,
    [keys],
  );

/** The choice after a command got other keys; where these are the ones it has without, nothing of its own is left. */
export const withOwn = (choice: KeyChoice, id: string, keys: readonly string[] | null): KeyChoice => {
  const { [id]: _, ...others } = choice.own;
  return { ...choice, own: keys === null ? others : { ...others, [id]: [...keys] } };
};
