/**
 * JSON as a tree that keeps what the text says: the order of keys, keys that come twice, and numbers digit by digit.
 * JSON.parse would sort some keys, drop doubles and round 64-bit integers.
 */
export type JsonNode =
  | { kind: 'object'; entries: { key: string; value: JsonNode }[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'text'; text: string }
  /** A number, true, false or null, as it is written. */
  | { kind: 'word'; text: string };

/** Deeper nesting is no data that somebody reads. */
const DEEPEST = 200;

/** Longer texts are shown as they stand: their tree would take seconds and hundreds of megabytes. */
export const LONGEST_TREE = 500_000;

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** The tree of a JSON text; null where it is none, or longer than {@link LONGEST_TREE}. */
export function jsonTree(text: string): JsonNode | null {
  if (text.length > LONGEST_TREE) return null;
  const read = reader(text);
  try {
    const node = read.value(0);
    return read.atEnd() ? node : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function reader(text: string) {
  let at = 0;
  const next = (): { sign: string | undefined; string: string | undefined; word: string | undefined } => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new SyntaxError(`no JSON at ${at}`);
    at = TOKEN.lastIndex;
    return { sign: found[1], string: found[2], word: found[3] };
  };
  const peekSign = (): string | undefined => {
    const before = at;
    const { sign } = next();
    at = before;
    return sign;
  };
  const expect = (sign: string) => {
    if (next().sign !== sign) throw new SyntaxError(`no ${sign} at ${at}`);
  };
  /** Items until the closing sign, with a comma between. */
  const list = (close: string, item: () => void) => {
    if (peekSign() === close) return expect(close);
    for (;;) {
      item();
      const { sign } = next();
      if (sign === close) return;
      if (sign !== ',') throw new SyntaxError(`no comma at ${at}`);
    }
  };
  const value = (depth: number): JsonNode => {
    if (depth > DEEPEST) throw new SyntaxError('nested too deeply');
    const { sign, string, word } = next();
    if (string !== undefined) return { kind: 'text', text: JSON.parse(string) as string };
    if (word !== undefined) return { kind: 'word', text: word };
    if (sign === '[') {
      const items: JsonNode[] = [];
      list(']', () => void items.push(value(depth + 1)));
      return { kind: 'array', items };
    }
    if (sign !== '{') throw new SyntaxError(`no value at ${at}`);
    const entries: { key: string; value: JsonNode }[] = [];
    list('}', () => {
      const key = next().string;
      if (key === undefined) throw new SyntaxError(`no key at ${at}`);
      expect(':');
      entries.push({ key: JSON.parse(key) as string, value: value(depth + 1) });
    });
    return { kind: 'object', entries };
  };
  return { value, atEnd: () => text.slice(at).trim() === '' };
}

/** The children of a node with what each is called; empty for a single value. */
export const jsonChildren = (node: JsonNode): { name: string; node: JsonNode }[] =>
  node.kind === 'object'
    ? node.entries.map(({ key, value }) => ({ name: key, node: value }))
    : node.kind === 'array'
      ? node.items.map((item, index) => ({ name: String(index), node: item }))
      : [];

/** How many {@link jsonChildren} a node has. */
export const childCount = (node: JsonNode): number =>
  node.kind === 'object' ? node.entries.length : node.kind === 'array' ? node.items.length : 0;

/** A line of a tree that is drawn: its place, and what its node is called. */
export type JsonLine = { path: string; depth: number; name: string | null; node: JsonNode; open: boolean };

/** The lines of a tree of which only some nodes are open. Of more than `most` children the first are listed. */
export function jsonLines(root: JsonNode, isOpen: (path: string) => boolean, most: number): JsonLine[] {
  const lines: JsonLine[] = [];
  const visit = (node: JsonNode, path: string, depth: number, name: string | null) => {
    const open = childCount(node) > 0 && isOpen(path);
    lines.push({ path, depth, name, node, open });
    if (!open) return;
    const children = jsonChildren(node);
    for (const [at, child] of children.slice(0, most).entries()) visit(child.node, `${path}/${at}`, depth + 1, child.name);
    if (children.length > most) {
      const text = `${(children.length - most).toLocaleString('en-US')} more are not listed; copy the cell to see them`;
      lines.push({ path: `${path}/…`, depth: depth + 1, name: '…', node: { kind: 'word', text }, open: false });
    }
  };
  visit(root, '', 0, null);
  return lines;
}
