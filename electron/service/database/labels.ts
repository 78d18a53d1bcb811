import type { ItemKey } from '#shared/model/item.ts';
import { applyEdit, describeEdit, EMPTY_LABEL, type Label, type LabelChange, type LabelEdit } from '#shared/model/label.ts';
import type { Db } from './open.ts';
import { integer, json, prepared, row, rows, type Stored, text, write } from './statements.ts';

/** The steps that an annotator can take back or do again, the latest last. */
export type UndoStacks = { readonly undo: number[]; readonly redo: number[] };

/** A note that is still being typed: further edits of it within this time become one history entry. */
const NOTE_BURST_MS = 3_000;

/** The annotator's id; made on first use. */
export function annotatorId(db: Db, name: string): number {
  const found = row(db, 'SELECT id FROM annotator WHERE name = ?', name);
  return found ? integer(found.id) : write(db, 'INSERT INTO annotator (name) VALUES (?)', name);
}

/** Everybody who ever opened the project to label, in the order of coming. */
export const annotatorIds = (db: Db): number[] => rows(db, 'SELECT id FROM annotator ORDER BY id').map(({ id }) => integer(id));

/** Names of all annotators. */
export const annotatorNames = (db: Db): string[] =>
  rows(db, 'SELECT name FROM annotator ORDER BY id').map((found) => text(found.name));

/** A label as it was written; what labels of that time did not have yet is empty. */
const storedLabel = (body: Stored[string] | undefined): Label => ({ ...EMPTY_LABEL, ...json<Partial<Label>>(body) });

/** An annotator's label of an item; an empty one where nothing was said yet. */
export function labelOf(db: Db, annotator: number, item: ItemKey): Label {
  const found = row(
    db,
    'SELECT body FROM label WHERE annotator_id = ? AND instance_id = ? AND system_id = ?',
    annotator,
    item.instance,
    item.system,
  );
  return found ? storedLabel(found.body) : EMPTY_LABEL;
}

/** Every label of an annotator, whatever sample it belongs to; null for those of all. */
export const labelsOf = (db: Db, annotator: number | null): Label[] =>
  rows(db, 'SELECT body FROM label WHERE annotator_id = coalesce(?, annotator_id)', annotator).map(({ body }) =>
    storedLabel(body),
  );

/** Every label of an annotator in the given sample. */
export const labelsOfSample = (db: Db, annotator: number, sample: number): (ItemKey & { label: Label; updatedAt: string })[] =>
  rows(
    db,
    `SELECT label.instance_id, label.system_id, label.body, updated_at FROM sample_instance JOIN label USING (instance_id)
     WHERE sample_id = ? AND annotator_id = ?`,
    sample,
    annotator,
  ).map((found) => ({
    instance: integer(found.instance_id),
    system: integer(found.system_id),
    label: storedLabel(found.body),
    updatedAt: text(found.updated_at),
  }));

/** Rebuilds the undo stacks from the history: they survive restarts because nothing else stores them. */
export function undoStacks(db: Db, annotator: number): UndoStacks {
  const undo: number[] = [];
  let redo: number[] = [];
  for (const change of rows(
    db,
    'SELECT DISTINCT step, kind, target_step FROM label_change WHERE annotator_id = ? ORDER BY step',
    annotator,
  )) {
    if (change.kind === 'edit') {
      undo.push(integer(change.step));
      redo = [];
    } else if (change.kind === 'undo') {
      undo.pop();
      redo.push(integer(change.target_step));
    } else {
      redo.pop();
      undo.push(integer(change.target_step));
    }
  }
  return { undo, redo };
}

type Change = { item: ItemKey; field: string; description: string; before: Label; after: Label };

function store(
  db: Db,
  annotator: number,
  change: Change,
  kind: 'edit' | 'undo' | 'redo',
  step: number | null,
  target: number | null,
) {
  const at = new Date().toISOString();
  const id = write(
    db,
    `INSERT INTO label_change (annotator_id, instance_id, system_id, at, kind, step, target_step, field, description, before, after)
     VALUES (?, ?, ?, ?, ?, coalesce(?, (SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'label_change'), 1), ?, ?, ?, ?, ?)`,
    annotator,
    change.item.instance,
    change.item.system,
    at,
    kind,
    step,
    target,
    change.field,
    change.description,
    JSON.stringify(change.before),
    JSON.stringify(change.after),
  );
  storeLabel(db, annotator, change.item, change.after, at);
  return id;
}

