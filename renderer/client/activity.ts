import { create } from 'zustand';
import { AssayError } from '#shared/contract/errors.ts';
import type { ExecutionProgress, RunRequest, RunSummary } from '#shared/contract/execution.ts';
import type { ImportItem } from '#shared/contract/import.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import type { VerificationRequest } from '#shared/contract/verification.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { type AssayProgress, type AssayResult, assay } from './assay.ts';
import { type Failure, failureOf } from './errors.ts';

export type ActivityKind = 'execution' | 'judging' | 'verification' | 'gold check' | 'import' | 'sample project' | 'report';

/** Something long that runs in the service, whichever screen is shown. */
export type Activity = {
  kind: ActivityKind;
  /** `paused`: it rests before its end, as asked for or at its limit, and goes on when resumed. */
  state: 'running' | 'pausing' | 'cancelling' | 'finished' | 'paused' | 'cancelled' | 'failed';
  /** What it does now, in the service's words. */
  phase: string;
  done: number;
  /** Null until it is known. */
  total: number | null;
  etaSeconds: number | null;
  startedAt: Date;
  /** Why it failed, or why it could not be paused. */
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
  activity !== null && ['running', 'pausing', 'cancelling'].includes(activity.state);

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
    update({ state: 'finished', etaSeconds: null, failure: null });
    return result;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'CANCELLED') update({ state: 'cancelled', etaSeconds: null, failure: null });
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

/** A run that rests before its end is no finished activity. */
const rested = (summary: RunSummary | null): RunSummary | null => {
  if (summary !== null && summary.state !== 'finished') update({ state: 'paused' });
  return summary;
};

/** Runs what is asked for; goes on where a cancelled or broken run stopped. */
export const startExecution = (request: RunRequest): Promise<RunSummary | null> =>
  run('execution', 'Running queries', (signal) =>
    assay.call('execution.start', request, { signal, onProgress: reportExecution }),
  ).then(rested);

/** Goes on with the current run as it was asked for. */
const resumeExecution = (): Promise<RunSummary | null> =>
  run('execution', 'Running queries', (signal) =>
    assay.call('execution.resume', null, { signal, onProgress: reportExecution }),
  ).then(rested);

/** Lets the queries that run now end, and starts no other. */
export function pauseActivity(): void {
  const { activity } = useActivity.getState();
  if (activity?.state !== 'running' || (activity.kind !== 'execution' && activity.kind !== 'verification')) return;
  update({ state: 'pausing', failure: null });
  assay.call('execution.pause', null).catch((error: unknown) => {
    // It may have ended meanwhile.
    if (useActivity.getState().activity?.state === 'pausing') update({ state: 'running', failure: failureOf(error) });
  });
}

/** Judges every prediction of the current run under every rule. */
export const startJudging = (): Promise<AssayResult<'judge.run'> | null> =>
  run('judging', 'Judging', (signal) => assay.call('judge.run', { rules: null }, { signal, onProgress: report }));

/** Judges what a run brought once it is complete. True when both came to their end. */
const thenJudge = async (running: Promise<RunSummary | null>): Promise<boolean> =>
  (await running)?.state === 'finished' && (await startJudging()) !== null;

/** Runs, then judges: the overview's one button. */
export const startRunAndJudge = (request: RunRequest): Promise<boolean> => thenJudge(startExecution(request));
/** The same with a run that rests. */
export const resumeRunAndJudge = (): Promise<boolean> => thenJudge(resumeExecution());

/** Runs golds again and again, pass by pass; nothing of it touches verdicts. */
export const startVerification = (request: VerificationRequest): Promise<{ id: number } | null> =>
  run('verification', 'Verifying gold', (signal) =>
    assay.call('verification.start', request, { signal, onProgress: reportExecution }),
  );

/** Goes on with the latest verification. */
export const resumeVerification = (): Promise<{ id: number } | null> =>
  run('verification', 'Verifying gold', (signal) =>
    assay.call('verification.resume', null, { signal, onProgress: reportExecution }),
  );

/** Looks for golds that may be wrong. */
export const startGoldCheck = (): Promise<AssayResult<'gold.check'> | null> =>
  run('gold check', 'Checking golds', (signal) => assay.call('gold.check', null, { signal, onProgress: report }));

/** Imports the items; the receipts, or null where it was cancelled or failed. */
export const startImport = (items: readonly ImportItem[]): Promise<StoredReceipt[] | null> =>
  run('import', 'Importing', (signal) => assay.call('import.run', { items: [...items] }, { signal, onProgress: report }));

/** Makes or opens the sample project at the path. */
export const startSample = (path: string, annotator: string): Promise<AssayResult<'project.openSample'> | null> =>
  run('sample project', 'Opening the sample', (signal) =>
    assay.call('project.openSample', { path, annotator }, { signal, onProgress: report }),
  );

/** Writes every file of the sample's report into a folder; their paths, or null where it was cancelled or failed. */
export const startReport = (sample: number, directory: string): Promise<AssayResult<'report.export'> | null> =>
  run('report', 'Writing the report', (signal) =>
    assay.call('report.export', { sample, directory }, { signal, onProgress: report }),
  );
