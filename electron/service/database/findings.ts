import type { GoldFindings } from '#shared/contract/gold.ts';
import { AGREEING_SYSTEMS, type Finding, type FindingKind } from '#shared/model/finding.ts';
import type { Db } from './open.ts';
import { integer, integerOrNull, json, prepared, row, rows, text, textOrNull } from './statements.ts';

export type NewFinding = {
  readonly gold: number;
  readonly prediction: number | null;
  readonly kind: FindingKind;
  readonly words: string;
};

/** Stores a check of a run's golds in the place of an earlier one. */
export function storeFindings(
  db: Db,
  run: number,
  { golds, unprobed, findings }: { golds: number; unprobed: GoldFindings['unprobed']; findings: readonly NewFinding[] },
): void {
  db.transaction(() => {
    prepared(db, 'DELETE FROM gold_finding WHERE run_id = ?').run(run);
    prepared(
      db,
      `INSERT INTO gold_check (run_id, checked_at, golds, unprobed) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, golds = excluded.golds, unprobed = excluded.unprobed`,
    ).run(run, new Date().toISOString(), golds, JSON.stringify(unprobed));
    for (const { gold, prediction, kind, words } of findings) {
      prepared(db, 'INSERT INTO gold_finding (run_id, gold_id, prediction_id, kind, words) VALUES (?, ?, ?, ?, ?)').run(
        run,
        gold,
        prediction,
        kind,
        words,
      );
    }
  })();
}

const FINDING = `SELECT gold_finding.kind, words, gold.name AS gold, instance.instance_id AS instance_name, system_id, system.name AS system_name
  FROM gold_finding JOIN gold ON gold.id = gold_id JOIN instance ON instance.id = gold.instance_id
  LEFT JOIN prediction ON prediction.id = prediction_id LEFT JOIN system ON system.id = system_id`;

const toFinding = (found: NonNullable<ReturnType<typeof row>>) => ({
  kind: text(found.kind) as FindingKind,
  words: text(found.words),
  gold: text(found.gold),
  system: integerOrNull(found.system_id),
  systemName: textOrNull(found.system_name),
  instanceId: text(found.instance_name),
});

/** What the check of a run found, in the benchmark's order. */
export function findingsOf(db: Db, run: number | null): GoldFindings {
  const check = run === null ? undefined : row(db, 'SELECT checked_at, golds, unprobed FROM gold_check WHERE run_id = ?', run);
  if (check === undefined) return { checkedAt: null, golds: 0, unprobed: [], agreeingSystems: AGREEING_SYSTEMS, findings: [] };
  return {
    checkedAt: text(check.checked_at),
    golds: integer(check.golds),
    unprobed: json<GoldFindings['unprobed']>(check.unprobed),
    agreeingSystems: AGREEING_SYSTEMS,
    findings: rows(db, `${FINDING} WHERE run_id = ? ORDER BY position, gold_finding.id`, run)
      .map(toFinding)
      .map(({ system: _, ...finding }) => finding),
  };
}

/** What it found of one instance. */
export const findingsOfInstance = (db: Db, run: number, instance: number): Finding[] =>
  rows(db, `${FINDING} WHERE run_id = ? AND gold.instance_id = ? ORDER BY gold_finding.id`, run, instance)
    .map(toFinding)
    .map(({ kind, words, gold, system }) => ({ kind, words, gold, system }));
