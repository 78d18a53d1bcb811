import { expect, test } from 'vitest';
import { around, type Findable, findCommands, findInstances, marked } from './find.ts';

const command = (title: string, group: 'Go' | 'Project' = 'Go') => ({ id: title, title, group, keys: [], run: () => {} });
const instance = (instanceId: string, instruction: string): Findable => ({
  instance: 1,
  instanceId,
  database: 'transit',
  instruction,
  stratum: 'S1',
  inSample: true,
});

test('a title that starts with the word comes before one that holds it', () => {
  const found = findCommands('clo', [command('Enclose it'), command('Show closed'), command('Close project')]);
  expect(found.map((each) => each.title)).toEqual(['Close project', 'Show closed', 'Enclose it']);
});

test('every word must be there, in any order, and the group counts', () => {
  expect(findCommands('project open', [command('Open a file…', 'Project'), command('Open the room')])).toHaveLength(1);
});

test('no text lists every command', () => {
  expect(findCommands('', [command('A'), command('B')])).toHaveLength(2);
});

test('an exact id is first, then ids that start with it, then instructions', () => {
  const found = findInstances('t1', [instance('x9', 'stops in zone t1'), instance('t10', 'b'), instance('t1', 'a')]);
  expect(found.map((each) => each.instanceId)).toEqual(['t1', 't10', 'x9']);
});

test('no text finds no instance', () => {
  expect(findInstances('  ', [instance('a', 'b')])).toEqual([]);
});

test('hits are marked without reading the search as a pattern', () => {
  expect(marked('a (b) c', '(b)')).toEqual([
    { text: 'a ', hit: false },
    { text: '(b)', hit: true },
    { text: ' c', hit: false },
  ]);
});

test('a hit far inside a long text is brought to the front', () => {
  const text = `${'word '.repeat(20)}needle at the end`;
  expect(around(text, 'needle')).toMatch(/^… .{0,40}needle/);
});

test('a text whose hit is within sight stays whole', () => {
  expect(around('Which stop is served by the most lines?', 'most')).toBe('Which stop is served by the most lines?');
});
