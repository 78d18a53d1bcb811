import { countStates } from '#shared/analysis/accuracy.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import { DEFAULT_LIMITS } from '#shared/model/execution.ts';
import type { JudgingMode } from '#shared/model/verdict.ts';
import { attemptsOf } from '../database/attempts.ts';
import { derived } from '../database/derived.ts';
import { latestRun } from '../database/executions.ts';
import { hasImportedPredictions } from '../database/imported-tables.ts';
import { executionsInStatus } from '../database/listed-executions.ts';
import { openRun, runSummary } from '../database/runs.ts';
import { setJudgingMode } from '../database/verdicts.ts';
import { dryRun } from '../execution/plan.ts';
import { resumeExecutions, runExecutions } from '../execution/run.ts';
import { judge } from '../judging/judge.ts';
import { includeRules, projectRules, ruleNamed, versionIn } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';
import { meanScore, projectVerdicts, requireLatestRun } from '../strata/verdict-tables.ts';

type Methods =
  | 'execution.start'
  | 'execution.resume'
  | 'execution.pause'
  | 'execution.plan'
  | 'execution.list'
  | 'execution.current'
  | 'execution.attempts'
  | 'judge.run';

/**
 * Judges the current run under the rules (null: the project's) and answers them; `mode` says how queries that ran several
 * times are judged from now on. @throws AssayError NOTHING_TO_DO before the first run, unless result tables were imported
 */
export async function runJudging(
  session: Session,
  { rules: ruleIds, mode }: { rules: readonly string[] | null; mode?: JudgingMode | undefined },
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Rule[]> {
  const { db } = session;
  // Result tables that were handed in need no run of a query: their window is the judging itself.
  const run =
    latestRun(db) === null && hasImportedPredictions(db) ? openRun(db, { limits: DEFAULT_LIMITS }) : requireLatestRun(db);
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
  'execution.resume': (_, { signal, progress }) => resumeExecutions(session, signal, progress),
  'execution.pause': () => {
    session.pausing?.abort();
    return null;
  },
  'execution.plan': (request) => dryRun(session.db, request),
  'execution.list': ({ status, limit }) => executionsInStatus(session.db, requireLatestRun(session.db), status, limit),
  'execution.current': () => {
    const run = latestRun(session.db);
    const underWay = session.pausing !== null;
    return run === null ? null : derived(session.db, `run ${run} ${underWay}`, () => runSummary(session.db, run, underWay));
  },
  'execution.attempts': ({ query }) => attemptsOf(session.db, requireLatestRun(session.db), query),
  'judge.run': async (what, { signal, progress }) => {
    const onProgress = (done: number, total: number) => progress({ phase: 'Judging', done, total, etaSeconds: null });
    const rules = await runJudging(session, what, signal, onProgress);
    const run = requireLatestRun(session.db);
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
