import { expect, test } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

test('time between signs counts, a pause beyond the limit does not, and taking starts anew', () => {
  const watch = new Stopwatch(60_000);
  watch.sign(1_000);
  watch.sign(11_000);
  expect(watch.ms).toBe(10_000);
  watch.sign(71_000);
  expect(watch.ms).toBe(70_000);
  watch.sign(131_001);
  expect(watch.ms).toBe(70_000);
  expect(watch.take()).toBe(70_000);
  watch.sign(131_501);
  expect(watch.take()).toBe(500);
});

test('after a look elsewhere the next sign starts the clock', () => {
  const watch = new Stopwatch(60_000);
  watch.sign(0);
  watch.pause(5_000);
  watch.sign(20_000);
  watch.sign(21_000);
  expect(watch.take()).toBe(6_000);
});
