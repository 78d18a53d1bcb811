import type { JudgingMode, Verdict, VerdictState } from '#shared/model/verdict.ts';
import type { Db } from './open.ts';
import { count, integer, plainRows, prepared, row, rows, text, textOrNull } from './statements.ts';

export type NewVerdict = Verdict & { readonly prediction: number };

/** Stores verdicts of a run. */
export function storeVerdicts(db: Db, run: number, verdicts: readonly NewVerdict[]): void {
  for (const verdict of verdicts) {
    prepared(
      db,
      `INSERT INTO verdict (run_id, prediction_id, rule, rule_version, state, reason, score, gold) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET state = excluded.state, reason = excluded.reason, score = excluded.score, gold = excluded.gold`,
    ).run(run, verdict.prediction, verdict.rule, verdict.ruleVersion, verdict.state, verdict.reason, verdict.score, verdict.gold);
  }
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

/** One prediction's verdict under one rule, as the tables of a project show it. */
export type TableVerdict = Pick<Verdict, 'state' | 'reason' | 'score'>;

/** Calls `take` with every verdict of a run under a rule. Verdicts that say the same are one object. */
export function forEachVerdict(
  db: Db,
  { run, rule, version }: { run: number; rule: string; version: string },
  take: (instance: number, system: number, verdict: TableVerdict) => void,
): void {
  const known = new Map<string, TableVerdict>();
  for (const [instance, system, state, reason, score] of plainRows<
    [instance: number, system: number, state: VerdictState, reason: string | null, score: number | null]
  >(
    db,
    `SELECT instance_id, system_id, state, reason, score FROM verdict JOIN prediction ON prediction.id = prediction_id
     WHERE run_id = ? AND rule = ? AND rule_version = ? AND rollout = 0`,
    run,
    rule,
    version,
  )) {
    const key = `${state} ${score} ${reason ?? ''}`;
    let verdict = known.get(key);
    if (verdict === undefined) {
      verdict = { state, reason, score };
      known.set(key, verdict);
    }
    take(instance, system, verdict);
  }
}

/** Every verdict of a run under a rule: by instance, then by system. */
export function verdictsOf(db: Db, run: number, rule: string, version: string): Map<number, Map<number, TableVerdict>> {
  const found = new Map<number, Map<number, TableVerdict>>();
  forEachVerdict(db, { run, rule, version }, (instance, system, verdict) => {
    const bySystem = found.get(instance);
    if (bySystem) bySystem.set(system, verdict);
    else found.set(instance, new Map([[system, verdict]]));
  });
  return found;
}

/** The systems of each instance of a sample whose verdict is not a match. */
export function unmatchedIn(
  db: Db,
  sample: number,
  { run, rule, version }: { run: number; rule: string; version: string },
): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  // CROSS JOIN keeps the order of the tables: from the sample's few instances to their verdicts.
  for (const [instance, system] of plainRows<[instance: number, system: number]>(
    db,
    `SELECT sample_instance.instance_id, system_id FROM sample_instance
     CROSS JOIN prediction ON prediction.instance_id = sample_instance.instance_id AND rollout = 0
     CROSS JOIN verdict ON run_id = ? AND rule = ? AND rule_version = ? AND prediction_id = prediction.id
     WHERE sample_id = ? AND state <> 'match'`,
    run,
    rule,
    version,
    sample,
  )) {
    const known = found.get(instance);
    if (known) known.add(system);
    else found.set(instance, new Set([system]));
  }
  return found;
}

/** The verdicts of one prediction in a run under rules at the given versions, by the rules' names. */
export const verdictsOfPrediction = (db: Db, run: number, prediction: number, versions: ReadonlyMap<string, string>): Verdict[] =>
  [...versions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([rule, version]): Verdict[] => {
      const found = row(
        db,
        'SELECT state, reason, score, gold FROM verdict WHERE run_id = ? AND rule = ? AND rule_version = ? AND prediction_id = ?',
        run,
        rule,
        version,
        prediction,
      );
      if (found === undefined) return [];
      return [
        {
          rule,
          ruleVersion: version,
          state: found.state as VerdictState,
          reason: textOrNull(found.reason),
          score: found.score as number | null,
          gold: textOrNull(found.gold),
        },
      ];
    });

/** For each prediction of a run that a rule matches: the gold that it matches. */
export const matchedGolds = (db: Db, run: number): Map<number, string> =>
  new Map(
    rows(
      db,
      "SELECT prediction_id, min(gold) AS gold FROM verdict WHERE run_id = ? AND state = 'match' AND gold IS NOT NULL GROUP BY prediction_id",
      run,
    ).map((found) => [integer(found.prediction_id), text(found.gold)]),
  );

/** How the runs of queries that ran several times are judged in a run. */
export const judgingMode = (db: Db, run: number): JudgingMode =>
  row(db, 'SELECT judging_mode FROM run WHERE id = ?', run)?.judging_mode as JudgingMode;

/** Says how the runs of queries that ran several times are judged in a run. */
export const setJudgingMode = (db: Db, run: number, mode: JudgingMode): void =>
  void prepared(db, 'UPDATE run SET judging_mode = ? WHERE id = ?').run(mode, run);
