import os from 'node:os';
import { countStates } from '#shared/analysis/accuracy.ts';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { ExecutionProgress, RunSummary } from '#shared/contract/execution.ts';
import { DEFAULT_LIMITS, type ExecutionLimits } from '#shared/model/execution.ts';
import {
  closeRun,
  currentRun,
  limitsOf,
  neededQueries,
  openRun,
  pendingQueries,
  runSummary,
  setLimits,
} from '../database/executions.ts';
import { withUnchangedFiles } from '../execution/database-check.ts';
import { execute } from '../execution/execute.ts';
import { judge } from '../judging/judge.ts';
import { withRecordingFile } from '../recording/recording-file.ts';
import type { Session } from '../session.ts';
import { projectRules, projectVerdicts, requireRun, ruleNamed } from '../strata/verdict-tables.ts';

type Methods = 'execution.start' | 'execution.current' | 'judge.run' | 'judge.rules';

/** More runners than this gain nothing: the service stores what they find one after the other. */
const MOST_JOBS = 8;

type Start = { jobs: number | null; limits: Partial<ExecutionLimits>; again: boolean };

/** Runs what the current run lacks (or a new run); what is stored stays when it is cancelled. */
export async function runExecutions(
  session: Session,
  { jobs, limits, again }: Start,
  signal: AbortSignal,
  onProgress: (progress: ExecutionProgress) => void,
): Promise<RunSummary> {
  const { db } = session;
  if (neededQueries(db) === 0) {
    throw new AssayError('NOTHING_TO_DO', 'There is no query to run.', { next: 'Import a benchmark and predictions first.' });
  }
  return session.exclusively('An execution', async () => {
    const latest = again ? null : currentRun(db);
    const run = latest ?? openRun(db, { ...DEFAULT_LIMITS, ...limits });
    const settled = { ...limitsOf(db, run), ...limits };
    setLimits(db, run, settled);
    try {
      if (pendingQueries(db, run).length > 0) {
        const engines = await withUnchangedFiles(db, run, () =>
          withRecordingFile(db, (recording) =>
            execute({
              db,
              run,
              runnerEntry: session.files.runner,
              jobs: jobs ?? Math.min(os.availableParallelism(), MOST_JOBS),
              limits: settled,
              recording,
              signal,
              onProgress,
            }),
          ),
        );
        closeRun(db, run, engines);
      }
    } finally {
      // Cancelled or failed, what was finished by then is stored and shown.
      session.changed('execution', 'project', 'verdicts');
    }
    return runSummary(db, run);
  });
}

export async function runJudging(
  session: Session,
  ruleIds: readonly string[] | null,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { db } = session;
  const run = requireRun(db);
  const rules = ruleIds === null ? projectRules() : ruleIds.map(ruleNamed);
  try {
    await session.exclusively('A judging', () => judge({ db, run, rules, worker: session.worker, signal, onProgress }));
  } finally {
    session.changed('verdicts', 'project');
  }
}

export const executionHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'execution.start': (start, { signal, progress }) => runExecutions(session, start, signal, progress),
  'execution.current': () => {
    const run = currentRun(session.db);
    return run === null ? null : runSummary(session.db, run);
  },
  'judge.run': async ({ rules }, { signal, progress }) => {
    await runJudging(session, rules, signal, (done, total) => progress({ phase: 'Judging', done, total, etaSeconds: null }));
    const run = requireRun(session.db);
    return (rules === null ? projectRules() : rules.map(ruleNamed)).map((rule) => {
      const { systems, table } = projectVerdicts(session.db, run, rule);
      return {
        rule: rule.id,
        ruleVersion: rule.version,
        systems: systems.map((system, column) => ({
          system: system.name,
          group: system.group,
          counts: countStates(table.rows.map((row) => row[column]!)),
        })),
      };
    });
  },
  'judge.rules': () => projectRules().map(({ id, version, title, source }) => ({ id, version, title, source })),
});
