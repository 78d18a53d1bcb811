import { type KeyPress, matchesStroke, parseKeys, type Stroke } from './keys.ts';

export const COMMAND_GROUPS = ['Codes', 'Move', 'Look', 'View', 'Go', 'Everywhere', 'Project'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Something a person can do: by key, from the palette, from the menu. */
export type Command = {
  id: string;
  title: string;
  group: CommandGroup;
  /** Alternatives, each such as `j`, `Shift+J`, `Mod+K`, `g l` or `Digit1`; empty = no key. */
  keys: string[];
  run: () => void;
  /** False: listed nowhere and deaf. */
  enabled?: boolean;
  icon?: string;
  /** A word about what it acts on, for the palette. */
  hint?: string;
  /** It acts on what the screen shows, or opens a field there to type in: its key waits while that is not painted yet. */
  waits?: 'to act' | 'to type';
  /** A further key of what another command does: it stands on the sheet of keys, not in palette and menu. */
  alias?: boolean;
  /** Whether it goes on while its key is held down; moving does, unless told, and what changes something does not. */
  repeats?: boolean;
};

/** Where a press lands: what may listen there. */
export type KeyPlace = 'page' | 'field' | 'closed';

/** Keys of commands by their ids. */
export type Bindings = ReadonlyMap<string, readonly string[]>;

type Entry = { commands: readonly Command[] };

/**
 * What a press led to. `pending` = the start of a sequence; the caller shows it and waits. `held` = a key held down, whose
 * command runs once.
 */
export type KeyOutcome =
  | { kind: 'none' }
  | { kind: 'held' }
  | { kind: 'pending'; keys: string }
  | { kind: 'run'; command: Command };

const strokes = new Map<string, Stroke[]>();
const strokesOf = (keys: string): Stroke[] => {
  const known = strokes.get(keys);
  if (known) return known;
  const parsed = parseKeys(keys);
  strokes.set(keys, parsed);
  return parsed;
};

/** Text editing that a field keeps for itself. */
const FIELD_EDITING = new Set(['z', 'y', 'a', 'c', 'v', 'x']);

const fingerprint = (commands: readonly Command[]): string =>
  JSON.stringify(
    commands.map(({ id, title, group, keys, enabled, icon, hint, alias }) => [
      id,
      title,
      group,
      keys,
      enabled,
      icon,
      hint,
      alias,
    ]),
  );

/**
 * The commands that are there now. What was registered last wins a key or an id, so that a dialog or a pane may take
 * over what its screen offers.
 */
export class CommandRegistry {
  private entries: Entry[] = [];
  private listeners = new Set<() => void>();
  private beforeRun = new Set<() => void>();
  private list: readonly Command[] = [];
  private all: readonly Command[] = [];
  private pending: KeyPress[] = [];
  private bindings: Bindings = new Map();

  /** Adds a set of commands; the answer replaces or removes it. */
  add(commands: readonly Command[]): { update(next: readonly Command[]): void; remove(): void } {
    const entry: Entry = { commands };
    this.entries.push(entry);
    this.changed();
    return {
      update: (next) => {
        const same = fingerprint(entry.commands) === fingerprint(next);
        entry.commands = next;
        // The functions are always the newest; readers hear only of what they can see.
        if (!same) this.changed();
      },
      remove: () => {
        this.entries = this.entries.filter((other) => other !== entry);
        this.changed();
      },
    };
  }

  /** Enabled commands, one an id, in the order of registration. */
  commands(): readonly Command[] {
    return this.list;
  }

  /** Every command that is there, also those that are not enabled now. */
  allCommands(): readonly Command[] {
    return this.all;
  }

  /** Gives commands other keys than they came with; what is not named keeps its own. */
  bind(bindings: Bindings): void {
    this.bindings = bindings;
    this.pending = [];
    this.changed();
  }

  private keysOf(command: Command): readonly string[] {
    return this.bindings.get(command.id) ?? command.keys;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Runs a command by its id; false where it is not there or not enabled. */
  run(id: string): boolean {
    const command = this.find(id);
    if (!command) return false;
    this.carryOut(command);
    return true;
  }

  /** Runs a command, once those who asked by {@link onRun} know of it. */
  carryOut(command: Command): void {
    for (const listener of this.beforeRun) listener();
    command.run();
  }

  /** Tells right before any command runs, so that what was said of an earlier one can go. */
  onRun(listener: () => void): () => void {
    this.beforeRun.add(listener);
    return () => void this.beforeRun.delete(listener);
  }

  /** Forgets the start of a sequence. */
  clearPending(): void {
    this.pending = [];
  }

  /** Reads one press; the caller runs what comes back. */
  press(press: KeyPress, place: KeyPlace, mac: boolean): KeyOutcome {
    if (place === 'closed') return { kind: 'none' };
    if (press.repeat && this.pending.length > 0) return { kind: 'pending', keys: shownKeys(this.pending) };
    const presses = [...this.pending, press];
    this.pending = [];
    const newestFirst = this.entries.flatMap((entry) => entry.commands).reverse();
    let start = false;
    let found: Command | null = null;
    for (const command of newestFirst) {
      if (command.enabled === false) continue;
      for (const keys of this.keysOf(command)) {
        const sequence = strokesOf(keys);
        if (sequence.length < presses.length) continue;
        if (place === 'field' && !worksInField(sequence)) continue;
        if (!presses.every((each, index) => matchesStroke(sequence[index]!, each, mac))) continue;
        if (sequence.length > presses.length) {
          start = true;
          continue;
        }
        // A digit goes before the character that a layout has on its key: `-` on the French 6, `/` on the German shifted 7.
        if (sequence.at(-1)?.code != null) return outcomeOf(command, press);
        found ??= command;
      }
    }
    if (found) return outcomeOf(found, press);
    if (!start) return { kind: 'none' };
    this.pending = presses;
    return { kind: 'pending', keys: shownKeys(presses) };
  }

  /** The enabled command with an id that was registered last. */
  find(id: string): Command | undefined {
    for (const entry of this.entries.slice().reverse()) {
      const command = entry.commands.find((each) => each.id === id && each.enabled !== false);
      if (command) return command;
    }
    return undefined;
  }

  private changed(): void {
    const byId = new Map<string, Command>();
    const enabled = new Map<string, Command>();
    for (const entry of this.entries) {
      for (const command of entry.commands) {
        const listed = { ...command, keys: [...this.keysOf(command)], run: () => void this.run(command.id) };
        if (command.enabled !== false) enabled.set(command.id, listed);
        byId.set(command.id, enabled.get(command.id) ?? listed);
      }
    }
    this.list = [...enabled.values()];
    this.all = [...byId.values()];
    for (const listener of this.listeners) listener();
  }
}

/** A press as a person calls it; digits by position, since some layouts put other characters there. */
const shownKey = ({ key, code }: KeyPress): string => /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key;

const shownKeys = (presses: readonly KeyPress[]): string => presses.map(shownKey).join(' ');

const outcomeOf = (command: Command, press: KeyPress): KeyOutcome =>
  press.repeat && !(command.repeats ?? command.group === 'Move') ? { kind: 'held' } : { kind: 'run', command };

/** In a field only chords with Ctrl or Cmd work, except those that edit text. */
function worksInField(sequence: readonly Stroke[]): boolean {
  const first = sequence[0];
  return first?.mod === true && !(first.key !== null && FIELD_EDITING.has(first.key));
}

/** The one registry of the window. */
export const registry = new CommandRegistry();
