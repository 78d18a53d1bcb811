import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectAtRest } from './garbage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const events = new EventTarget();
  const collect = vi.fn(async () => {});
  collectAtRest(events, collect);
  const work = (inputs: number) => {
    for (let input = 0; input < inputs; input++) {
      events.dispatchEvent(new Event(['keydown', 'pointerdown', 'wheel'][input % 3]!));
      vi.advanceTimersByTime(500);
    }
  };
  return { collect, work };
}

test('it is collected once after much was done, and not while somebody still works', () => {
  const { collect, work } = watched();
  work(40);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledOnce();
  work(40);
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

test('a few keys between long rests are no reason to collect each time', () => {
  const { collect, work } = watched();
  for (let round = 0; round < 5; round++) {
    work(3);
    vi.advanceTimersByTime(10_000);
  }
  expect(collect).not.toHaveBeenCalled();
});
