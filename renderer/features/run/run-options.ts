import { create } from 'zustand';
import type { ConnectionSource } from '#shared/contract/connection.ts';
import type { RetriedStatus, RunRequest, RunScope } from '#shared/contract/execution.ts';
import { DEFAULT_ATTEMPTS, type EngineName } from '#shared/model/execution.ts';

/** How the next run goes; the run box, its dialog and the commands share it. */
export type RunOptions = {
  /** Null: as the current run has it. */
  readonly timeoutSeconds: number | null;
  readonly jobs: number;
  readonly attempts: number;
  readonly repetitions: number;
  /** 0: no limit. */
  readonly maxQueries: number;
  readonly connection: ConnectionSource | null;
  readonly allowUnparsed: boolean;
};

export const useRunOptions = create<RunOptions>(() => ({
  timeoutSeconds: null,
  jobs: 2,
  attempts: DEFAULT_ATTEMPTS,
  repetitions: 1,
  maxQueries: 0,
  connection: null,
  allowUnparsed: false,
}));

/** What a run is about; how it goes is in {@link RunOptions}. */
export type RunChoice = {
  readonly again: boolean;
  readonly scope: RunScope;
  /** Null: all. */
  readonly systems: readonly string[] | null;
  readonly engine: EngineName | null;
  readonly retry: readonly RetriedStatus[];
};

export const RUN_EVERYTHING: RunChoice = { again: false, scope: { of: 'all' }, systems: null, engine: null, retry: [] };

/** The choices as the service takes them. Repetitions belong to a run from its opening: only a new one is told. */
export function runRequest(choice: RunChoice, options: RunOptions = useRunOptions.getState()): RunRequest {
  const { again, scope, systems, engine, retry } = choice;
  return {
    again,
    jobs: options.jobs,
    limits: options.timeoutSeconds === null ? {} : { timeoutMs: options.timeoutSeconds * 1000 },
    attempts: options.attempts,
    allowUnparsed: options.allowUnparsed,
    ...(again ? { repetitions: options.repetitions } : {}),
    ...(scope.of === 'all' ? {} : { scope }),
    ...(systems === null ? {} : { systems: [...systems] }),
    ...(engine === null ? {} : { engine }),
    ...(retry.length === 0 || again ? {} : { retry: [...retry] }),
    ...(options.maxQueries === 0 ? {} : { maxQueries: options.maxQueries }),
    ...(options.connection === null ? {} : { connection: options.connection }),
  };
}

/** The request that runs all that the current run lacks, as the options stand. */
export const runEverything = (): RunRequest => runRequest(RUN_EVERYTHING);
