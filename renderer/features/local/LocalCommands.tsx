import { type Command, useCommands } from '../../ui/commands/index.ts';
import { CompileDialog } from './CompileDialog.tsx';
import { DatabaseDialog } from './DatabaseDialog.tsx';
import { closeLocalDialog, type LocalDialog, openLocalDialog, useLocalDialogs } from './local-dialogs.ts';
import { RecordingDialog } from './RecordingDialog.tsx';

const ENTRIES: readonly { dialog: LocalDialog; title: string; icon: Command['icon'] }[] = [
  { dialog: 'recording', title: 'Recorded answers of AI functions…', icon: 'note' },
  { dialog: 'database', title: 'Local database from a folder…', icon: 'database' },
  { dialog: 'compile', title: 'Compile queries on sample databases…', icon: 'wrench' },
];

/** Working without a warehouse, for every screen of an open project. */
export function LocalCommands() {
  const dialog = useLocalDialogs((store) => store.dialog);
  useCommands(
    ENTRIES.map(
      (entry): Command => ({
        id: `local.${entry.dialog}`,
        title: entry.title,
        group: 'Project',
        keys: [],
        icon: entry.icon,
        run: () => openLocalDialog(entry.dialog),
      }),
    ),
  );
  if (dialog === 'recording') return <RecordingDialog onClose={closeLocalDialog} />;
  if (dialog === 'database') return <DatabaseDialog onClose={closeLocalDialog} />;
  if (dialog === 'compile') return <CompileDialog onClose={closeLocalDialog} />;
  return null;
}
