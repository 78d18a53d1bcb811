import { expect, test } from 'vitest';
import { AssayError, fromWireError, toWireError } from './errors.ts';

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['SQLITE_FULL', 'database or disk is full', /^The disk is full: /, /Free some space/],
  ['ENOSPC', 'no space left on device, write', /^The disk is full: /, /Free some space/],
  ['SQLITE_IOERR_WRITE', 'disk I/O error', /could not be written or read/, /Check that the disk/],
  ['EACCES', "permission denied, open '/x'", /could not be written or read/, /permissions/],
])('%s reaches the user with what to do', (code, text, message, next) => {
  const wire = toWireError(withCode(code, text));
  expect(wire).toEqual({
    code: 'SAVE_FAILED',
    message: expect.stringMatching(message),
    next: expect.stringMatching(next),
    cause: { code: 'BUG', message: text },
  });
  expect(wire.message).toContain(text);
});

test('what somebody has already put into words stays so, and a bug stays a bug', () => {
  const worded = new AssayError('SAVE_FAILED', 'The change could not be written.', { cause: withCode('SQLITE_FULL', 'full') });
  expect(toWireError(worded)).toEqual({
    code: 'SAVE_FAILED',
    message: 'The change could not be written.',
    cause: { code: 'BUG', message: 'full' },
  });
  expect(toWireError(withCode('SQLITE_CONSTRAINT', 'constraint failed')).code).toBe('BUG');
  expect(fromWireError(toWireError(new Error('odd'))).code).toBe('BUG');
});
