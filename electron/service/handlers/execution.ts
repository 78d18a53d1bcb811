import os from 'node:os';
import { countStates } from '#shared/analysis/accuracy.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import type { AssayContract, AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { ExecutionProgress, RunSummary } from '#shared/contract/execution.ts';
import type { Params } from '#shared/contract/rpc.ts';
import {
  DEFAULT_ATTEMPTS,
  DEFAULT_LIMITS,
  type EngineName,
  type ExecutionLimits,
  SNOWFLAKE_TIMEOUT_MS,
} from '#shared/model/execution.ts';
import type { JudgingMode } from '#shared/model/verdict.ts';
import { connectionFrom } from '../connections/connection-source.ts';
import { attemptsOf } from '../database/attempts.ts';
import {
  closeRun,
  currentRun,
  limitsOf,
  neededQueries,
  openRun,
  pendingQueries,
  reopenEnvironmentFailures,
  runSummary,
  setLimits,
} from '../database/executions.ts';
import { hasImportedPredictions } from '../database/imported-tables.ts';
import type { Db } from '../database/open.ts';
import { setJudgingMode } from '../database/verdicts.ts';
import { withUnchangedFiles } from '../execution/database-check.ts';
import { execute } from '../execution/execute.ts';
import { runOnVariants } from '../execution/variant-run.ts';
import { judge } from '../judging/judge.ts';
import { withRecordingFile } from '../recording/recording-file.ts';
import { includeRules, projectRules, ruleNamed, versionIn } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';
import { meanScore, projectVerdicts, requireRun } from '../strata/verdict-tables.ts';

type Methods = 'execution.start' | 'execution.current' | 'execution.attempts' | 'judge.run';

/** More runners than this gain nothing: the service stores what they find one after the other. */
const MOST_JOBS = 8;

/** A warehouse runs eight queries at once by default; half of it is left to others. */
const SNOWFLAKE_JOBS = 4;

type Start = Params<AssayContract, 'execution.start'>;

const defaultLimits = (db: Db, engine: EngineName | null): ExecutionLimits =>
  (engine === null || engine === 'snowflake') && neededQueries(db, 'snowflake') > 0
    ? { ...DEFAULT_LIMITS, timeoutMs: SNOWFLAKE_TIMEOUT_MS }
    : DEFAULT_LIMITS;

/** Runs what the current run lacks (or a new run); what is stored stays when it is cancelled. */
export async function runExecutions(
  session: Session,
  { jobs, limits, again, engine, connection, allowUnparsed, attempts }: Start,
  signal: AbortSignal,
  onProgress: (progress: ExecutionProgress) => void,
): Promise<RunSummary> {
  const { db } = session;
  const only = engine ?? null;
  if (neededQueries(db, only) === 0) {
    throw new AssayError('NOTHING_TO_DO', 'There is no query to run.', { next: 'Import a benchmark and predictions first.' });
  }
  return session.exclusively('An execution', async () => {
    const found = connection ? await connectionFrom(connection, session.keychain) : null;
    const latest = again ? null : currentRun(db);
    const run = latest ?? openRun(db, { ...defaultLimits(db, only), ...limits });
    const settled = { ...limitsOf(db, run), ...limits };
    setLimits(db, run, settled);
    reopenEnvironmentFailures(db, run, only);
    try {
      if (pendingQueries(db, run, only).length > 0) {
        const engines = await withUnchangedFiles(db, run, () =>
          withRecordingFile(db, (recording) =>
            execute({
              db,
              run,
              engine: only,
              snowflake: found && {
                connection: found,
                allowUnparsed: allowUnparsed ?? false,
                attempts: attempts ?? DEFAULT_ATTEMPTS,
                jobs: jobs ?? SNOWFLAKE_JOBS,
              },
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
      await runOnVariants({
        db,
        run,
        runnerEntry: session.files.runner,
        jobs: jobs ?? Math.min(os.availableParallelism(), MOST_JOBS),
        limits: settled,
        signal,
      });
    } finally {
      // Cancelled or failed, what was finished by then is stored and shown.
      session.changed('execution', 'project', 'verdicts');
    }
    return runSummary(db, run);
  });
}

export async function runJudging(
  session: Session,
  { rules: ruleIds, mode }: { rules: readonly string[] | null; mode?: JudgingMode | undefined },
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Rule[]> {
  const { db } = session;
  // Result tables that were handed in need no run of a query: their window is the judging itself.
  const run = currentRun(db) === null && hasImportedPredictions(db) ? openRun(db, DEFAULT_LIMITS) : requireRun(db);
  const rules = ruleIds === null ? projectRules(db) : ruleIds.map((id) => ruleNamed(db, id));
  try {
    await session.exclusively('A judging', () => {
      if (mode !== undefined) setJudgingMode(db, run, mode);
      includeRules(
        db,
        rules.map(({ id }) => id),
      );
      const versioned = rules.map((rule) => ({ id: rule.id, version: versionIn(db, run, rule) }));
      return judge({ db, run, rules: versioned, worker: session.worker, signal, onProgress });
    });
  } finally {
    session.changed('rules', 'verdicts', 'project');
  }
  return rules;
}

export const executionHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'execution.start': (start, { signal, progress }) => runExecutions(session, start, signal, progress),
  'execution.current': () => {
    const run = currentRun(session.db);
    return run === null ? null : runSummary(session.db, run);
  },
  'execution.attempts': ({ query }) => attemptsOf(session.db, requireRun(session.db), query),
  'judge.run': async (what, { signal, progress }) => {
    const onProgress = (done: number, total: number) => progress({ phase: 'Judging', done, total, etaSeconds: null });
    const rules = await runJudging(session, what, signal, onProgress);
    const run = requireRun(session.db);
    return rules.map((rule) => {
      const verdicts = projectVerdicts(session.db, run, rule);
      const { systems, table } = verdicts;
      return {
        rule: table.rule,
        ruleVersion: table.version,
        systems: systems.map((system, column) => ({
          system: system.name,
          group: system.group,
          counts: countStates(table.rows.map((row) => row[column]!)),
          meanScore: meanScore(verdicts, column),
        })),
      };
    });
  },
});
