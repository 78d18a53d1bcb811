import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ElementSplitter, type JsonElementRead } from './json-elements.ts';

/** Reads a text in pieces of some bytes. */
function read(bytes: Buffer, piece: number, limit?: number, inside: string | null = null): JsonElementRead[] {
  const splitter = new ElementSplitter(limit, inside);
  const found: JsonElementRead[] = [];
  for (let at = 0; at < bytes.length; at += piece) found.push(...splitter.push(bytes.subarray(at, at + piece)));
  return [...found, ...splitter.end()];
}

const values = (found: readonly JsonElementRead[]) => found.flatMap((each) => ('problem' in each ? [] : [each.value]));
const reasons = (found: readonly JsonElementRead[]) => found.flatMap((each) => ('problem' in each ? [each.problem.message] : []));

test('the elements of any array are those that JSON.parse finds, however the bytes arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (array, piece, indent) => {
        const text = JSON.stringify(array, null, indent ? 2 : 0);
        const found = read(Buffer.from(text), piece);
        expect(values(found)).toEqual(JSON.parse(text));
        expect(reasons(found)).toEqual([]);
      },
    ),
  );
});

test('the entries of any object are found with their keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 }), fc.integer({ min: 1, max: 40 }), (object, piece) => {
      const found = read(Buffer.from(JSON.stringify(object)), piece);
      const entries = found.map((each) => ('problem' in each ? null : [each.key, each.value]));
      expect(entries).toEqual(Object.entries(JSON.parse(JSON.stringify(object)) as object));
    }),
  );
});

test('no bytes whatever make it throw, and what is no JSON is said to be none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (bytes, piece) => {
      const found = read(Buffer.from(bytes), piece);
      let valid = true;
      try {
        JSON.parse(Buffer.from(bytes).toString('utf8'));
      } catch {
        valid = false;
      }
      if (!valid) expect(reasons(found).length).toBeGreaterThan(0);
    }),
  );
});

test('a broken element costs only itself', () => {
  const found = read(Buffer.from('[{"a": 1}, {"a": tru}, {"a": 3}]'), 7);
  expect(values(found)).toEqual([{ a: 1 }, { a: 3 }]);
  expect(reasons(found)).toEqual([expect.stringContaining('not valid JSON')]);
});

test('a cut file keeps what was whole and names the cut with its line', () => {
  const found = read(Buffer.from('[\n{"a": 1},\n{"a": "two'), 5);
  expect(values(found)).toEqual([{ a: 1 }]);
  expect(found.at(-1)).toMatchObject({
    line: 3,
    problem: { message: 'the JSON ends in the middle: was the file cut off?', text: '{"a": "two' },
  });
});

test.each([
  ['nothing', '', 'the file is empty'],
  ['a bare word', 'hello', 'the file holds no JSON array or object'],
  ['UTF-16', '\ufffe', 'the file holds no JSON array or object'],
  ['a comma too many', '[1,,2]', 'nothing stands between two commas'],
  ['a comma at the end', '[1,]', 'nothing stands between two commas'],
  ['text after the end', '[1] x', 'text after the end of the JSON'],
])('%s is named', (_, text, reason) => {
  expect(reasons(read(Buffer.from(text), 4))).toEqual([reason]);
});

test('two entries with the same key are both seen', () => {
  expect(values(read(Buffer.from('{"7": "a", "7": "b"}'), 9))).toEqual(['a', 'b']);
});

test('an element beyond the limit is passed over and named; its neighbours are kept', () => {
  const found = read(Buffer.from(`[1, "${'x'.repeat(5_000)}", 3]`), 100, 1_000);
  expect(values(found)).toEqual([1, 3]);
  expect(reasons(found)).toEqual([expect.stringContaining('too large')]);
});

test('the array under a key is read without the rest of the object', () => {
  const log = { version: 2, eval: { a: [1, [2]], samples: 'x' }, samples: [{ id: 1 }, [2, 3]], stats: [9] };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), (piece) => {
      expect(values(read(Buffer.from(JSON.stringify(log)), piece, undefined, 'samples'))).toEqual(log.samples);
    }),
  );
});

test('what Python writes for no number becomes null, outside of strings', () => {
  expect(values(read(Buffer.from('[{"a": NaN, "b": -Infinity, "c": "NaN \\" NaN"}]'), 6))).toEqual([
    { a: null, b: null, c: 'NaN " NaN' },
  ]);
});
