import { setTimeout as wait } from 'node:timers/promises';
import { AssayError } from '#shared/contract/errors.ts';
import type { ExecutionProgress, RunState } from '#shared/contract/execution.ts';
import type { VerificationRequest } from '#shared/contract/verification.ts';
import type { Connection } from '#shared/model/connection.ts';
import { DEFAULT_LIMITS } from '#shared/model/execution.ts';
import { neededQueries, selectionOf } from '../database/needed-queries.ts';
import type { Db } from '../database/open.ts';
import { endOfRun, openRun } from '../database/runs.ts';
import { addVerification, passRuns, type StoredVerification, verificationById } from '../database/verifications.ts';
import { planFrom } from '../execution/plan.ts';
import { connectionOf, EXECUTION, runPlan, withPause } from '../execution/run.ts';
import { ruleNamed } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';

type OnProgress = (progress: ExecutionProgress) => void;

/** Starts a check of determinism: every gold of the scope, pass by pass. Answers its number. */
export async function startVerification(
  session: Session,
  request: VerificationRequest,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<{ id: number }> {
  const { db } = session;
  const rule = ruleNamed(db, request.rule);
  const plan = planFrom(db, { ...request, systems: [] });
  if (neededQueries(db, selectionOf(plan)) === 0) {
    throw new AssayError('NOTHING_TO_DO', 'There is no gold query to run.', {
      next: 'Choose other instances or another engine.',
    });
  }
  return session.exclusively(EXECUTION, async () => {
    const connection = await connectionOf(session, null, plan);
    const id = addVerification(db, {
      passes: request.passes,
      rule: rule.id,
      ruleVersion: rule.version,
      gapSeconds: request.gapSeconds,
      plan,
      limits: { ...DEFAULT_LIMITS, ...request.limits },
    });
    await runPasses(session, verificationById(db, id)!, connection, signal, onProgress);
    return { id };
  });
}

/** Goes on with the latest verification. @throws AssayError NOTHING_TO_DO before the first one */
export async function resumeVerification(session: Session, signal: AbortSignal, onProgress: OnProgress): Promise<{ id: number }> {
  const verification = verificationById(session.db, null);
  if (verification === null) throw new AssayError('NOTHING_TO_DO', 'No verification was started yet.');
  return session.exclusively(EXECUTION, async () => {
    await runPasses(session, verification, await connectionOf(session, null, verification.plan), signal, onProgress);
    return { id: verification.id };
  });
}

/** Runs the passes that are not complete; rests where one of them does. */
async function runPasses(
  session: Session,
  verification: StoredVerification,
  connection: Connection | null,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<void> {
  const { db } = session;
  const { id, passes, gapSeconds, plan, limits } = verification;
  const golds = neededQueries(db, selectionOf(plan));
  const total = golds * passes.reduce((sum, runs) => sum + runs, 0);
  try {
    await withPause(session, async (pause) => {
      let before = 0;
      for (const [index, repetitions] of passes.entries()) {
        const known = passRuns(db, id)[index];
        if (known === undefined && index > 0)
          await restBetween(db, passRuns(db, id)[index - 1]!.run, gapSeconds, [signal, pause]);
        signal.throwIfAborted();
        if (pause.aborted) return;
        const run = known?.run ?? openRun(db, { limits, repetitions, verification: { id, pass: index + 1 } });
        const earlier = before;
        await runPlan(session, run, { plan, limits, connection, onVariants: false }, { signal, pause }, (progress) =>
          onProgress({ ...progress, done: earlier + progress.done, total }),
        );
        if (passRuns(db, id)[index]!.state !== 'finished') return;
        before += golds * repetitions;
      }
    });
  } finally {
    session.changed('execution');
  }
}

/** Waits until the gap after a pass is over, or a signal comes. */
async function restBetween(db: Db, run: number, gapSeconds: number, signals: AbortSignal[]): Promise<void> {
  const until = Date.parse(endOfRun(db, run) ?? '') + gapSeconds * 1000;
  await wait(Math.max(0, until - Date.now()), null, { signal: AbortSignal.any(signals) }).catch(() => {});
}

/** How a verification stands, from its passes. `underWay`: whether this process is running it. */
export function verificationState(db: Db, { id, passes }: StoredVerification, underWay: boolean): RunState {
  const runs = passRuns(db, id);
  if (runs.length === passes.length && runs.every(({ state }) => state === 'finished')) return 'finished';
  if (underWay) return 'running';
  const last = runs.at(-1)?.state ?? 'running';
  // Between two passes it rests; a pass that is running without a process was interrupted.
  if (last === 'finished') return 'paused';
  return last === 'running' ? 'interrupted' : last;
}
