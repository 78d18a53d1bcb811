import { expect, test } from 'vitest';
import { setRememberScope } from '../../ui/index.ts';
import { lowerPane, readLayout, restoreLayout, setView, useRoomView } from './view-state.ts';

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

test('what the queue is filtered by stays while its project is open, and goes when another is', () => {
  setRememberScope('one.assay');
  restoreLayout();
  setView({ filterText: 'sf_bq024', collapsed: new Set(['S2']), gold: { instance: 3, name: 'b' } });
  restoreLayout();
  expect(useRoomView.getState().filterText).toBe('sf_bq024');
  setRememberScope('other.assay');
  restoreLayout();
  expect(useRoomView.getState()).toMatchObject({ filterText: '', collapsed: new Set(), gold: null });
});
