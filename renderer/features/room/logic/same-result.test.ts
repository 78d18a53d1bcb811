import { expect, test } from 'vitest';
import { applyEdit, EMPTY_LABEL, type Label } from '#shared/model/label.ts';
import { effectOfCopy } from './same-result.ts';

const source: Label = { ...EMPTY_LABEL, codes: ['C2'], primary: 'C2', note: 'wrong status', status: 'done' };
const copy: Label = { ...source, copiedFrom: 1 };

test('a copy is there already, until its original says something else', () => {
  expect(effectOfCopy(1, source, copy)).toBe('none');
  expect(effectOfCopy(1, source, { ...copy, flagged: true })).toBe('none');
  expect(effectOfCopy(1, { ...source, note: 'wrong range' }, copy)).toBe('fills');
  expect(effectOfCopy(1, { ...source, codeVersions: { C2: 2 } }, copy)).toBe('fills');
});

test('a copy fills an empty label and replaces what was set by hand, be it only a note', () => {
  expect(effectOfCopy(1, source, EMPTY_LABEL)).toBe('fills');
  expect(effectOfCopy(1, source, applyEdit(EMPTY_LABEL, { field: 'note', text: 'another reading' }, 1))).toBe('replaces');
  expect(effectOfCopy(1, source, { ...EMPTY_LABEL, status: 'undecided' })).toBe('replaces');
});
