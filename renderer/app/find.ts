import type { Command } from '../ui/commands/index.ts';

/** An instance that the palette can find. */
export type Findable = {
  instance: number;
  instanceId: string;
  database: string;
  instruction: string;
  stratum: string | null;
  inSample: boolean;
};

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** How well a text holds every word: 3 starts with the first, 2 at the start of a word, 1 somewhere, 0 not. */
function fit(text: string, wanted: readonly string[]): number {
  const lower = text.toLowerCase();
  if (!wanted.every((word) => lower.includes(word))) return 0;
  const first = wanted[0] ?? '';
  if (lower.startsWith(first)) return 3;
  const at = lower.indexOf(first);
  return /[\s_.–-]/.test(lower[at - 1] ?? '') ? 2 : 1;
}

const best = <T>(items: readonly T[], score: (item: T) => number): T[] =>
  items
    .map((item, index) => ({ item, index, score: score(item) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map((each) => each.item);

/** Commands whose title (or group) holds every word of the text, the best first. */
export function findCommands(text: string, commands: readonly Command[]): Command[] {
  const wanted = words(text);
  return best(commands, (command) => Math.max(2 * fit(command.title, wanted), fit(`${command.group} ${command.title}`, wanted)));
}

/** Instances whose id comes first, else whose instruction or database holds every word of the text. */
export function findInstances(text: string, instances: readonly Findable[]): Findable[] {
  const wanted = words(text);
  if (wanted.length === 0) return [];
  return best(instances, (each) =>
    each.instanceId.toLowerCase() === wanted[0] && wanted.length === 1
      ? 100
      : Math.max(
          3 * fit(each.instanceId, wanted),
          2 * fit(each.instruction, wanted),
          fit(`${each.database} ${each.instanceId} ${each.instruction}`, wanted),
        ),
  );
}

/** The text cut into parts that are the searched words and parts that are not, for marking. */
export function marked(text: string, search: string): { text: string; hit: boolean }[] {
  const wanted = words(search).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (wanted.length === 0) return [{ text, hit: false }];
  const pattern = new RegExp(`(${wanted.join('|')})`, 'gi');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The part of a long text around its first hit, so that the hit can be seen in one line. */
export function around(text: string, search: string, before = 24): string {
  const first = words(search)[0];
  const at = first === undefined ? -1 : text.toLowerCase().indexOf(first);
  if (at <= before) return text;
  const start = text.lastIndexOf(' ', at - before) + 1;
  return start === 0 ? text : `… ${text.slice(start)}`;
}
