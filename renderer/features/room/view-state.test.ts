import { expect, test } from 'vitest';
import { readLayout } from './view-state.ts';

test('a remembered layout comes back, and what is not understood falls back', () => {
  const layout = readLayout({ tab: 'schema', sideBySide: false, folded: 'yes', show: 'nobody', grouping: 'database', extra: 1 });
  expect(layout).toMatchObject({ tab: 'schema', sideBySide: false, folded: true, show: 'all', grouping: 'database' });
  expect(layout).not.toHaveProperty('extra');
});

test.each([null, undefined, 3, 'text', []])('%s gives the initial layout', (stored) => {
  expect(readLayout(stored)).toMatchObject({ tab: 'sql', show: 'all', formatted: true });
});
