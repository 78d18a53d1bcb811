import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setRememberScope } from '../../ui/index.ts';
import { NO_FACETS } from './logic/facets.ts';
import { lowerPane, readLayout, restoreLayout, setLayout, setView, useRoomView } from './view-state.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => void vi.unstubAllGlobals());

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

test('what the queue is filtered by is remembered for its project; what was looked at goes with it', () => {
  setRememberScope('one.assay');
  restoreLayout();
  setLayout({ filterText: 'sf_bq024', facets: { ...NO_FACETS, code: 'C2' } });
  setView({ collapsed: new Set(['S2']), gold: { instance: 3, name: 'b' } });
  restoreLayout();
  expect(useRoomView.getState().filterText).toBe('sf_bq024');
  setRememberScope('other.assay');
  restoreLayout();
  expect(useRoomView.getState()).toMatchObject({ filterText: '', facets: NO_FACETS, collapsed: new Set(), gold: null });
  setRememberScope('one.assay');
  restoreLayout();
  expect(useRoomView.getState()).toMatchObject({ filterText: 'sf_bq024', facets: { code: 'C2' }, collapsed: new Set() });
});
