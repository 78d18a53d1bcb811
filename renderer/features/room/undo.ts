import type { LabelAnswer } from '#shared/contract/room.ts';
import { assay, changesPrepared, go, mayMoveOn, saveChange, useNavigation } from '../../client/index.ts';
import { queryClient } from '../../client/queries.ts';
import { fetchAssay } from './data.ts';
import { showWhatIsKnownNow, takeAnswer } from './labels.ts';
import type { Place } from './logic/moving.ts';
import { notify, setView } from './view-state.ts';

/** Takes back the latest change, or does it again, wherever it was; goes there and says what it did. */
export function undoOrRedo(which: 'undo' | 'redo', sample: number | null): void {
  if (!mayMoveOn()) {
    notify('Undo waits: a change is not saved yet.', 'warning');
    return;
  }
  // The change that is being made is the one that is meant, not the one before it.
  void changesPrepared().then(() => travel(which, sample));
}

function travel(which: 'undo' | 'redo', sample: number | null): void {
  saveChange<LabelAnswer | null>({
    description: which,
    repeatable: false,
    save: () => assay.call(which === 'undo' ? 'label.undo' : 'label.redo', null),
    saved: (answer) => {
      if (answer === null) {
        notify(which === 'undo' ? 'Nothing to undo.' : 'Nothing to redo.');
        return;
      }
      const { instance, system, description } = answer;
      takeAnswer(sample, answer);
      // A step that copied a label changed more systems than the one it names.
      void queryClient.invalidateQueries({ queryKey: ['room.instance', { instance, sample }] });
      void queryClient.invalidateQueries({ queryKey: ['room.queue', { sample }] });
      void showWhatIsKnownNow({ instance, sample });
      go('room', { instance, system });
      void nameOf(answer, sample).then((name) => {
        const text = `${which === 'undo' ? 'Undone' : 'Done again'}: ${description}${name}`;
        setView({ notice: { text, tone: 'plain', at: { instance, system } } });
      });
    },
  });
}

/** The instance and the system as they are called, after a comma; nothing where they cannot be read. */
async function nameOf({ instance, system }: Place, sample: number | null): Promise<string> {
  try {
    const view = await fetchAssay('room.instance', { instance, sample });
    const name = view.predictions.find((each) => each.system === system)?.name;
    return `, ${[view.instanceId, name].filter(Boolean).join(', ')}`;
  } catch {
    return '';
  }
}

/** Undo or redo from a screen that shows no sample: it lands in the room, in the sample that the room would show. */
export async function undoFromElsewhere(which: 'undo' | 'redo'): Promise<void> {
  const { sampleId } = useNavigation.getState();
  const all = await fetchAssay('sample.list', null);
  const newest = all.reduce<number | null>((best, { id }) => (best === null || id > best ? id : best), null);
  const sample = all.find(({ id }) => id === sampleId)?.id ?? newest;
  if (sample !== null) undoOrRedo(which, sample);
}
