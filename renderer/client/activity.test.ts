import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AssayError } from '#shared/contract/errors.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import {
  cancelActivity,
  dismissActivity,
  isBusy,
  pauseActivity,
  startExecution,
  startImport,
  startJudging,
  startReport,
  startRunAndJudge,
  useActivity,
} from './activity.ts';

type Call = {
  method: string;
  signal: AbortSignal;
  progress: (data: unknown) => void;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

const calls: Call[] = [];
vi.mock('./assay.ts', () => ({
  assay: {
    call: (method: string, _params: unknown, options?: { signal: AbortSignal; onProgress: (data: unknown) => void }) =>
      new Promise((resolve, reject) =>
        calls.push({
          method,
          signal: options?.signal ?? new AbortController().signal,
          progress: options?.onProgress ?? (() => {}),
          resolve,
          reject,
        }),
      ),
  },
}));

const flush = () => new Promise((resolve) => setTimeout(resolve));
const activity = () => useActivity.getState().activity;
const progress: ProgressReport = { phase: 'reading', done: 3, total: 10, etaSeconds: 2 };

beforeEach(() => calls.splice(0));
afterEach(() => useActivity.setState({ activity: null }));

const REQUEST = { jobs: 2, limits: {}, again: false };

test('progress is kept where every screen can see it', async () => {
  const import_ = startImport([]);
  calls[0]!.progress(progress);
  expect(activity()).toMatchObject({ kind: 'import', state: 'running', phase: 'reading', done: 3, total: 10, etaSeconds: 2 });
  calls[0]!.resolve(['receipt']);
  expect(await import_).toEqual(['receipt']);
  expect(activity()).toMatchObject({ state: 'finished', etaSeconds: null });
});

test('a second one is refused while the first runs', async () => {
  void startImport([]);
  await expect(startJudging()).rejects.toMatchObject({ code: 'BUSY' });
  calls[0]!.resolve([]);
  await flush();
  expect(isBusy()).toBe(false);
});

test('an export of the report is an activity: its progress is seen, and it is cancelled, from every screen', async () => {
  const written = startReport(1, '/out');
  calls[0]!.progress({ ...progress, phase: 'Writing the report' });
  expect(activity()).toMatchObject({ kind: 'report', state: 'running', done: 3, total: 10 });
  cancelActivity();
  expect(calls[0]).toMatchObject({ method: 'report.export', signal: { aborted: true } });
  calls[0]!.reject(new AssayError('CANCELLED', 'Cancelled.'));
  expect(await written).toBeNull();
});

test('cancelling is told to the service and shown until it has stopped', async () => {
  const run = startExecution(REQUEST);
  cancelActivity();
  expect(calls[0]!.signal.aborted).toBe(true);
  expect(activity()?.state).toBe('cancelling');
  expect(isBusy()).toBe(true);
  calls[0]!.reject(new AssayError('CANCELLED', 'Cancelled.'));
  expect(await run).toBeNull();
  expect(activity()).toMatchObject({ state: 'cancelled', failure: null });
});

test('a failure keeps its words and its next step until it is dismissed', async () => {
  const run = startJudging();
  calls[0]!.reject(new AssayError('NOTHING_TO_DO', 'Nothing has run yet.', { next: 'Run first.' }));
  expect(await run).toBeNull();
  expect(activity()?.failure).toMatchObject({ code: 'NOTHING_TO_DO', next: 'Run first.' });
  dismissActivity();
  expect(activity()).toBeNull();
});

test('a run that was paused rests and is not judged', async () => {
  const both = startRunAndJudge(REQUEST);
  pauseActivity();
  expect(activity()?.state).toBe('pausing');
  expect(isBusy()).toBe(true);
  expect(calls.map((call) => call.method)).toEqual(['execution.start', 'execution.pause']);
  calls[1]!.resolve(null);
  calls[0]!.resolve({ runId: 1, state: 'paused' });
  expect(await both).toBe(false);
  expect(activity()?.state).toBe('paused');
  expect(isBusy()).toBe(false);
});

test('a pause that fails says why while the run goes on, and never brings back a run that has ended', async () => {
  const run = startExecution(REQUEST);
  pauseActivity();
  calls[1]!.reject(new AssayError('SERVICE_STOPPED', 'The service does not answer.'));
  await flush();
  expect(activity()).toMatchObject({ state: 'running', failure: { message: 'The service does not answer.' } });
  pauseActivity();
  expect(activity()?.failure).toBeNull();
  calls[0]!.resolve({ runId: 1, state: 'finished' });
  await run;
  calls[2]!.reject(new AssayError('SERVICE_STOPPED', 'The service does not answer.'));
  await flush();
  expect(activity()).toMatchObject({ state: 'finished', failure: null });
});

test('judging follows a run, and not one that was cancelled', async () => {
  const both = startRunAndJudge(REQUEST);
  calls[0]!.resolve({ runId: 1, state: 'finished' });
  await flush();
  expect(calls.map((call) => call.method)).toEqual(['execution.start', 'judge.run']);
  calls[1]!.resolve([]);
  expect(await both).toBe(true);

  const cancelled = startRunAndJudge(REQUEST);
  calls[2]!.reject(new AssayError('CANCELLED', 'Cancelled.'));
  expect(await cancelled).toBe(false);
  expect(calls).toHaveLength(3);
});
