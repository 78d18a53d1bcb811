import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { LabelAnswer } from '#shared/contract/room.ts';
import type { Codebook } from '#shared/model/codebook.ts';
import type { ItemKey } from '#shared/model/item.ts';
import type { Label, LabelEdit } from '#shared/model/label.ts';
import type { LightRequest } from '../comparison/protocol.ts';
import { isBlind } from '../database/blind.ts';
import { currentCodebook } from '../database/codebook.ts';
import { cellsStored, storedTable } from '../database/executions.ts';
import { copyLabel, editLabel, travel } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { predictionOf } from '../database/systems.ts';
import { blindnessOf, blindQueue, blindView, requireNotHidden, rowsWithoutMarks, withoutMarks } from '../room/blind.ts';
import { facetsOf } from '../room/facets.ts';
import { historyOf } from '../room/history.ts';
import { documentOf, everyInstance, instanceView, pairOf, queueOf, whyTaskOf } from '../room/room.ts';
import { shownTrajectory } from '../room/steps.ts';
import type { Session } from '../session.ts';

type Methods =
  | 'room.queue'
  | 'room.instance'
  | 'room.document'
  | 'room.results'
  | 'room.rows'
  | 'room.nextDifference'
  | 'room.rowOf'
  | 'room.why'
  | 'room.trajectory'
  | 'label.edit'
  | 'label.copy'
  | 'label.undo'
  | 'label.redo'
  | 'label.history'
  | 'label.depth'
  | 'room.facets';

/** Saves, and turns any failure into an error that tells the user what to do: a failed save is never silent. */
export function saving<T>(session: Session, save: () => T): T {
  try {
    session.requireInPlace();
    const saved = save();
    session.saved();
    return saved;
  } catch (error) {
    if (error instanceof AssayError) throw error;
    throw new AssayError('SAVE_FAILED', 'The change could not be written to the project file.', {
      next: 'Free some space on the disk and check that the file is still there, then try again.',
      cause: error,
    });
  }
}

/** @throws AssayError NOT_FOUND where one of the systems has no prediction for the instance: labels are of predictions. */
function requirePredictions(db: Db, instance: number, systems: readonly number[]): void {
  if (systems.every((system) => predictionOf(db, instance, system) !== null)) return;
  throw new AssayError('NOT_FOUND', 'There is no prediction of this system for this instance, so there is nothing to label.');
}

/** @throws AssayError INVALID_INPUT where an edit names a code that the codebook lacks: no report would show it. */
function requireKnownCode({ codes }: Codebook, edit: LabelEdit): void {
  if (edit.field !== 'code' && edit.field !== 'primary') return;
  const { code } = edit;
  const removes = edit.field === 'code' && !edit.on;
  if (code === null || removes || codes.some((known) => known.code === code)) return;
  throw new AssayError('INVALID_INPUT', `There is no code ${code} in the codebook.`, {
    next: `Codes: ${codes.map((known) => known.code).join(', ')}.`,
  });
}

export function roomHandlers(session: Session): Pick<AssayHandlers, Methods> {
  const depth = () => {
    const { stacks } = session.annotator;
    return { undoSteps: stacks.undo.length, redoSteps: stacks.redo.length };
  };
  const answer = (item: ItemKey, label: Label, description: string): LabelAnswer => ({
    ...item,
    label,
    description,
    savedAt: new Date().toISOString(),
    ...depth(),
  });
  const isHidden = (item: ItemKey) => blindnessOf(session.db, session.annotator)?.hidesItem(item) ?? false;
  const ask = <R extends LightRequest>(request: R) =>
    session.worker.askAbout(request, {
      cells: (hash) => cellsStored(session.db, hash),
      table: (hash) => storedTable(session.db, hash),
    });
  const travelled = (kind: 'undo' | 'redo') => {
    const { id, stacks } = session.annotator;
    const landed = saving(session, () => travel(session.db, id, stacks, kind));
    return landed && answer(landed.item, landed.label, landed.description);
  };
  return {
    'room.queue': ({ sample }) => {
      if (sample === null) return everyInstance(session.db);
      return isBlind(session.db, session.annotator.id)
        ? blindQueue(session.db, sample, session.annotator)
        : queueOf(session.db, sample, session.annotator.id);
    },
    'room.facets': ({ sample }) => facetsOf(session.db, sample, session.annotator),
    'room.instance': ({ instance, sample }) =>
      blindView(session.db, sample, session.annotator, instanceView(session.db, instance, sample, session.annotator.id)),
    'room.document': ({ instance }) => ({ text: documentOf(session.db, instance) }),
    'room.results': async (item) => {
      const view = await ask({ ask: 'view', pair: pairOf(session.db, item) });
      return isHidden(item) ? withoutMarks(view) : view;
    },
    'room.rows': async ({ from, count, onlyDifferences, ...item }) => {
      const hidden = isHidden(item);
      const pair = pairOf(session.db, item);
      const rows = await ask({ ask: 'rows', pair, from, count, onlyDifferences: onlyDifferences && !hidden });
      return { rows: hidden ? rowsWithoutMarks(rows) : rows };
    },
    'room.nextDifference': async ({ from, direction, ...item }) => ({
      index: isHidden(item) ? null : await ask({ ask: 'next', pair: pairOf(session.db, item), from, direction }),
    }),
    'room.rowOf': async ({ side, row, onlyDifferences, ...item }) => ({
      index: await ask({
        ask: 'row of',
        pair: pairOf(session.db, item),
        side,
        row,
        onlyDifferences: onlyDifferences && !isHidden(item),
      }),
    }),
    'room.why': async (item) => {
      const task = isHidden(item) ? null : whyTaskOf(session.db, item);
      return task && ask({ ask: 'why', task });
    },
    'room.trajectory': (key) => shownTrajectory(session, key),
    'label.edit': ({ edit, ...item }) => {
      const { id, stacks } = session.annotator;
      const codebook = currentCodebook(session.db);
      requirePredictions(session.db, item.instance, [item.system]);
      requireKnownCode(codebook, edit);
      const { label, description } = saving(session, () => editLabel(session.db, id, stacks, item, edit, codebook.version));
      return answer(item, label, description);
    },
    'label.copy': ({ systems, ...item }) => {
      const { id, stacks } = session.annotator;
      requirePredictions(session.db, item.instance, [item.system, ...systems]);
      requireNotHidden(session.db, session.annotator, item.instance);
      return saving(session, () => copyLabel(session.db, id, stacks, item, systems)).map(({ label, ...copy }) =>
        answer(copy, label, 'label copied'),
      );
    },
    'label.undo': () => travelled('undo'),
    'label.redo': () => travelled('redo'),
    'label.history': (item) => historyOf(session.db, session.annotator.id, item),
    'label.depth': depth,
  };
}
