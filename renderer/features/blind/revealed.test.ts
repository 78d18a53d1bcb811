import { beforeEach, expect, test, vi } from 'vitest';
import { coverScreen, revealScreen } from './revealed.ts';

const calls = vi.hoisted((): { method: string; answer: () => void }[] => []);
vi.mock('../../client/index.ts', () => ({
  assay: { call: (method: string) => new Promise<void>((resolve) => calls.push({ method, answer: resolve })) },
}));

beforeEach(() => calls.splice(0));

test('a screen that is left before the service has answered is covered again', async () => {
  const revealing = revealScreen('overview');
  coverScreen('overview');
  expect(calls.map(({ method }) => method)).toEqual(['blind.revealScreen', 'blind.coverScreen']);
  calls[0]!.answer();
  await revealing;
  coverScreen('overview');
  expect(calls, 'it was not shown, so nothing is left to cover').toHaveLength(2);
});

test('a screen that nobody revealed asks nothing of the service when it is left', () => {
  coverScreen('report');
  expect(calls).toEqual([]);
});
