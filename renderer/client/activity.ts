import { create } from 'zustand';
import { AssayError } from '#shared/contract/errors.ts';
import type { ExecutionProgress, RunSummary } from '#shared/contract/execution.ts';
import type { ImportItem } from '#shared/contract/import.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { type AssayProgress, type AssayResult, assay } from './assay.ts';
import { type Failure, failureOf } from './errors.ts';

export type ActivityKind = 'execution' | 'judging' | 'gold check' | 'import' | 'sample project';

/** Something long that runs in the service, whichever screen is shown. */
export type Activity = {
  kind: ActivityKind;
  state: 'running' | 'cancelling' | 'finished' | 'cancelled' | 'failed';
  /** What it does now, in the service's words. */
  phase: string;
  done: number;
  /** Null until it is known. */
  total: number | null;
  etaSeconds: number | null;
  startedAt: Date;
  failure: Failure | null;
  /** Counts by status and the queries that run now; only for an execution. */
  execution: ExecutionProgress | null;
};

type ActivityStore = {
  /** The one that runs, or the last that ended and was not dismissed. */
  activity: Activity | null;
};

export const useActivity = create<ActivityStore>(() => ({ activity: null }));

let controller: AbortController | null = null;

const update = (change: Partial<Activity>) =>
  useActivity.setState(({ activity }) => ({ activity: activity && { ...activity, ...change } }));

/** Whether something long runs now. */
export const isBusy = (activity: Activity | null = useActivity.getState().activity): boolean =>
  activity !== null && (activity.state === 'running' || activity.state === 'cancelling');

/** Runs one long thing and keeps its progress. Answers null where it was cancelled or failed; the store says which. */
async function run<T>(kind: ActivityKind, phase: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  if (isBusy()) throw new AssayError('BUSY', 'Something else is running.', { next: 'Wait until it has ended, or cancel it.' });
  const own = new AbortController();
  controller = own;
  useActivity.setState({
    activity: {
      kind,
      state: 'running',
      phase,
      done: 0,
      total: null,
      etaSeconds: null,
      startedAt: new Date(),
      failure: null,
      execution: null,
    },
  });
  try {
    const result = await work(own.signal);
    update({ state: 'finished', etaSeconds: null });
    return result;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'CANCELLED') update({ state: 'cancelled', etaSeconds: null });
    else update({ state: 'failed', etaSeconds: null, failure });
    return null;
  } finally {
    if (controller === own) controller = null;
  }
}

const report = ({ phase, done, total, etaSeconds }: ProgressReport) => update({ phase, done, total, etaSeconds });

/** Cancels what runs; what is already stored stays. */
export function cancelActivity(): void {
  if (!isBusy()) return;
  update({ state: 'cancelling' });
  controller?.abort();
}

/** Takes the note about what has ended away. */
export function dismissActivity(): void {
  if (!isBusy()) useActivity.setState({ activity: null });
}

const reportExecution = (progress: AssayProgress<'execution.start'>) =>
  update({ done: progress.done, total: progress.total, etaSeconds: progress.etaSeconds, execution: progress });

export type ExecutionOptions = { jobs?: number | null; timeoutMs?: number; rowCap?: number; again?: boolean };

const executionParams = ({ jobs = null, timeoutMs, rowCap, again = false }: ExecutionOptions) => ({
  jobs,
  limits: { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(rowCap === undefined ? {} : { rowCap }) },
  again,
});

/** Runs what the current run lacks; `again` opens a new run. Goes on where a cancelled or broken run stopped. */
export const startExecution = (options: ExecutionOptions = {}): Promise<RunSummary | null> =>
  run('execution', 'Running queries', (signal) =>
    assay.call('execution.start', executionParams(options), { signal, onProgress: reportExecution }),
  );

/** Judges every prediction of the current run under every rule. */
export const startJudging = (): Promise<AssayResult<'judge.run'> | null> =>
  run('judging', 'Judging', (signal) => assay.call('judge.run', { rules: null }, { signal, onProgress: report }));

/** Looks for golds that may be wrong. */
export const startGoldCheck = (): Promise<AssayResult<'gold.check'> | null> =>
  run('gold check', 'Checking golds', (signal) => assay.call('gold.check', null, { signal, onProgress: report }));

/** Runs, then judges: the overview's one button. True when both came to their end. */
export async function startRunAndJudge(options: ExecutionOptions = {}): Promise<boolean> {
  const executed = await startExecution(options);
  return executed !== null && (await startJudging()) !== null;
}

/** Imports the items; the receipts, or null where it was cancelled or failed. */
export const startImport = (items: readonly ImportItem[]): Promise<StoredReceipt[] | null> =>
  run('import', 'Importing', (signal) => assay.call('import.run', { items: [...items] }, { signal, onProgress: report }));

/** Makes or opens the sample project at the path. */
export const startSample = (path: string, annotator: string): Promise<AssayResult<'project.openSample'> | null> =>
  run('sample project', 'Opening the sample', (signal) =>
    assay.call('project.openSample', { path, annotator }, { signal, onProgress: report }),
  );
