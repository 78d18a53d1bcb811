import { wilson } from '#shared/analysis/interval.ts';
import { type VerificationPass, verificationFigures } from '#shared/analysis/metrics/verification.ts';
import type { UnstableGold, VerificationReport } from '#shared/contract/verification.ts';
import type { Stability, StabilityTask } from '../comparison/stability.ts';
import { executionsOfRun, type StoredExecution, storedTable } from '../database/executions.ts';
import { selectionOf } from '../database/needed-queries.ts';
import { userRules } from '../database/rules.ts';
import { runSummary } from '../database/runs.ts';
import { passRuns, type VerifiedGold, verificationById, verifiedGolds } from '../database/verifications.ts';
import type { Session } from '../session.ts';
import { verificationState } from './verify.ts';

/** The runs of a gold in the passes that checked it. */
type Checked = {
  readonly gold: VerifiedGold;
  readonly passes: readonly { readonly pass: number; readonly asked: number; readonly runs: readonly StoredExecution[] }[];
};

const idOf = ({ instanceId, name }: VerifiedGold): string => (name === '' ? instanceId : `${instanceId} ${name}`);

/** What the runs of a verification (null: the latest) show so far; null where there is none. */
export async function verificationReport(session: Session, id: number | null): Promise<VerificationReport | null> {
  const { db } = session;
  const verification = verificationById(db, id);
  if (verification === null) return null;
  const { instanceIds, engine } = selectionOf(verification.plan);
  const golds = verifiedGolds(db, instanceIds, engine);
  const runs = passRuns(db, verification.id);
  const executions = runs.map(({ run }) => executionsOfRun(db, run));
  const runsOf = (gold: VerifiedGold, pass: number) => executions[pass]!.get(gold.query) ?? [];
  const isAbsent = (gold: VerifiedGold, pass: number) => runsOf(gold, pass).some(({ status }) => status === 'environment');

  const checked = golds.map((gold): Checked => {
    const passes = runs.flatMap((_, pass) => {
      const asked = verification.passes[pass]!;
      const own = runsOf(gold, pass);
      return own.length < asked || isAbsent(gold, pass) ? [] : [{ pass, asked, runs: own }];
    });
    return { gold, passes };
  });
  const stabilities = new Map<Checked, Stability>();
  for (const each of checked) {
    if (each.passes.length > 0) stabilities.set(each, await stability(session, each, verification.rule));
  }
  const passes = runs.map(
    (_, pass): VerificationPass => ({
      runs: verification.passes[pass]!,
      instances: checked.flatMap((each) => {
        const at = each.passes.findIndex((entry) => entry.pass === pass);
        return at === -1 ? [] : [{ id: idOf(each.gold), agreeing: stabilities.get(each)!.agreeing[at]! }];
      }),
    }),
  );
  const figures = verificationFigures(passes);
  const unstable = checked.filter((each) => isUnstable(each, stabilities.get(each)));
  const whole = checked.filter((each) => each.passes.length === verification.passes.length);
  const last = runs.at(-1);
  return {
    id: verification.id,
    startedAt: verification.startedAt,
    state: verificationState(db, verification, session.pausing !== null),
    stopReason: last === undefined ? null : runSummary(db, last.run, false).stopReason,
    rule: verification.rule,
    ruleVersion: verification.ruleVersion,
    gapSeconds: verification.gapSeconds,
    scope: verification.plan.instances?.title ?? null,
    golds: golds.length,
    passes: runs.map(({ run }, pass) => {
      const { window } = runSummary(db, run, false);
      const { consistent, consistentSoFar, newlyInconsistent } = figures[pass]!;
      return {
        pass: pass + 1,
        runs: verification.passes[pass]!,
        window: window && { from: window.from, to: window.to },
        checked: passes[pass]!.instances.length,
        consistent,
        consistentSoFar,
        newlyInconsistent: newlyInconsistent.length,
      };
    }),
    environment: golds.filter((gold) => runs.some((_, pass) => isAbsent(gold, pass))).length,
    verified: wilson(whole.filter((each) => !unstable.includes(each)).length, whole.length),
    unstable: unstable.map((each) => toUnstable(each, stabilities.get(each)!)),
  };
}

const isUnstable = ({ passes }: Checked, found: Stability | undefined): boolean =>
  found !== undefined && (!found.agreesBetweenPasses || found.agreeing.some((agreeing, at) => agreeing < passes[at]!.asked));

/** Asks the comparison thread where results differ; equal ones agree without being unpacked. */
async function stability(session: Session, { gold, passes }: Checked, rule: string): Promise<Stability> {
  const ran = passes.map(({ runs }) => runs.filter(({ status }) => status === 'ok'));
  const hashes = new Set(ran.flat().map(({ resultHash }) => resultHash!));
  if (hashes.size <= 1) return { agreeing: ran.map((runs) => runs.length), agreesBetweenPasses: true, variation: null };
  const task: StabilityTask = {
    passes: ran.map((runs) =>
      runs.map(({ resultHash, cappedBy, rowCount }) => ({
        hash: resultHash!,
        complete: cappedBy === null,
        rowCount: rowCount ?? 0,
      })),
    ),
    rule,
    goldSql: gold.sql,
    ignoreOrder: gold.ignoreOrder,
    conditionColumns: gold.conditionColumns,
  };
  const tables = new Map([...hashes].map((hash) => [hash, storedTable(session.db, hash)]));
  return session.worker.ask({ ask: 'stability', tables, task, userRules: userRules(session.db) });
}

function toUnstable({ gold, passes }: Checked, { agreeing, agreesBetweenPasses, variation }: Stability): UnstableGold {
  const failed = passes.flatMap(({ runs }) => runs.filter(({ status }) => status !== 'ok'));
  const results = passes.flatMap(({ runs }) => runs.filter(({ status }) => status === 'ok'));
  return {
    instance: gold.instance,
    instanceId: gold.instanceId,
    gold: gold.name,
    database: gold.database,
    engine: gold.engine,
    sql: gold.sql,
    passes: passes.map(({ pass, asked, runs }, at) => ({
      pass: pass + 1,
      agreeing: agreeing[at]!,
      runs: asked,
      failed: runs.filter(({ status }) => status !== 'ok').length,
    })),
    agreesBetweenPasses,
    error: failed[0] === undefined ? null : (failed[0].errorMessage ?? failed[0].status),
    variation: variation ?? {
      kind: 'failures',
      results: results.length > 0 ? 1 : 0,
      rowCounts: results[0] === undefined ? [] : [results[0].rowCount ?? 0],
      columns: [],
      cells: [],
      cellCount: 0,
      tooLarge: false,
    },
  };
}
