import { expect, test } from 'vitest';
import { freeName, precisionText, seedOfDay, shortHash, sizesText } from './draw.ts';

test('the precision is told for the smallest stratum, with what it lacks', () => {
  const text = precisionText([
    { stratum: 'S1', count: 30, available: 96, size: 96 },
    { stratum: 'S2', count: 30, available: 171, size: 171 },
    { stratum: 'S3', count: 0, available: 58, size: 58 },
  ]);
  expect(text).toMatch(/^A code seen in 40 % of a stratum of 30 has a 95 % interval of 25 to 58 %\./);
  expect(text).toMatch(/To halve it takes about 13\d instances, more than S1 holds\.$/);
});

test('where nothing is drawn, nothing can be told', () => {
  expect(precisionText([{ stratum: 'S1', count: 0, available: 9, size: 9 }])).toBeNull();
});

test('a stratum that is drawn whole is a census, not a sample', () => {
  const text = precisionText([{ stratum: 'S1', count: 11, available: 11, size: 11 }]);
  expect(text).toMatch(/^With all 11 of S1 the draw is a census there: its shares have no sampling error/);
  expect(text).not.toMatch(/To halve it/);
});

test('what is left of a stratum after another sample is no census', () => {
  expect(precisionText([{ stratum: 'S1', count: 8, available: 8, size: 11 }])).toMatch(/^A code seen in .*more than S1 holds/);
});

test('a proposed name is one that no sample has', () => {
  expect(freeName([])).toBe('main');
  expect(freeName(['main', 'main 2', 'pilot'])).toBe('main 3');
});

test('a day makes a seed that can be read again', () => {
  expect(seedOfDay(new Date(2026, 6, 11))).toBe(20260711);
});

test('sizes and hashes are short', () => {
  expect(sizesText([{ stratum: 'S3', instanceIds: ['a'] }])).toBe('0 / 0 / 1');
  expect(shortHash('a41f3b7c09c2')).toBe('a41f…09c2');
});
