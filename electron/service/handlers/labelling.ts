import { codebookCsv, codebookJson } from '#shared/analysis/tables/codebook.ts';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { Codebook } from '#shared/model/codebook.ts';
import { type CodebookChange, changeCodebook, describeCodebookChange } from '#shared/model/codebookChange.ts';
import { readCodebookFile } from '../codebook/read-file.ts';
import { labelsToReview } from '../codebook/to-review.ts';
import { addBlindEvent, isBlind } from '../database/blind.ts';
import { addCodebookVersion, codebookVersions, currentCodebook, withStoredMeanings } from '../database/codebook.ts';
import { addWorkTime, workTimeOf } from '../database/work-time.ts';
import { hidesAnything } from '../room/blind.ts';
import { sampleTime } from '../room/sample-time.ts';
import type { Sight } from '../room/sight.ts';
import type { Session } from '../session.ts';
import { saving } from './room.ts';

type Methods =
  | 'codebook.get'
  | 'codebook.versions'
  | 'codebook.change'
  | 'codebook.preview'
  | 'codebook.read'
  | 'codebook.file'
  | 'blind.get'
  | 'blind.set'
  | 'blind.reveal'
  | 'blind.revealScreen'
  | 'blind.coverScreen'
  | 'time.add'
  | 'time.get'
  | 'time.sample';

/** What labelling rests on beside the labels: the codebook, blindness, and the time it takes. */
export function labellingHandlers(session: Session, sight: Sight): Pick<AssayHandlers, Methods> {
  const changed = (asked: CodebookChange): Codebook => {
    const after = changeCodebook(currentCodebook(session.db), asked);
    if ('problem' in after) throw new AssayError('INVALID_INPUT', after.problem);
    return after.codebook;
  };
  const change = (asked: CodebookChange): Codebook => {
    const codebook = changed(asked);
    saving(session, () => addCodebookVersion(session.db, codebook, session.annotator.name, describeCodebookChange(asked)));
    session.changed('codebook');
    return withStoredMeanings(session.db, codebook);
  };
  const reveal = (what: { instance?: number; screen?: string }): null => {
    saving(session, () => addBlindEvent(session.db, session.annotator.id, { kind: 'reveal', ...what }));
    session.changed('blind');
    return null;
  };
  const blindness = () => ({
    on: isBlind(session.db, session.annotator.id),
    hides: hidesAnything(session.db, session.annotator),
  });
  return {
    'codebook.get': () => currentCodebook(session.db),
    'codebook.versions': () => codebookVersions(session.db),
    'codebook.change': ({ change: asked }) => change(asked),
    'codebook.preview': ({ change: asked }) => {
      const codebook = withStoredMeanings(session.db, changed(asked));
      const annotator = sight.isBlocked() ? session.annotator.id : null;
      return { codebook, toReview: { ...labelsToReview(session.db, annotator, codebook), ofAll: annotator === null } };
    },
    'codebook.read': ({ path }) => readCodebookFile(path),
    'codebook.file': ({ format }) => {
      const codebook = currentCodebook(session.db);
      const text = format === 'json' ? codebookJson(codebook) : codebookCsv(codebook);
      return { name: `codebook-v${codebook.version}.${format}`, bytes: Buffer.from(text, 'utf8') };
    },
    'blind.get': blindness,
    'blind.set': ({ on }) => {
      if (isBlind(session.db, session.annotator.id) !== on) {
        saving(session, () => addBlindEvent(session.db, session.annotator.id, { kind: on ? 'on' : 'off' }));
        sight.coverAll();
        session.changed('blind');
      }
      return blindness();
    },
    'blind.reveal': ({ instance }) => reveal({ instance }),
    'blind.revealScreen': ({ screen }) => {
      // Where nothing is hidden, nothing is revealed.
      if (hidesAnything(session.db, session.annotator)) reveal({ screen });
      sight.reveal(screen);
      return null;
    },
    'blind.coverScreen': ({ screen }) => {
      sight.cover(screen);
      return null;
    },
    'time.add': ({ ms, ...item }) => {
      saving(session, () => addWorkTime(session.db, session.annotator.id, item, ms));
      return { ms: workTimeOf(session.db, session.annotator.id, item) };
    },
    'time.get': (item) => ({ ms: workTimeOf(session.db, session.annotator.id, item) }),
    'time.sample': ({ sample }) => sampleTime(session.db, session.annotator.id, sample),
  };
}
