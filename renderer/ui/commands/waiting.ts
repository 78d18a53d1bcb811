import { type Command, registry } from './registry.ts';

/**
 * Keys that act on what a screen shows, pressed after it was sent elsewhere and before it paints the new place: they wait,
 * and act there. Acting on the old place at once would change what the person has already left. `text` was typed behind the
 * command, into the field that it opens; `leaves` tells that Escape ended it, so that what comes after is a command again.
 */
type Waiting = { command: string; text: string; leaves: boolean };

let held = false;
let waiting: Waiting[] = [];

/** Runs what waited, in its order, until one of it sends the screen elsewhere again. */
function runWaiting(): void {
  const next = held ? undefined : waiting.shift();
  if (!next) return;
  registry.run(next.command);
  // At once and in one go: a letter pressed meanwhile would come before it. It is the browser's own way to type, so that
  // undo in the field and its listeners work as with keys.
  if (next.text !== '') document.execCommand('insertText', false, next.text);
  if (next.leaves) (document.activeElement as HTMLElement | null)?.blur();
  // By then the screen shows what the command changed, and has said so where it was sent elsewhere.
  setTimeout(runWaiting);
}

/** While true, commands that wait do; what waited runs once it is false. */
export function holdCommands(hold: boolean): void {
  held = hold;
  if (!hold) setTimeout(runWaiting);
}

/** Forgets what waits: the place it was meant for cannot be shown. Answers how many keys that were. */
export function dropWaiting(): number {
  const dropped = waiting.reduce((keys, { text }) => keys + 1 + text.length, 0);
  waiting = [];
  return dropped;
}

/** Lets a command that a key asked for wait where it must: it acts on what is not shown yet, or others wait before it. */
export function waits(command: Command): boolean {
  if (waiting.length === 0 && (!held || command.waits === undefined)) return false;
  waiting.push({ command: command.id, text: '', leaves: false });
  return true;
}

/** Lets what is typed wait behind the command that opens its field, up to Escape: letters, line breaks, letters taken back. */
export function textWaits(key: string): boolean {
  const last = waiting.at(-1);
  if (last === undefined || last.leaves || registry.find(last.command)?.waits !== 'to type') return false;
  if (key === 'Backspace') last.text = [...last.text].slice(0, -1).join('');
  else if (key === 'Enter') last.text += '\n';
  else if (key === 'Escape') last.leaves = true;
  else if (key.length === 1) last.text += key;
  else return false;
  return true;
}
