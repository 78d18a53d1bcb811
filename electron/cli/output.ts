import { AssayError, expectedError, isCancellation } from '#shared/contract/errors.ts';

/** Exit codes of the command line. `usage`: what was asked for cannot be, as it was typed. */
export const EXIT = { ok: 0, failed: 1, usage: 2, cancelled: 130 } as const;

/**
 * Signs that a terminal acts on, but for the ends of lines and the tab, and those that turn the direction of what follows.
 * Names and messages come from files of others; what they hold must not run.
 */
const ACTED_ON =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g;

/** A text as a terminal may show it: those signs by their numbers, as JSON writes them. */
export const inert = (text: string): string =>
  text.replaceAll(ACTED_ON, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const print = (text: string): void => void process.stdout.write(`${inert(text)}\n`);

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** Prints an error as a person reads it, its next step and its causes; answers the exit code. */
export function printError(error: unknown, asJson: boolean): number {
  if (isCancellation(error)) {
    process.stderr.write('Cancelled. Everything finished is stored; the same command goes on from there.\n');
    return EXIT.cancelled;
  }
  const expected = expectedError(error);
  const known =
    expected instanceof AssayError ? expected : new AssayError('BUG', error instanceof Error ? error.message : String(error));
  if (asJson) printJson({ error: { code: known.code, message: known.message, next: known.next ?? null } });
  process.stderr.write(`${inert(known.message)}\n`);
  if (known.next !== undefined) process.stderr.write(`${inert(known.next)}\n`);
  for (let cause = known.cause; cause instanceof Error; cause = cause.cause)
    process.stderr.write(`  because: ${inert(cause.message)}\n`);
  return known.code === 'INVALID_INPUT' || known.code === 'CONNECTION_NEEDED' ? EXIT.usage : EXIT.failed;
}

/** A progress line on a terminal; nothing where the output goes to a file. */
export function progressLine(): { show(text: string): void; end(): void } {
  const { isTTY } = process.stderr;
  return {
    show: (text) => void (isTTY && process.stderr.write(`\r${inert(text)}\u001b[K`)),
    end: () => void (isTTY && process.stderr.write('\r\u001b[K')),
  };
}

/** Columns of text, the numbers right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const isNumeric = header.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const percent = (share: { share: number; low: number; high: number }): string =>
  `${(share.share * 100).toFixed(1)} (${(share.low * 100).toFixed(1)}–${(share.high * 100).toFixed(1)})`;
