import { expect, test } from 'vitest';
import { lowerPane, readLayout } from './view-state.ts';

test('a remembered layout comes back, and what is not understood falls back', () => {
  const layout = readLayout({ tab: 'schema', sideBySide: false, folded: 'yes', show: 'nobody', grouping: 'database', extra: 1 });
  expect(layout).toMatchObject({ tab: 'schema', sideBySide: false, folded: true, show: 'all', grouping: 'database' });
  expect(layout).not.toHaveProperty('extra');
});

test.each([null, undefined, 3, 'text', []])('%s gives the initial layout', (stored) => {
  expect(readLayout(stored)).toMatchObject({ tab: 'sql', show: 'all', formatted: true });
});

test('what stands below each tab is remembered, and a pane never stands below itself', () => {
  const { lower } = readLayout({ lower: { trajectory: 'schema', sql: 'nowhere' }, beside: true });
  expect(lower).toMatchObject({ trajectory: 'schema', sql: 'results', schema: 'none' });
  expect(lowerPane({ tab: 'trajectory', lower })).toBe('schema');
  expect(lowerPane({ tab: 'schema', lower: { ...lower, schema: 'schema' } })).toBe('none');
});
