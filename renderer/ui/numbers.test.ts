import { expect, test } from 'vitest';
import { clock, count, counted, duration, percent } from './numbers.ts';

test('durations are as fine as they are short', () => {
  expect([320, 2_640, 9_960, 36_000, 59_700, 200_000, 6_600_000].map(duration)).toEqual([
    '320 ms',
    '2.6 s',
    '10 s',
    '36 s',
    '1 min 0 s',
    '3 min 20 s',
    '1 h 50 min',
  ]);
});

test('counts have separators and their noun', () => {
  expect(count(1034)).toBe('1,034');
  expect([counted(1, 'instance'), counted(4120, 'instance'), counted(2, 'query', 'queries')]).toEqual([
    '1 instance',
    '4,120 instances',
    '2 queries',
  ]);
});

test('a share is a percentage with one decimal place', () => {
  expect(percent(0.6749)).toBe('67.5');
});

test('a time that cannot be read shows nothing', () => {
  expect(clock('soon')).toBe('');
});
