/** A line of the sheet of keys; `keys` are its key texts, `rest` what follows the first of them in words. */
export type SheetLine = {
  readonly id: string;
  readonly title: string;
  readonly keys: readonly string[];
  readonly off: boolean;
  /** Of several commands in one line: `1` `–` `5`, or `R` `then a letter`. */
  readonly rest?: string | undefined;
};

/** Commands that differ in one word and one key. `each` finds the word in a title. */
const FAMILIES: readonly { readonly prefix: string; readonly title: string; readonly each?: RegExp }[] = [
  { prefix: 'room.code.', title: 'Set or clear a code' },
  { prefix: 'room.primary.', title: 'Make a code primary' },
  { prefix: 'room.responsible.', title: 'Responsible', each: /^Responsible: (.+)$/ },
  { prefix: 'room.confidence.', title: 'Confidence', each: /^Confidence: (.+)$/ },
  { prefix: 'room.lower.', title: 'Second pane', each: /^(.+) below$/ },
];

const CODES = ['room.code.', 'room.primary.'];

const lastKey = (keys: string): string =>
  keys
    .split(' ')
    .at(-1)!
    .replace(/^Shift\+/, '')
    .replace(/^Digit/, '');
const before = (keys: string): string => keys.slice(0, keys.length - keys.split(' ').at(-1)!.length);

/** Whether the keys end in digits that follow each other behind the same key. */
function isRun(keys: readonly string[]): boolean {
  const digits = keys.map((each) => Number(lastKey(each)));
  const isShifted = keys.every((each) => each.includes('Shift+')) || !keys.some((each) => each.includes('Shift+'));
  return (
    isShifted && new Set(keys.map(before)).size === 1 && digits.every((digit, at) => at === 0 || digit === digits[at - 1]! + 1)
  );
}

/** A word as it stands within a line; SQL keeps its capitals. */
const inLine = (word: string): string => (/^.[a-z]/.test(word) ? word[0]!.toLowerCase() + word.slice(1) : word);

/** Whether each key is two digits, the first with or without Shift: that of a type, then that of a code in it. */
const isDigitPairs = (keys: readonly string[]): boolean => keys.every((each) => /^(Shift\+)?Digit\d Digit\d$/.test(each));

/** The ends of keys that are told as a row: of single ones the first and the last, of pairs their first strokes; null of others. */
export function endsOf(keys: readonly string[]): { readonly ends: readonly [string, string]; readonly pairs: boolean } | null {
  const pairs = isDigitPairs(keys);
  if (keys.length < 2 || !(pairs || isRun(keys))) return null;
  const firstStroke = (text: string) => (pairs ? text.split(' ')[0]! : text);
  return { ends: [firstStroke(keys[0]!), firstStroke(keys.at(-1)!)], pairs };
}

/** One line for a family, where its keys can be told in one; null where somebody has changed them apart. */
function familyLine(lines: readonly SheetLine[], title: string, each: RegExp | undefined): SheetLine | null {
  const keys = lines.map((line) => line.keys[0]!);
  if (lines.length < 2 || lines.some((line) => line.keys.length !== 1)) return null;
  const shared = new Set(keys.map(before)).size === 1;
  const words =
    each &&
    lines.map((line) => `${lastKey(line.keys[0]!).toUpperCase()}\u00a0${inLine(each.exec(line.title)?.[1] ?? line.title)}`);
  const common = { id: lines[0]!.id, title: words ? `${title}: ${words.join(', ')}` : title, off: lines.every(({ off }) => off) };
  const row = words ? null : endsOf(keys);
  if (row) {
    return { ...common, title: row.pairs ? `${title}: the digit of its type, then its own` : title, keys: row.ends, rest: '–' };
  }
  const first = before(keys[0]!).trim();
  return shared && words && first !== ''
    ? { ...common, keys: [first], rest: isRun(keys) ? 'then a digit' : 'then a letter' }
    : null;
}

/** `Next X` and `Previous X` of one group in one line. */
function pairLine(next: SheetLine, previous: SheetLine): SheetLine {
  return {
    ...next,
    title: next.title.replace('Next', 'Next, previous'),
    keys: [...next.keys, ...previous.keys],
    off: next.off && previous.off,
  };
}

/** The lines of a group with those that belong together in one, so that the sheet is seen at a glance. */
export function together(lines: readonly SheetLine[]): SheetLine[] {
  const done = new Set<SheetLine>();
  // The codes come first: they are what the hand does most.
  const isCode = ({ id }: SheetLine) => CODES.some((prefix) => id.startsWith(prefix));
  return [...lines.filter(isCode), ...lines.filter((line) => !isCode(line))].flatMap((line) => {
    if (done.has(line)) return [];
    done.add(line);
    const family = FAMILIES.find(({ prefix }) => line.id.startsWith(prefix));
    if (family) {
      const members = lines.filter(({ id }) => id.startsWith(family.prefix));
      const whole = familyLine(members, family.title, family.each);
      if (whole) for (const member of members) done.add(member);
      return [whole ?? line];
    }
    const previous = lines.find(
      (other) => !done.has(other) && line.title.startsWith('Next ') && other.title === line.title.replace('Next', 'Previous'),
    );
    if (previous) done.add(previous);
    return [previous ? pairLine(line, previous) : line];
  });
}
