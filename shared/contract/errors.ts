/** What went wrong, as a stable code: texts may change, codes may not. */
export const ERROR_CODES = [
  'CANCELLED',
  'INVALID_INPUT',
  'UNKNOWN_METHOD',
  'NOT_FOUND',
  'NO_PROJECT',
  'PROJECT_EXISTS',
  'PROJECT_LOCKED',
  'PROJECT_NEWER',
  'PROJECT_CORRUPT',
  'NOT_A_PROJECT',
  'IMPORT_REFUSED',
  'NOTHING_TO_DO',
  'HIDDEN',
  'BUSY',
  'ENVIRONMENT',
  'SECRET_NEEDED',
  'CONNECTION_NEEDED',
  'SAVE_FAILED',
  'SERVICE_STOPPED',
  'BUG',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error as it crosses a process border: code, text, what to do next, and the cause chain as texts. */
export type WireError = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next?: string;
  readonly cause?: WireError | { readonly message: string };
};

/**
 * An expected failure: it has a code, a sentence for the user and, where there is one, what to do next.
 * Anything else that is thrown is a bug and travels with code BUG.
 */
export class AssayError extends Error {
  readonly code: ErrorCode;
  /** What the user can do next, as a sentence. */
  readonly next: string | undefined;

  constructor(code: ErrorCode, message: string, options: { next?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AssayError';
    this.code = code;
    this.next = options.next;
  }
}

/** True for cancellations, whether ours or an AbortSignal's. */
export const isCancellation = (error: unknown): boolean =>
  (error instanceof AssayError && error.code === 'CANCELLED') || (error instanceof Error && error.name === 'AbortError');

/** Codes of SQLite and of the file system for what cannot be written, and what helps. */
const STORAGE_FAULTS: readonly (readonly [RegExp, string, string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'The disk is full', 'Free some space, then try again. What was acknowledged before is kept.'],
  [
    /^(SQLITE_IOERR.*|EIO|EFBIG)$/,
    'The disk could not be written or read',
    'Check that the disk is still there and has space, then try again. What was acknowledged before is kept.',
  ],
  [
    /^(SQLITE_READONLY.*|EROFS|EACCES|EPERM)$/,
    'A file could not be written or read',
    'Check the permissions of the file and its folder, or choose another place.',
  ],
];

/** A fault of the disk, wherever it struck, as an error with a next step; anything else as it is. */
export function expectedError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof AssayError) return error;
  const code = String(error.code);
  const fault = STORAGE_FAULTS.find(([codes]) => codes.test(code));
  return fault === undefined
    ? error
    : new AssayError('SAVE_FAILED', `${fault[1]}: ${error.message}.`, { next: fault[2], cause: error });
}

/** Any thrown value as a {@link WireError}. */
export const toWireError = (error: unknown): WireError => wireErrorOf(expectedError(error), 4);

/** Depth-limited, so that a cyclic cause chain ends. */
function wireErrorOf(error: unknown, depth: number): WireError {
  const cause =
    error instanceof Error && error.cause !== undefined && depth > 0 ? wireErrorOf(error.cause, depth - 1) : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (isCancellation(error)) return { code: 'CANCELLED', message };
  if (error instanceof AssayError) {
    return { code: error.code, message, ...(error.next === undefined ? {} : { next: error.next }), ...(cause ? { cause } : {}) };
  }
  return { code: 'BUG', message, ...(cause ? { cause } : {}) };
}

/** The receiving side's error for a {@link WireError}: code, next step and causes survive. */
export function fromWireError(wire: WireError): AssayError {
  const cause =
    wire.cause === undefined ? undefined : 'code' in wire.cause ? fromWireError(wire.cause) : new Error(wire.cause.message);
  return new AssayError(wire.code, wire.message, {
    ...(wire.next === undefined ? {} : { next: wire.next }),
    ...(cause ? { cause } : {}),
  });
}
