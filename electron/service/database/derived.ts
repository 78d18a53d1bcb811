import zlib from 'node:zlib';
import { largeWorkDone } from '../garbage.ts';
import type { Db } from './open.ts';
import { prepared, row } from './statements.ts';

type Kept = { readonly answers: Map<string, unknown>; readonly build: string };

/** What was computed from a whole project, by its name; only of connections whose changes are told. */
const kept = new WeakMap<Db, Kept>();

/**
 * The answer of `compute`, kept under the name until {@link forgetDerived}. It may rest on everything in the project
 * but labels: 10,000 instances of 10 systems are 100,000 verdicts a rule, too many to read for each answer.
 */
export function derived<T>(db: Db, name: string, compute: () => T): T {
  const answers = kept.get(db)?.answers;
  if (answers === undefined) return compute();
  if (!answers.has(name)) answers.set(name, compute());
  return answers.get(name) as T;
}

/**
 * The answer of `compute`, kept in the project file for its next opening. Of answers that are JSON and rest on nothing but
 * the tables that migration 13 names (a change of them deletes what is kept) and on what the name says.
 */
export function keptInFile<T>(db: Db, name: string, compute: () => T): T {
  const build = kept.get(db)?.build;
  if (build === undefined) return compute();
  const found = row(db, 'SELECT body FROM kept_figure WHERE name = ? AND build = ?', name, build);
  if (found) return JSON.parse(zlib.zstdDecompressSync(found.body as Uint8Array).toString('utf8')) as T;
  const answer = compute();
  largeWorkDone();
  const body = zlib.zstdCompressSync(Buffer.from(JSON.stringify(answer), 'utf8'));
  try {
    prepared(db, 'INSERT OR REPLACE INTO kept_figure (name, build, body) VALUES (?, ?, ?)').run(name, build, body);
  } catch {
    // A full disk keeps nobody from looking: the next opening computes it again.
  }
  return answer;
}

/** Keeps answers from now on: whoever calls this says by {@link forgetDerived} when the project changes. `build` names the code. */
export const keepDerived = (db: Db, build: string): void => void kept.set(db, { answers: new Map(), build });

/** Keeps nothing any more, e.g. while a long operation writes. */
export const stopKeeping = (db: Db): void => void kept.delete(db);

/** Says that the project has changed in something other than labels. */
export const forgetDerived = (db: Db): void => kept.get(db)?.answers.clear();
