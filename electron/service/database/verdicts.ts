import type { Verdict, VerdictState } from '#shared/model/verdict.ts';
import type { Db } from './open.ts';
import { count, integer, prepared, rows, text, textOrNull } from './statements.ts';

export type NewVerdict = Verdict & { readonly prediction: number };

/** Stores verdicts of a run in one transaction. */
export function storeVerdicts(db: Db, run: number, verdicts: readonly NewVerdict[]): void {
  db.transaction(() => {
    for (const verdict of verdicts) {
      prepared(
        db,
        `INSERT INTO verdict (run_id, prediction_id, rule, rule_version, state, reason) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET state = excluded.state, reason = excluded.reason`,
      ).run(run, verdict.prediction, verdict.rule, verdict.ruleVersion, verdict.state, verdict.reason);
    }
  })();
}

/** Predictions that lack a final verdict under a rule: none yet, or one that says that something has not (yet) run. */
export const unjudged = (db: Db, run: number, rule: string, version: string): Set<number> =>
  new Set(
    rows(
      db,
      `SELECT id FROM prediction WHERE rollout = 0 AND NOT EXISTS (SELECT 1 FROM verdict WHERE run_id = ? AND rule = ?
         AND rule_version = ? AND prediction_id = prediction.id AND state NOT IN ('not run', 'environment'))`,
      run,
      rule,
      version,
    ).map((found) => integer(found.id)),
  );

/** Rules, at the given versions, under which every prediction has a verdict. */
export const judgedRules = (db: Db, run: number, rules: readonly { id: string; version: string }[]): string[] => {
  const predictions = count(db, 'SELECT count(*) FROM prediction WHERE rollout = 0');
  if (predictions === 0) return [];
  return rules
    .filter(
      ({ id, version }) =>
        count(db, 'SELECT count(*) FROM verdict WHERE run_id = ? AND rule = ? AND rule_version = ?', run, id, version) >=
        predictions,
    )
    .map(({ id }) => id);
};

/** Every verdict of a run under a rule: by instance, then by system. */
export function verdictsOf(db: Db, run: number, rule: string, version: string): Map<number, Map<number, VerdictState>> {
  const found = new Map<number, Map<number, VerdictState>>();
  for (const verdict of rows(
    db,
    `SELECT instance_id, system_id, state FROM verdict JOIN prediction ON prediction.id = prediction_id
     WHERE run_id = ? AND rule = ? AND rule_version = ? AND rollout = 0`,
    run,
    rule,
    version,
  )) {
    const instance = integer(verdict.instance_id);
    const bySystem = found.get(instance) ?? new Map();
    found.set(instance, bySystem);
    bySystem.set(integer(verdict.system_id), verdict.state as VerdictState);
  }
  return found;
}

export const verdictsOfPrediction = (db: Db, run: number, prediction: number): Verdict[] =>
  rows(db, 'SELECT rule, rule_version, state, reason FROM verdict WHERE run_id = ? AND prediction_id = ?', run, prediction).map(
    (found) => ({
      rule: text(found.rule),
      ruleVersion: text(found.rule_version),
      state: found.state as VerdictState,
      reason: textOrNull(found.reason),
    }),
  );
