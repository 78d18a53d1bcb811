import { beforeEach, expect, test } from 'vitest';
import { AssayError } from '#shared/contract/errors.ts';
import {
  beforeSettling,
  changesPrepared,
  forgetUnsaved,
  mayMoveOn,
  prepareChange,
  retrySaving,
  saveChange,
  savingSettled,
  useSaving,
} from './saving.ts';

/** A disk that can be full; it keeps what was written, in order. */
function disk() {
  const written: string[] = [];
  const self = {
    full: false,
    written,
    trouble: new AssayError('SAVE_FAILED', 'The disk is full.', { next: 'Free some space.' }),
  };
  const write = (text: string) => async () => {
    await Promise.resolve();
    if (self.full) throw self.trouble;
    written.push(text);
    return { savedAt: `2026-07-09T14:02:${String(written.length).padStart(2, '0')}Z` };
  };
  return { self, written, write };
}

beforeEach(() => forgetUnsaved());

test('changes reach the disk one after the other, and the time shown is that of the disk', async () => {
  const { written, write } = disk();
  saveChange({ description: 'C1 added', save: write('C1') });
  saveChange({ description: 'C2 added', save: write('C2') });
  expect(useSaving.getState().state).toBe('saving');
  expect(await savingSettled()).toBe(true);
  expect(written).toEqual(['C1', 'C2']);
  expect(useSaving.getState()).toMatchObject({ state: 'idle', savedAt: '2026-07-09T14:02:02Z', waiting: [] });
});

test('a change that cannot be saved blocks moving on and is kept with all that follow', async () => {
  const { self, written, write } = disk();
  self.full = true;
  saveChange({ description: 'C1 added', save: write('C1') });
  expect(await savingSettled()).toBe(false);
  saveChange({ description: 'C2 added', save: write('C2') });
  expect(mayMoveOn()).toBe(false);
  expect(useSaving.getState().waiting.map((change) => change.description)).toEqual(['C1 added', 'C2 added']);
  expect(useSaving.getState().failure).toMatchObject({ code: 'SAVE_FAILED', next: 'Free some space.' });
  expect(written).toEqual([]);
  self.full = false;
  await retrySaving();
  expect(written).toEqual(['C1', 'C2']);
  expect(mayMoveOn()).toBe(true);
});

test('while a note waits, the newer text takes its place', async () => {
  const { self, written, write } = disk();
  self.full = true;
  saveChange({ description: 'note edited', key: 'note 1', save: write('dr') });
  await savingSettled();
  saveChange({ description: 'note edited', key: 'note 1', save: write('draft') });
  saveChange({ description: 'note edited', key: 'note 2', save: write('other') });
  self.full = false;
  await retrySaving();
  expect(written).toEqual(['draft', 'other']);
});

test('a note that is on its way is not replaced: the newer text follows it', async () => {
  const { written, write } = disk();
  saveChange({ description: 'note edited', key: 'note', save: write('a') });
  saveChange({ description: 'note edited', key: 'note', save: write('ab') });
  saveChange({ description: 'note edited', key: 'note', save: write('abc') });
  await savingSettled();
  expect(written).toEqual(['a', 'abc']);
});

test('an undo is not repeated when the service died during it; a label is', async () => {
  const { self, written, write } = disk();
  self.trouble = new AssayError('SERVICE_STOPPED', 'The service stopped.');
  self.full = true;
  saveChange({ description: 'undo', repeatable: false, save: write('undo') });
  await savingSettled();
  expect(useSaving.getState()).toMatchObject({ state: 'idle', waiting: [] });
  saveChange({ description: 'C1 added', save: write('C1') });
  await savingSettled();
  self.full = false;
  await retrySaving();
  expect(written).toEqual(['C1']);
});

test('what is still being typed is saved before the window closes', async () => {
  const { written, write } = disk();
  const stop = beforeSettling(() => saveChange({ description: 'note edited', save: write('note') }));
  expect(await savingSettled()).toBe(true);
  stop();
  expect(written).toEqual(['note']);
});

test('what is being read for a change is waited for, and a change of it saved, before the window closes', async () => {
  const { written, write } = disk();
  let arrive = () => {};
  const rows = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  prepareChange(rows.then(() => saveChange({ description: 'evidence attached', save: write('evidence') })));
  const settled = savingSettled();
  const undone = changesPrepared().then(() => written.push('undo asked for'));
  // Whatever else is saved does not wait for it.
  saveChange({ description: 'C1 added', save: write('C1') });
  await new Promise((resolve) => setTimeout(resolve));
  expect(written).toEqual(['C1']);
  arrive();
  expect(await settled).toBe(true);
  await undone;
  expect(written).toContain('evidence');
  expect(written.length).toBe(3);
});

test('where it cannot be read the window does not close at once, and does the next time', async () => {
  prepareChange(Promise.reject(new Error('The rows are gone.')));
  expect(await savingSettled()).toBe(false);
  expect(await savingSettled()).toBe(true);
});

test('an answer without a change keeps the time of the last one', async () => {
  const { write } = disk();
  saveChange({ description: 'C1 added', save: write('C1') });
  saveChange({ description: 'undo', save: async () => null });
  await savingSettled();
  expect(useSaving.getState().savedAt).toBe('2026-07-09T14:02:01Z');
});

test('a change that is made in the moment in which the one before it is saved does not wait for another', async () => {
  const { written, write } = disk();
  const stop = useSaving.subscribe(({ state }) => {
    if (state !== 'idle') return;
    stop();
    // As a screen does that is drawn anew: behind this, and before whoever waits for the saving hears of its end.
    queueMicrotask(() => saveChange({ description: 'C2 added', save: write('C2') }));
  });
  saveChange({ description: 'C1 added', save: write('C1') });
  expect(await savingSettled()).toBe(true);
  expect(written).toEqual(['C1', 'C2']);
});

test('what is typed after a failure replaces the newest text that waits, never one before it', async () => {
  const { self, written, write } = disk();
  self.full = true;
  const note = (text: string) => saveChange({ description: 'note edited', key: 'note 1', save: write(text) });
  note('k');
  // The first is on its way: this one waits behind it.
  note('ki');
  expect(await savingSettled()).toBe(false);
  note('kill');
  self.full = false;
  await retrySaving();
  expect(written.at(-1)).toBe('kill');
  expect(written).not.toContain('ki');
});
