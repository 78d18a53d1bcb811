import type { Db } from './open.ts';
import { integer, integerOrNull, row, rows, text, textOrNull, write } from './statements.ts';

/** Blind labelling was switched, or something that it hides was shown on purpose. */
export type BlindEvent = {
  readonly id: number;
  readonly at: string;
  readonly annotator: string;
  readonly kind: 'on' | 'off' | 'reveal';
  readonly instance: number | null;
  readonly instanceId: string | null;
  /** The screen that was opened although it shows names and verdicts; null for an instance. */
  readonly screen: string | null;
};

/** Whether the annotator labels blind in this project. */
export const isBlind = (db: Db, annotator: number): boolean =>
  row(db, "SELECT kind FROM blind_event WHERE annotator_id = ? AND kind IN ('on', 'off') ORDER BY id DESC LIMIT 1", annotator)
    ?.kind === 'on';

/** When somebody labelled blind in this project for the first time; empty before. */
export const blindSince = (db: Db): string => textOrNull(row(db, 'SELECT at FROM blind_event ORDER BY id LIMIT 1')?.at) ?? '';

/** Instances that the annotator chose to see before committing. */
export const revealedInstances = (db: Db, annotator: number): Set<number> =>
  new Set(
    rows(
      db,
      "SELECT DISTINCT instance_id FROM blind_event WHERE annotator_id = ? AND kind = 'reveal' AND instance_id IS NOT NULL",
      annotator,
    ).map((found) => integer(found.instance_id)),
  );

/** Keeps what happened, for good. */
export const addBlindEvent = (
  db: Db,
  annotator: number,
  event: { kind: 'on' | 'off' | 'reveal'; instance?: number; screen?: string },
): number =>
  write(
    db,
    'INSERT INTO blind_event (annotator_id, at, kind, instance_id, screen) VALUES (?, ?, ?, ?, ?)',
    annotator,
    new Date().toISOString(),
    event.kind,
    event.instance ?? null,
    event.screen ?? null,
  );

/** What an annotator switched and revealed, the latest first. */
export const blindEvents = (db: Db, annotator: number): BlindEvent[] =>
  rows(
    db,
    `SELECT blind_event.id, at, name, kind, blind_event.instance_id AS instance, instance.instance_id, screen
     FROM blind_event JOIN annotator ON annotator.id = annotator_id LEFT JOIN instance ON instance.id = blind_event.instance_id
     WHERE annotator_id = ? ORDER BY blind_event.id DESC`,
    annotator,
  ).map((found) => ({
    id: integer(found.id),
    at: text(found.at),
    annotator: text(found.name),
    kind: found.kind as BlindEvent['kind'],
    instance: integerOrNull(found.instance),
    instanceId: textOrNull(found.instance_id),
    screen: textOrNull(found.screen),
  }));
