import type { Searched, SearchHit } from '#shared/contract/search.ts';
import type { Step } from '#shared/model/trajectory.ts';
import type { Db } from '../database/open.ts';
import { integer, prepared, rows, type Stored, text } from '../database/statements.ts';
import { storedTrajectoryById } from '../database/systems.ts';
import { trajectoryOfStored } from '../importers/trajectories/stored.ts';
import { longNumbersOf, searchText } from '../importers/trajectories/trajectory.ts';
import { holdsWords, phraseQuery, snippetOf, wordQuery, wordsOf } from './words.ts';

export type Found = { readonly hits: SearchHit[]; readonly cut: boolean; readonly unsearched: string[] };

const systemOf = (found: Stored): SearchHit['system'] =>
  found.system_id == null ? null : { id: integer(found.system_id), name: text(found.system_name) };

/** A text of an instance as the one who searches may read it. */
type Readable = (instance: number, text: string, isSql: boolean) => string;

/** `matched` as it may be read. */
const hitOf = (kind: Searched, found: Stored, matched: string, words: readonly string[]): SearchHit => ({
  in: kind,
  instance: integer(found.instance),
  instanceId: text(found.instance_id),
  system: systemOf(found),
  rollout: found.rollout == null ? null : integer(found.rollout),
  step: null,
  annotator: found.annotator == null ? null : text(found.annotator),
  snippet: snippetOf(matched, words),
});

/** Whether what the index found can be read: what is masked must not be found out by searching for it. */
const isFound = (whole: string, shown: string, words: readonly string[]): boolean => whole === shown || holdsWords(shown, words);

const INSTRUCTIONS = `SELECT instance.id AS instance, instance.instance_id, instance.instruction AS matched
  FROM instance_search JOIN instance ON instance.id = instance_search.rowid
  WHERE instance_search MATCH ? ORDER BY rank LIMIT ?`;

/** A query's text is stored once and may be a gold and several systems' prediction: each is a hit. */
const SQL = `SELECT instance.id AS instance, instance.instance_id, sql AS matched, system_id, system_name, rollout FROM (
    SELECT query_id, instance_id AS owner, NULL AS system_id, NULL AS system_name, NULL AS rollout, 0 AS place FROM gold
    UNION ALL
    SELECT query_id, instance_id, system_id, system.name, rollout, 1 FROM prediction JOIN system ON system.id = system_id
  ) JOIN query ON query.id = query_id JOIN instance ON instance.id = owner
  WHERE query_id IN (SELECT rowid FROM query_search WHERE query_search MATCH ?)
  ORDER BY instance.position, place, system_id, rollout LIMIT ?`;

const NOTES = `SELECT instance.id AS instance, instance.instance_id, note AS matched, note_search.system AS system_id,
    system.name AS system_name, annotator.name AS annotator
  FROM note_search JOIN instance ON instance.id = note_search.instance JOIN system ON system.id = note_search.system
  JOIN annotator ON annotator.id = note_search.annotator WHERE note_search MATCH ? ORDER BY rank LIMIT ?`;

const TRAJECTORIES = `SELECT trajectory.id, instance.id AS instance, instance.instance_id, system_id, system.name AS system_name, rollout
  FROM trajectory_search JOIN trajectory ON trajectory.id = trajectory_search.rowid
  JOIN instance ON instance.id = trajectory.instance_id JOIN system ON system.id = system_id
  WHERE trajectory_search MATCH ? ORDER BY instance.position, system_id, rollout LIMIT ?`;

const textsOf = (step: Step): string[] =>
  [step.thought, ...step.call.map((argument) => argument.text), step.observation].filter((each) => each !== null);

/** The step, of the texts of all, in which most of the words stand together, and the text of it that has the first of them. */
function bestStep(steps: readonly (readonly string[])[], words: readonly string[]): { index: number; matched: string } | null {
  let best: { index: number; matched: string; count: number } | null = null;
  for (const [index, texts] of steps.entries()) {
    for (const each of texts) {
      const lower = each.toLowerCase();
      const count = words.filter((word) => lower.includes(word.toLowerCase())).length;
      if (count > (best?.count ?? 0)) best = { index, matched: each, count };
    }
  }
  return best;
}

/** Indexes trajectories that an older version stored without their words. */
function indexOlder(db: Db): void {
  const older = rows(db, 'SELECT id FROM trajectory WHERE searchable = 0');
  if (older.length === 0) return;
  db.transaction(() => {
    for (const { id } of older) {
      const stored = storedTrajectoryById(db, integer(id));
      if (stored === null) continue;
      prepared(db, 'INSERT INTO trajectory_search (rowid, text) VALUES (?, CAST(? AS TEXT))').run(
        id,
        searchText(trajectoryOfStored(stored)),
      );
      prepared(db, 'UPDATE trajectory SET searchable = 1 WHERE id = ?').run(id);
    }
  })();
}

function searchTrajectories(db: Db, query: string, words: readonly string[], limit: number, readable: Readable): SearchHit[] {
  indexOlder(db);
  return rows(db, TRAJECTORIES, query, limit).flatMap((found) => {
    const whole = trajectoryOfStored(storedTrajectoryById(db, integer(found.id))!).steps.map(textsOf);
    const texts = whole.map((each) => each.map((of) => readable(integer(found.instance), of, false)));
    if (!isFound(whole.flat().join('\n'), texts.flat().join('\n'), words)) return [];
    const best = bestStep(texts, words);
    return [{ ...hitOf('trajectory', found, best?.matched ?? '', words), step: best?.index ?? null }];
  });
}

/** Everything that holds all words of a text, its texts as they are `readable`. A text without a word finds nothing. */
export function search(
  db: Db,
  { text: asked, in: kinds, limit }: { text: string; in: readonly Searched[]; limit: number },
  readable: Readable = (_, whole) => whole,
): Found {
  const phrases = phraseQuery(asked);
  const words = wordsOf(asked);
  const wordsOnly = wordQuery(asked);
  const unsearched = kinds.includes('trajectory') ? longNumbersOf(asked) : [];
  if (phrases === null || wordsOnly === null) return { hits: [], cut: false, unsearched };
  const plain = (kind: Searched, sql: string) =>
    rows(db, sql, phrases, limit + 1).flatMap((found) => {
      const whole = text(found.matched);
      const shown = readable(integer(found.instance), whole, kind === 'sql');
      return isFound(whole, shown, words) ? [hitOf(kind, found, shown, words)] : [];
    });
  const byKind: Record<Searched, () => SearchHit[]> = {
    instruction: () => plain('instruction', INSTRUCTIONS),
    sql: () => plain('sql', SQL),
    note: () => plain('note', NOTES),
    trajectory: () => searchTrajectories(db, wordsOnly, words, limit + 1, readable),
  };
  const found = kinds.map((kind) => byKind[kind]());
  return { hits: found.flatMap((hits) => hits.slice(0, limit)), cut: found.some((hits) => hits.length > limit), unsearched };
}
