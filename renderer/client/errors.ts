import { AssayError, type ErrorCode, isCancellation } from '#shared/contract/errors.ts';

/** An error in the words that a person reads: what happened and, where there is one, what to do next. */
export type Failure = { code: ErrorCode; message: string; next: string | null; cause: string | null };

/** What happened and what to do next, in one text. */
export const failureText = ({ message, next }: Failure): string => (next === null ? message : `${message} ${next}`);

/** Any thrown value as a {@link Failure}. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : null;
  if (isCancellation(error)) return { code: 'CANCELLED', message: 'Cancelled.', next: null, cause };
  if (error instanceof AssayError) return { code: error.code, message: error.message, next: error.next ?? null, cause };
  return { code: 'BUG', message: error instanceof Error ? error.message : String(error), next: null, cause };
}
