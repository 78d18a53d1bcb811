import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evidenceKinds, evidenceName, evidenceText, findAttached, tellsSame } from './evidence.ts';
import type { Value } from './value.ts';

const attachedIn = (text: string, part: string) => {
  const start = text.indexOf(part);
  return { start, end: start + part.length, text: evidenceText(part) };
};
const SQL = "SELECT name FROM town WHERE status = 'C'";

test('a text that has not changed holds it at its own place', () => {
  expect(findAttached(SQL, attachedIn(SQL, "status = 'C'"))).toEqual({ start: 28, end: 40, moved: false });
});

test('where the text has changed it is found again, whatever its blanks, or said to be gone', () => {
  const place = attachedIn(SQL, "status = 'C'");
  const changed = "SELECT DISTINCT name\r\nFROM town\r\nWHERE status\r\n  = 'C' AND id > 1";
  const found = findAttached(changed, place)!;
  expect(found.moved).toBe(true);
  expect(changed.slice(found.start, found.end)).toBe("status\r\n  = 'C'");
  expect(findAttached("SELECT name FROM town WHERE status = 'X'", place)).toBeNull();
  expect(findAttached('', place)).toBeNull();
});

test('what was attached while a name was hidden has not changed once it is told, nor the other way', () => {
  const [masked, told] = ['-- by ▒▒▒▒\u2060\u2060: ok', '-- by aurora: ok'];
  for (const [before, now] of [
    [masked, told],
    [told, masked],
  ] as const) {
    expect(findAttached(now, { start: 3, end: 16, text: before.slice(3, 16) })).toEqual({ start: 3, end: 16, moved: false });
  }
  expect(findAttached('-- by aurora: no', { start: 3, end: 16, text: masked.slice(3, 16) })).toBeNull();
});

test('a masked text that has moved as well is found by what is not masked', () => {
  const masked = 'by ▒▒▒▒\u2060\u2060\u2060\u2060\u2060\u2060\u2060: ok';
  const told = 'by GPT-4 (May): ok';
  const moved = (text: string) => `-- a line before\n${text.replace(': ', ':\n  ')}`;
  for (const [before, now] of [
    [masked, told],
    [told, masked],
  ] as const) {
    const found = findAttached(moved(now), attachedIn(before, before))!;
    expect(found.moved).toBe(true);
    expect(moved(now).slice(found.start, found.end)).toBe(now.replace(': ', ':\n  '));
  }
  expect(findAttached(moved('by GPT-4 (May): no'), attachedIn(masked, masked))).toBeNull();
  // Masks alone could stand for anything.
  expect(findAttached('-- aurora', { start: 40, end: 44, text: '▒▒▒▒' })).toBeNull();
  expect(findAttached('SELECT id -- ▒▒▒▒▒▒', { start: 40, end: 44, text: 'name' })).toBeNull();
});

test('of several places the nearest is taken', () => {
  const place = attachedIn('a = 1 OR a = 2 OR b = 1', 'b = 1');
  expect(findAttached('b = 1 OR a = 2 OR  b = 1', place)).toMatchObject({ start: 19, moved: true });
});

test('a long text is known by its beginning and keeps its length', () => {
  const part = 'x1 '.repeat(1_000).trim();
  const place = attachedIn(`before ${part} after`, part);
  const found = findAttached(`now before ${part} after`, place)!;
  expect(found).toMatchObject({ start: 11, end: 11 + part.length, moved: true });
});

test('whatever is put before it, the same text is found', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(fc.array(word), fc.array(word), fc.array(word), (before, after, added) => {
      const text = [...before, '<here 7>', ...after].join(' ');
      const next = [...added, ...before, '<here 7>', ...after].join('\n');
      const found = findAttached(next, attachedIn(text, '<here 7>'));
      expect(found && next.slice(found.start, found.end).replace('\n', ' ')).toBe('<here 7>');
    }),
  );
});

test('in megabytes of dashes, which begin like it at every place, a text is looked for in one pass', () => {
  const rule = '-'.repeat(999);
  const text = '-'.repeat(4_000_000);
  expect(findAttached(text, { start: 5, end: 1_005, text: `${rule}+` })).toBeNull();
  expect(findAttached(`${text}+ --`, { start: 5, end: 1_005, text: `${rule}+` })).toMatchObject({ end: 4_000_001, moved: true });
});

test('the same holds where names are masked', () => {
  const rule = '-'.repeat(990);
  const text = `by \u2592\u2592\u2592\u2592 ${'-'.repeat(1_000_000)}`;
  expect(findAttached(text, { start: 5, end: 1_005, text: `${rule}+ a b c` })).toBeNull();
  const there = `${text}+ a\n\u2592 c`;
  expect(findAttached(there, { start: 5, end: 1_005, text: `${rule}+ a b c` })).toMatchObject({
    end: there.length,
    moved: true,
  });
});

test('values are told apart that are written alike, and names of columns are cut with a sign of it', () => {
  const told = (value: Value) => ({ text: String(value), kinds: evidenceKinds([value]) });
  expect(tellsSame(told(1n), told(1n))).toBe(true);
  expect(tellsSame(told(1n), told('1'))).toBe(false);
  expect(tellsSame({ text: 'NULL', kinds: evidenceKinds([null]) }, told('NULL'))).toBe(false);
  // Evidence of an earlier Assay keeps no kinds.
  expect(tellsSame({ text: '1' }, told('1'))).toBe(true);
  expect(evidenceName('x'.repeat(300_000))).toBe(`${'x'.repeat(299)}\u2026`);
  expect(evidenceName('name')).toBe('name');
});
