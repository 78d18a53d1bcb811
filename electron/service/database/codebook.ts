import { type Codebook, PAPER_CODEBOOK } from '#shared/model/codebook.ts';
import type { Db } from './open.ts';
import { json, row, write } from './statements.ts';

/** The codebook in force: the newest version. */
export const currentCodebook = (db: Db): Codebook =>
  json(row(db, 'SELECT body FROM codebook ORDER BY version DESC LIMIT 1')!.body);

/** Gives a new project the paper's codes. */
export function startCodebook(db: Db): void {
  if (row(db, 'SELECT 1 FROM codebook')) return;
  write(
    db,
    'INSERT INTO codebook (version, created_at, body) VALUES (?, ?, ?)',
    PAPER_CODEBOOK.version,
    new Date().toISOString(),
    JSON.stringify(PAPER_CODEBOOK),
  );
}
