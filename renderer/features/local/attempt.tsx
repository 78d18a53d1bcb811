import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ProgressReport } from '#shared/contract/method.ts';
import { failureOf, failureText } from '../../client/index.ts';
import { Button, ProgressBar } from '../../ui/index.ts';

type Context = { readonly signal: AbortSignal; readonly onProgress: (report: ProgressReport) => void };
type State = {
  readonly running: { readonly what: string; readonly done: number; readonly total: number | null } | null;
  readonly note: { readonly text: string; readonly failed: boolean } | null;
};

/** Runs one thing at a time in a dialog, with its progress; closing the dialog cancels it. `work` answers what to say. */
export function useAttempt() {
  const [state, setState] = useState<State>({ running: null, note: null });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const attempt = async (what: string, work: (context: Context) => Promise<string | null>) => {
    const own = new AbortController();
    controller.current = own;
    setState({ running: { what, done: 0, total: null }, note: null });
    const onProgress = ({ done, total }: ProgressReport) => setState({ running: { what, done, total }, note: null });
    try {
      const text = await work({ signal: own.signal, onProgress });
      setState({ running: null, note: text === null ? null : { text, failed: false } });
    } catch (thrown) {
      const failure = failureOf(thrown);
      const cancelled = failure.code === 'CANCELLED';
      const text = cancelled ? 'Cancelled. What had finished is kept.' : failureText(failure);
      setState({ running: null, note: { text, failed: !cancelled } });
    }
  };
  const { running, note } = state;
  const shown: ReactNode =
    running !== null ? (
      <div className="lo-running" role="status">
        <span>
          {running.what}
          {running.total !== null && ` ${running.done} of ${running.total}`}…
        </span>
        <ProgressBar label={running.what} done={running.done} total={running.total} />
        <Button size="small" onClick={() => controller.current?.abort()}>
          Cancel
        </Button>
      </div>
    ) : note !== null ? (
      <p className={note.failed ? 'u-danger' : 'u-text-2'} role={note.failed ? 'alert' : 'status'}>
        {note.text}
      </p>
    ) : null;
  return { attempt, busy: running !== null, shown };
}
