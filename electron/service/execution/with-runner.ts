import { RunnerProcess } from './runner-process.ts';

/** A runner that dies while it starts is started again. */
const STARTS_UNTIL_ERROR = 3;

/**
 * Lends `work` a sql-runner: each call of `ready` answers the same one, ready for a request, or another where that has
 * ended. It is stopped when `work` has ended or the signal aborts, whatever it is at.
 * @throws the signal's reason when cancelled, or what keeps a runner from starting
 */
export async function withRunner<T>(
  entry: string,
  signal: AbortSignal,
  work: (ready: () => Promise<RunnerProcess>) => Promise<T>,
): Promise<T> {
  let current: RunnerProcess | null = null;
  const stop = () => current?.stop();
  const ready = async (): Promise<RunnerProcess> => {
    for (let start = 1; ; start++) {
      signal.throwIfAborted();
      const runner: RunnerProcess = current === null || current.exited ? new RunnerProcess(entry) : current;
      current = runner;
      try {
        await runner.ready;
        return runner;
      } catch (error) {
        runner.stop();
        if (start === STARTS_UNTIL_ERROR) throw error;
      }
    }
  };
  signal.addEventListener('abort', stop);
  try {
    return await work(ready);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
