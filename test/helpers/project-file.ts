import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Reads rows of a project file, as they were committed. A service that was killed leaves a write-ahead log: a copy is
 * read, so that looking recovers nothing that the next service should recover.
 */
export function readProject<T>(file: string, sql: string): T[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-look-'));
  try {
    const copy = path.join(folder, 'copy.sqlite');
    fs.copyFileSync(file, copy);
    if (fs.existsSync(`${file}-wal`)) fs.copyFileSync(`${file}-wal`, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    const rows = database.prepare(sql).all() as T[];
    database.close();
    return rows;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export type StoredExecution = {
  id: number;
  run_id: number;
  query_id: number;
  status: string;
  started_at: string;
  result_hash: string | null;
};

/** Every execution of a closed project, in the order in which they were stored. */
export const executionsIn = (file: string): StoredExecution[] =>
  readProject(file, 'SELECT id, run_id, query_id, status, started_at, result_hash FROM execution ORDER BY id');

/** What an annotator switched and revealed of blind labelling, the latest first. */
export const blindEventsIn = (file: string, annotator: string) =>
  readProject<{ kind: string; instance_id: number | null; screen: string | null; at: string }>(
    file,
    `SELECT kind, instance_id, screen, at FROM blind_event JOIN annotator ON annotator.id = annotator_id
     WHERE name = '${annotator}' ORDER BY blind_event.id DESC`,
  );