const storeLabel = (db: Db, annotator: number, item: ItemKey, label: Label, at: string) =>
  prepared(
    db,
    `INSERT INTO label (annotator_id, instance_id, system_id, body, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
  ).run(annotator, item.instance, item.system, JSON.stringify(label), at);

/** Makes edits, all of them one undo step, in one transaction: when this returns they are on disk. */
function storeStep(db: Db, annotator: number, stacks: UndoStacks, changes: readonly Change[]): void {
  const step = db.transaction(() => {
    const [first, ...others] = changes;
    const id = store(db, annotator, first!, 'edit', null, null);
    for (const change of others) store(db, annotator, change, 'edit', id, null);
    return id;
  })();
  stacks.undo.push(step);
  stacks.redo.length = 0;
}

/** Continues the note that the annotator is typing; false where the latest step is something else. */
function growNote(db: Db, annotator: number, stacks: UndoStacks, item: ItemKey, after: Label): boolean {
  const latest = row(db, 'SELECT * FROM label_change WHERE annotator_id = ? ORDER BY id DESC LIMIT 1', annotator);
  const continues =
    latest?.field === 'note' &&
    latest.kind === 'edit' &&
    stacks.undo.at(-1) === integer(latest.step) &&
    integer(latest.instance_id) === item.instance &&
    integer(latest.system_id) === item.system &&
    Date.now() - Date.parse(text(latest.at)) < NOTE_BURST_MS;
  if (!continues) return false;
  const at = new Date().toISOString();
  db.transaction(() => {
    prepared(db, 'UPDATE label_change SET after = ?, at = ? WHERE id = ?').run(JSON.stringify(after), at, latest.id);
    storeLabel(db, annotator, item, after, at);
  })();
  return true;
}

/** Applies an edit; the label that comes back is on disk. An edit that changes nothing leaves no trace. */
export function editLabel(
  db: Db,
  annotator: number,
  stacks: UndoStacks,
  item: ItemKey,
  edit: LabelEdit,
  codebookVersion: number,
): { label: Label; description: string } {
  const before = labelOf(db, annotator, item);
  const edited = applyEdit(before, edit, codebookVersion);
  const description = describeEdit(edit);
  if (JSON.stringify(edited) === JSON.stringify(before)) return { label: before, description };
  const after = { ...edited, copiedFrom: null };
  if (!(edit.field === 'note' && growNote(db, annotator, stacks, item, after))) {
    storeStep(db, annotator, stacks, [{ item, field: edit.field, description, before, after }]);
  }
  return { label: after, description };
}

/**
 * Copies a label to other systems of the same instance, as one undo step. Flags stay as they are; where the label says
 * the same already, nothing is changed.
 */
export function copyLabel(
  db: Db,
  annotator: number,
  stacks: UndoStacks,
  from: ItemKey,
  systems: readonly number[],
): (ItemKey & { label: Label })[] {
  const source = labelOf(db, annotator, from);
  const changes = [...new Set(systems)]
    .filter((system) => system !== from.system)
    .map((system): Change => {
      const item = { instance: from.instance, system };
      const before = labelOf(db, annotator, item);
      // Evidence points into one system's query and rows: it stays where it is.
      const after = { ...source, flagged: before.flagged, evidence: before.evidence, copiedFrom: from.system };
      return { item, field: 'copy', description: 'label copied from the same result', before, after };
    })
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  if (changes.length > 0) storeStep(db, annotator, stacks, changes);
  return changes.map((change) => ({ ...change.item, label: change.after }));
}

/** Takes back the latest step, or does the latest taken-back step again; null when there is none. */
export function travel(
  db: Db,
  annotator: number,
  stacks: UndoStacks,
  kind: 'undo' | 'redo',
): { item: ItemKey; label: Label; description: string } | null {
  const [from, to] = kind === 'undo' ? [stacks.undo, stacks.redo] : [stacks.redo, stacks.undo];
  const target = from.at(-1);
  if (target === undefined) return null;
  const edits = rows(db, "SELECT * FROM label_change WHERE step = ? AND kind = 'edit' ORDER BY id", target);
  const changes = edits.map((edit): Change => {
    const item = { instance: integer(edit.instance_id), system: integer(edit.system_id) };
    const [before, after] = [storedLabel(edit.before), storedLabel(edit.after)];
    return {
      item,
      field: text(edit.field),
      description: text(edit.description),
      ...(kind === 'undo' ? { before: after, after: before } : { before, after }),
    };
  });
  db.transaction(() => {
    let step: number | null = null;
    for (const change of changes) {
      const id = store(db, annotator, change, kind, step, target);
      step ??= id;
    }
  })();
  from.pop();
  to.push(target);
  const [first] = changes;
  return first ? { item: first.item, label: first.after, description: first.description } : null;
}

/** The history of an item, the latest first. */
export const labelHistory = (db: Db, annotator: number, item: ItemKey): LabelChange[] =>
  rows(
    db,
    `SELECT label_change.id, at, name, kind, description FROM label_change JOIN annotator ON annotator.id = annotator_id
     WHERE annotator_id = ? AND instance_id = ? AND system_id = ? ORDER BY label_change.id DESC`,
    annotator,
    item.instance,
    item.system,
  ).map((change) => ({
    id: integer(change.id),
    at: text(change.at),
    annotator: text(change.name),
    kind: change.kind as LabelChange['kind'],
    description: text(change.description),
  }));
