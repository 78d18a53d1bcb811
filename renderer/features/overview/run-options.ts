import { create } from 'zustand';
import { DEFAULT_LIMITS } from '#shared/model/execution.ts';
import type { ExecutionOptions } from '../../client/activity.ts';

/** How the next run goes; the run box and the commands share it. */
export type RunOptions = { readonly timeoutSeconds: number; readonly jobs: number };

export const useRunOptions = create<RunOptions>(() => ({ timeoutSeconds: DEFAULT_LIMITS.timeoutMs / 1000, jobs: 2 }));

/** The chosen options as a run takes them. */
export function runOptions(): ExecutionOptions {
  const { timeoutSeconds, jobs } = useRunOptions.getState();
  return { jobs, timeoutMs: timeoutSeconds * 1000 };
}
