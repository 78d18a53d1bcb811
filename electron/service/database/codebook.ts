import { type Codebook, type CodebookVersion, codebookSchema, PAPER_CODEBOOK } from '#shared/model/codebook.ts';
import { withEarlierMeanings } from '#shared/model/codebookChange.ts';
import type { Db } from './open.ts';
import { integer, json, row, rows, type Stored, text, write } from './statements.ts';

/** Older versions of Assay stored less of a code: the schema fills in what they meant. */
const toCodebook = (found: Stored): Codebook => codebookSchema.parse(json(found.body));

/** A codebook with the versions of the project in which its codes meant the same before they last changed. */
export function withStoredMeanings(db: Db, codebook: Codebook): Codebook {
  const latest = Math.max(...codebook.codes.map(({ changedIn }) => changedIn));
  const earlier = latest > 1 ? rows(db, 'SELECT body FROM codebook WHERE version < ? ORDER BY version', latest) : [];
  return withEarlierMeanings(codebook, earlier.map(toCodebook));
}

/** The codebook in force: the newest version. */
export const currentCodebook = (db: Db): Codebook =>
  withStoredMeanings(db, toCodebook(row(db, 'SELECT body FROM codebook ORDER BY version DESC LIMIT 1')!));

/** Every version with who made it and how, the newest first. */
export const codebookVersions = (db: Db): CodebookVersion[] =>
  rows(db, 'SELECT version, created_at, made_by, description FROM codebook ORDER BY version DESC').map((found) => ({
    version: integer(found.version),
    at: text(found.created_at),
    by: text(found.made_by),
    description: text(found.description),
  }));

/** Stores the next version; earlier ones stay as they are. */
export function addCodebookVersion(db: Db, codebook: Codebook, by: string, description: string): void {
  write(
    db,
    'INSERT INTO codebook (version, created_at, body, made_by, description) VALUES (?, ?, ?, ?, ?)',
    codebook.version,
    new Date().toISOString(),
    JSON.stringify(codebook),
    by,
    description,
  );
}

/** Gives a new project the paper's codes. */
export function startCodebook(db: Db): void {
  if (row(db, 'SELECT 1 FROM codebook')) return;
  addCodebookVersion(db, PAPER_CODEBOOK, '', 'the paper’s codes, with which a project begins');
}
