import type { TrialSide } from '#shared/contract/trial.ts';
import type { ItemKey } from '#shared/model/item.ts';
import type { EngineOutcome } from '../engines/engine.ts';
import { RESULT_COLUMNS, type StoredExecution, storeResult, toExecution } from './executions.ts';
import type { Db } from './open.ts';
import { integer, prepared, row, rows, text, textOrNull, write } from './statements.ts';

export type NewTrialExecution = {
  readonly side: TrialSide;
  readonly gold: string | null;
  readonly sql: string;
  readonly outcome: EngineOutcome;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
};

export type StoredTrialExecution = StoredExecution & {
  readonly side: TrialSide;
  readonly gold: string | null;
  readonly sql: string;
};
export type StoredTrial = {
  readonly id: number;
  readonly at: string;
  readonly annotator: string;
  readonly executions: readonly StoredTrialExecution[];
};

/** Stores the executions of one window with their results; when this returns they are on disk. Answers the trial's id. */
export function storeTrial(db: Db, annotator: number, item: ItemKey, executions: readonly NewTrialExecution[]): number {
  return db.transaction(() => {
    const trial = write(
      db,
      'INSERT INTO trial (annotator_id, instance_id, system_id, at) VALUES (?, ?, ?, ?)',
      annotator,
      item.instance,
      item.system,
      new Date().toISOString(),
    );
    for (const { side, gold, sql, outcome, startedAt, durationMs } of executions) {
      const ran = outcome.status === 'ok' ? outcome : null;
      if (ran) storeResult(db, ran.result);
      prepared(
        db,
        `INSERT INTO trial_execution (trial_id, side, gold_name, sql, status, started_at, duration_ms, result_hash, capped_by,
           invalid_text_cells, error_code, error_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        trial,
        side,
        gold,
        sql,
        outcome.status,
        new Date(startedAt).toISOString(),
        durationMs,
        ran?.result.hash ?? null,
        ran?.cappedBy ?? null,
        ran?.invalidTextCells ?? 0,
        outcome.status === 'ok' ? null : outcome.code,
        outcome.status === 'ok' ? null : outcome.message,
      );
    }
    return trial;
  })();
}

function executionsOf(db: Db, trial: number): StoredTrialExecution[] {
  return rows(
    db,
    `SELECT trial_execution.*, ${RESULT_COLUMNS} FROM trial_execution LEFT JOIN result ON hash = result_hash
     WHERE trial_id = ? ORDER BY side`,
    trial,
  ).map((found) => ({
    ...toExecution(found),
    side: text(found.side) as TrialSide,
    gold: textOrNull(found.gold_name),
    sql: text(found.sql),
  }));
}

const TRIAL = 'SELECT trial.id, at, name FROM trial JOIN annotator ON annotator.id = annotator_id';
const toTrial = (db: Db, found: NonNullable<ReturnType<typeof row>>): StoredTrial => ({
  id: integer(found.id),
  at: text(found.at),
  annotator: text(found.name),
  executions: executionsOf(db, integer(found.id)),
});

/** A trial of the item; null where the item has no such trial. */
export function trialOf(db: Db, item: ItemKey, id: number): StoredTrial | null {
  const found = row(db, `${TRIAL} WHERE trial.id = ? AND instance_id = ? AND system_id = ?`, id, item.instance, item.system);
  return found ? toTrial(db, found) : null;
}

/** The annotator's trials of an item, the newest first. Those of others are not shown: they would speak for their labels. */
export const trialsOf = (db: Db, annotator: number, item: ItemKey): StoredTrial[] =>
  rows(
    db,
    `${TRIAL} WHERE annotator_id = ? AND instance_id = ? AND system_id = ? ORDER BY trial.id DESC`,
    annotator,
    item.instance,
    item.system,
  ).map((found) => toTrial(db, found));
