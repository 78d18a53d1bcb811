/** One key press that a command waits for. */
export type Stroke = {
  /** `event.key` in lower case, or null where the position (`code`) decides. */
  readonly key: string | null;
  /** `event.code`, such as `Digit1`, for keys that are read by position. */
  readonly code: string | null;
  /** Ctrl, or Cmd on a Mac. */
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
};

/** What a key press tells; a KeyboardEvent fits it. */
export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The key is held down, and this is not its first press. */
  readonly repeat?: boolean;
};

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']);

/** Whether a key only changes what others do: a press of it alone is none. */
export const isModifier = ({ key }: Pick<KeyPress, 'key'>): boolean => MODIFIERS.has(key);

/**
 * What a key event tells, on every layout: AltGr only makes a character (Windows calls it Ctrl and Alt), and a digit of the
 * number pad is one only with Num Lock, which Shift turns around.
 */
export function pressOf(event: KeyPress & { getModifierState(name: string): boolean }): KeyPress {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  const press = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat: repeat === true };
  if (event.getModifierState('AltGraph')) return { ...press, code: '', ctrlKey: false, altKey: false };
  const digit = /^Numpad(\d)$/.exec(code)?.[1];
  if (digit === undefined || key === digit) return press;
  return event.getModifierState('NumLock') ? { ...press, key: digit, shiftKey: true } : { ...press, code: '' };
}

const BY_POSITION = /^(Digit|Numpad)\d$/;

/**
 * Reads a key text: `j`, `Shift+J`, `Mod+Shift+Z`, `Digit1` (by position), `Enter`, `?`, or a sequence such as `g l`.
 * @throws Error where the text names no key.
 */
export function parseKeys(text: string): Stroke[] {
  return text
    .trim()
    .split(/\s+/)
    .map((part) => {
      const names = part === '+' ? ['+'] : part.split('+');
      const key = names.at(-1);
      if (!key) throw new Error(`No key in “${text}”`);
      const modifiers = names.slice(0, -1);
      for (const modifier of modifiers) {
        if (!['Mod', 'Alt', 'Shift'].includes(modifier)) throw new Error(`Unknown modifier “${modifier}” in “${text}”`);
      }
      const byPosition = BY_POSITION.test(key);
      return {
        key: byPosition ? null : key === 'Space' ? ' ' : key.toLowerCase(),
        code: byPosition ? key : null,
        mod: modifiers.includes('Mod'),
        alt: modifiers.includes('Alt'),
        shift: modifiers.includes('Shift'),
      };
    });
}

const isLetter = (key: string) => /^[a-z]$/.test(key);
const isSymbol = (key: string) => key.length === 1 && key !== ' ' && !isLetter(key);

/** The Latin letter of a press: by its character, or by its position where the layout has no Latin letters. */
function letterOf(press: KeyPress): string {
  const key = press.key.toLowerCase();
  if (/^\p{Script=Latin}$/u.test(key) || !/^\p{Letter}$/u.test(key)) return key;
  return /^Key[A-Z]$/.test(press.code) ? press.code.slice(3).toLowerCase() : key;
}

/** Whether a press is the stroke. Shift is ignored for symbols, because layouts differ in what needs it. */
export function matchesStroke(stroke: Stroke, press: KeyPress, mac: boolean): boolean {
  const mod = mac ? press.metaKey : press.ctrlKey;
  const otherMod = mac ? press.ctrlKey : press.metaKey;
  if (mod !== stroke.mod || otherMod || press.altKey !== stroke.alt) return false;
  if (stroke.code !== null) {
    const code = press.code.replace(/^Numpad(\d)$/, 'Digit$1');
    return code === stroke.code && press.shiftKey === stroke.shift;
  }
  if (letterOf(press) !== stroke.key) return false;
  return isSymbol(stroke.key) || press.shiftKey === stroke.shift;
}

/** Keys that a person may choose by name. */
const NAMED = new Set([
  'Enter',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Delete',
]);

/** The key text of a press, as {@link parseKeys} reads it; null for one that cannot be chosen, such as a modifier alone. */
export function keyText(press: KeyPress, mac: boolean): string | null {
  const mod = mac ? press.metaKey : press.ctrlKey;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(press.code)?.[1];
  const letter = letterOf(press);
  const key =
    digit !== undefined
      ? `Digit${digit}`
      : press.key === ' '
        ? 'Space'
        : isLetter(letter)
          ? press.shiftKey || mod
            ? letter.toUpperCase()
            : letter
          : isSymbol(letter) || NAMED.has(press.key) || /^F\d{1,2}$/.test(press.key)
            ? press.key
            : null;
  if (key === null) return null;
  const shift = press.shiftKey && !isSymbol(letter);
  const isShifted = press.shiftKey && (digit !== undefined || shift);
  return [mod && 'Mod', press.altKey && 'Alt', isShifted && 'Shift', key].filter(Boolean).join('+');
}

const NAMES: Record<string, string> = {
  enter: 'Enter',
  escape: 'Esc',
  ' ': 'Space',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  tab: 'Tab',
  backspace: '⌫',
  delete: 'Del',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};

/** The key caps of a key text, one list a stroke: `Mod+Shift+Z` → [['Ctrl', '⇧', 'Z']]. */
export function keyCaps(text: string, mac: boolean): string[][] {
  return parseKeys(text).map((stroke) => {
    const caps: string[] = [];
    if (stroke.mod) caps.push(mac ? '⌘' : 'Ctrl');
    if (stroke.alt) caps.push(mac ? '⌥' : 'Alt');
    if (stroke.shift) caps.push('⇧');
    const key = stroke.code?.replace(/^(Digit|Numpad)/, '') ?? stroke.key ?? '';
    caps.push(NAMES[key] ?? key.toUpperCase());
    return caps;
  });
}

/** Whether keys are shown and read the Mac way. */
export const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);

/** Keys for people: `⇧ J`, `G then L`. */
export const keysInWords = (text: string, mac: boolean): string =>
  keyCaps(text, mac)
    .map((caps) => caps.join(' '))
    .join(' then ');
