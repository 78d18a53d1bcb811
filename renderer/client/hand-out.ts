import { create } from 'zustand';
import { CLIPBOARD_CHARACTERS } from '#shared/contract/desktop.ts';
import { AssayError, fromWireError } from '#shared/contract/errors.ts';
import { desktop } from './desktop.ts';
import { type Failure, failureOf } from './errors.ts';

// What leaves the window for the clipboard or a file. Where that fails the app says so, whoever asked for it.

/** The latest text that could not be handed out, until a person has read of it; `what` is `copy the SQL`, `save ids.csv`. */
export const useHandOut = create<{ failed: { what: string; failure: Failure } | null }>(() => ({ failed: null }));

export const dismissHandOut = (): void => useHandOut.setState({ failed: null });

async function told<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    useHandOut.setState({ failed: { what, failure: failureOf(error) } });
    return null;
  }
}

/** Puts a text on the clipboard. `what` names it where it could not be copied; the answer is whether it was. */
export async function copyOut(what: string, text: string | (() => string)): Promise<boolean> {
  const copied = await told(`copy ${what}`, async () => {
    const made = typeof text === 'string' ? text : text();
    if (made.length > CLIPBOARD_CHARACTERS) {
      const [has, most] = [made.length, CLIPBOARD_CHARACTERS].map((number) => number.toLocaleString('en-US'));
      throw new AssayError('INVALID_INPUT', `It has ${has} characters; the clipboard is given at most ${most}.`, {
        next: 'Select or copy less of it.',
      });
    }
    await desktop().copyText(made);
    return true;
  });
  return copied ?? false;
}

/** Asks where to save a file, and saves it. */
export async function saveOut(suggestedName: string, content: () => string | Promise<string>): Promise<void> {
  await told(`save ${suggestedName}`, async () => {
    const bytes = new TextEncoder().encode(await content());
    const answer = await desktop().saveFile({ suggestedName, bytes });
    if (answer !== null && 'error' in answer) throw fromWireError(answer.error);
  });
}
