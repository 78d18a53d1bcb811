import { afterEach, expect, test, vi } from 'vitest';
import type { Desktop } from '#shared/contract/desktop.ts';
import { AssayError, toWireError } from '#shared/contract/errors.ts';
import { copyOut, dismissHandOut, saveOut, useHandOut } from './hand-out.ts';

const desktopWith = (given: Partial<Desktop>) => vi.stubGlobal('window', { assay: given });
const failed = () => useHandOut.getState().failed;
afterEach(() => {
  vi.unstubAllGlobals();
  dismissHandOut();
});

test('what was copied says nothing', async () => {
  const written: string[] = [];
  desktopWith({ copyText: async (text) => void written.push(text) });
  expect(await copyOut('the SQL', 'a')).toBe(true);
  expect(await copyOut('the cell', () => 'b')).toBe(true);
  expect(written).toEqual(['a', 'b']);
  expect(failed()).toBeNull();
});

test('what could not be copied is told with the reason, wherever it fails', async () => {
  desktopWith({ copyText: () => Promise.reject(new AssayError('BUG', 'The clipboard is gone.')) });
  expect(await copyOut('the SQL', 'a')).toBe(false);
  expect(failed()).toMatchObject({ what: 'copy the SQL', failure: { message: 'The clipboard is gone.' } });
  await copyOut('the cell', 'x'.repeat(50_000_001));
  expect(failed()).toMatchObject({
    what: 'copy the cell',
    failure: { message: 'It has 50,000,001 characters; the clipboard is given at most 50,000,000.' },
  });
  await copyOut('the blob', () => {
    throw new RangeError('Invalid string length');
  });
  expect(failed()).toMatchObject({ what: 'copy the blob', failure: { message: 'Invalid string length' } });
});

test('a file that could not be written is told, one that was or that nobody wanted is not', async () => {
  const error = toWireError(new AssayError('SAVE_FAILED', 'ids.csv could not be written.', { next: 'Choose another place.' }));
  desktopWith({ saveFile: async () => ({ error }) });
  await saveOut('ids.csv', () => 'a');
  expect(failed()).toMatchObject({ what: 'save ids.csv', failure: { code: 'SAVE_FAILED', next: 'Choose another place.' } });
  dismissHandOut();
  for (const answer of [null, { path: '/tmp/ids.csv' }]) {
    desktopWith({ saveFile: async () => answer });
    await saveOut('ids.csv', () => 'a');
  }
  expect(failed()).toBeNull();
});
