import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type JsonElementRead, jsonElements } from './json-elements.ts';
import { salvageEntries, salvageObjects } from './salvage.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-salvage-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function read(text: string) {
  const file = path.join(folder, 'a.json');
  fs.writeFileSync(file, text);
  const found: JsonElementRead[] = [];
  for await (const each of jsonElements(file)) found.push(each);
  return found.map((each) => ('problem' in each ? `line ${each.line}: broken` : each.value));
}

const records = ['{"q": 1, "sql": {"from": [{"q2": 2}]}}', '{"q": 2, "t": "a {\\"q\\": b}"}', '{"q": 3}', '{"q": 4}'];
const whole = records.map((text) => JSON.parse(text) as unknown);
const array = (...texts: string[]) => `[\n${texts.join(',\n')}\n]\n`;

test.each([
  ['a quote is missing', '{"q": "two, "t": "x"}'],
  ['a closing bracket is missing', '{"q": 2, "t": {"u": 1}'],
  ['a bracket of the other kind closes it', '{"q": [2}'],
  ['a value is missing', '{"q": }'],
])('where %s, the records before and after are read', async (_, broken) => {
  const found = await read(array(records[0]!, broken, records[2]!, records[3]!));
  expect(found.filter((each) => typeof each === 'object')).toEqual([whole[0], whole[2], whole[3]]);
  expect(found.filter((each) => typeof each === 'string').length).toBeGreaterThan(0);
});

test('a bracket too many is named and costs nothing', async () => {
  expect(await read(array(records[0]!, '{"q": 2}}', records[2]!))).toEqual([whole[0], { q: 2 }, 'line 3: broken', whole[2]]);
});

test('a broken first record costs only itself', async () => {
  expect(await read(array('{"q": "x, "t": 1}', records[2]!))).toEqual(['line 2: broken', whole[2]]);
});

test('entries of a dictionary are read behind a broken one', async () => {
  const text = '{\n"0": "SELECT 1",\n"1": "SELECT \\"x,\n"2": "SELECT 2",\n"3": 0\n}\n';
  expect(await read(text.replace('\\"x', '"x" y"'))).toEqual(['SELECT 1', 'line 3: broken', 'SELECT 2', 0]);
});

test('of a mutated array no untouched record before the fault is lost, and nothing is thrown', async () => {
  const text = array(...records);
  const at = fc.nat(text.length - 1);
  await fc.assert(
    fc.asyncProperty(at, fc.constantFrom('', '"', '{', '}', '[', ']', ',', '\\', '\u0000'), async (place, put) => {
      const found = await read(text.slice(0, place) + put + text.slice(place + 1));
      const before = records.filter((record) => text.indexOf(record) + record.length < place).length;
      expect(found.slice(0, before)).toEqual(whole.slice(0, before));
    }),
    { numRuns: 200 },
  );
});

test('a text that is made to be read again and again is given up in time', () => {
  const hostile = '{"a":'.repeat(200_000);
  const start = performance.now();
  salvageObjects(hostile, '"a"');
  salvageEntries('"a": {\n'.repeat(20_000));
  expect(performance.now() - start).toBeLessThan(5_000);
});
