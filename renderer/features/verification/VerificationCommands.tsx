import { go, isBusy, useActivity, useAssay } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { closeVerifyDialog, openVerifyDialog, useVerifyDialog } from './dialog.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

/** What can be done about the determinism of golds, from every screen of an open project; and the dialog of it. */
export function VerificationCommands() {
  const summary = useAssay('project.summary', null).data;
  const busy = useActivity((store) => isBusy(store.activity));
  const { open } = useVerifyDialog();
  useCommands([
    {
      id: 'verification.start',
      title: 'Verify gold… (several runs of each)',
      group: 'Project',
      keys: [],
      icon: 'unstable',
      enabled: summary !== undefined && summary.golds > 0 && !busy,
      run: openVerifyDialog,
    },
    {
      id: 'verification.show',
      title: 'Determinism of gold',
      group: 'Go',
      keys: ['g d'],
      icon: 'unstable',
      enabled: summary !== undefined && summary.golds > 0,
      run: () => void go('verification'),
    },
  ]);
  return open && summary ? <VerifyDialog summary={summary} onClose={closeVerifyDialog} /> : null;
}
