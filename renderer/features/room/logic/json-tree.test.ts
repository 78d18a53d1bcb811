import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonNode, jsonLines, jsonTree } from './json-tree.ts';

/** The tree as JavaScript reads the same text. */
function plain(node: JsonNode): unknown {
  if (node.kind === 'object') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
  if (node.kind === 'array') return node.items.map(plain);
  return node.kind === 'text' ? node.text : JSON.parse(node.text);
}

test('any JSON text is read as JavaScript reads it', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), fc.boolean(), (text, spread) => {
      const written = spread ? JSON.stringify(JSON.parse(text), null, 2) : text;
      expect(plain(jsonTree(written)!)).toEqual(JSON.parse(text));
    }),
  );
});

test('digits, the order of keys and keys that come twice are kept', () => {
  const tree = jsonTree('{"b": 9007199254740993, "10": 1.0, "a": null, "b": "<b>"}')!;
  expect(tree).toEqual({
    kind: 'object',
    entries: [
      { key: 'b', value: { kind: 'word', text: '9007199254740993' } },
      { key: '10', value: { kind: 'word', text: '1.0' } },
      { key: 'a', value: { kind: 'word', text: 'null' } },
      { key: 'b', value: { kind: 'text', text: '<b>' } },
    ],
  });
});

test.each(['', '{', '[1,]', '{"a":1}x', "{'a':1}", 'NaN', '01', '["\u0001"]', '['.repeat(5000)])('%j is no JSON', (text) => {
  expect(jsonTree(text)).toBeNull();
});

test.each([`["${'a'.repeat(10_000_000)}"]`, `[${'1,'.repeat(2_000_000)}1]`])('JSON of megabytes gets no tree', (text) => {
  expect(jsonTree(text)).toBeNull();
});

test('only open nodes show their children, and a cut says how many are left', () => {
  const tree = jsonTree('{"a": [1, 2, 3], "b": {}}')!;
  const names = (open: string[]) => jsonLines(tree, (path) => open.includes(path), 2).map(({ depth, name }) => [depth, name]);
  expect(names([])).toEqual([[0, null]]);
  expect(names(['', '/0'])).toEqual([
    [0, null],
    [1, 'a'],
    [2, '0'],
    [2, '1'],
    [2, '…'],
    [1, 'b'],
  ]);
});
