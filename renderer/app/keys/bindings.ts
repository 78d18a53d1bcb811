import type { KeyChoice } from '#shared/contract/desktop.ts';
import { type Bindings, type Command, parseKeys } from '../../ui/commands/index.ts';
import { SCREEN_KEYS } from '../screen-keys.ts';
import { KEY_PRESETS } from './presets.ts';

/** A command as the sheet of keys lists it, whether it is there now or belongs to another screen. */
export type Listed = { readonly id: string; readonly title: string; readonly keys: readonly string[] };

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

/** Every command with its keys as they are bound: those that are there now, and those of other screens and panes. */
export function listedKeys(live: readonly Command[], bindings: Bindings): Listed[] {
  const known = new Set(live.map(({ id }) => id));
  const elsewhere = SCREEN_KEYS.flatMap(({ keys }) => keys)
    .filter(({ id }) => !known.has(id))
    .map(({ id, title, keys }) => ({ id, title, keys: bindings.get(id) ?? keys }));
  return [...live, ...elsewhere];
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

/** The command that would be in the way of a key for `id`; null where the key is free. */
export const inTheWay = (keys: string, id: string, listed: readonly Listed[]): Listed | null =>
  listed.find((other) => other.id !== id && canMeet(id, other.id) && other.keys.some((each) => collide(each, keys))) ?? null;

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

/** The choice after a command got other keys; where these are the ones it has without, nothing of its own is left. */
export const withOwn = (choice: KeyChoice, id: string, keys: readonly string[] | null): KeyChoice => {
  const { [id]: _, ...others } = choice.own;
  return { ...choice, own: keys === null ? others : { ...others, [id]: [...keys] } };
};
