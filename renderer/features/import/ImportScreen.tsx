import './import.css';
import { useEffect, useRef, useState } from 'react';
import { desktop, useNavigation } from '../../client/index.ts';
import { useAssay } from '../../client/queries.ts';
import { type Command, useCommands } from '../../ui/commands/index.ts';
import { Splitter, useRememberedNumber, useStatus } from '../../ui/index.ts';
import { Imported } from './Imported.tsx';
import { PartDetails } from './PartDetails.tsx';
import { PartList } from './PartList.tsx';
import { importable } from './parts.ts';
import { addPaths, choosePart, clearPlan, importParts, setTaken, usePlan } from './plan.ts';
import { ReceiptFoot } from './ReceiptFoot.tsx';

const LIST_WIDTH = 590;

const choose = async (folders: boolean) => {
  const title = folders ? 'Choose a benchmark folder or a folder of trajectories' : 'Choose prediction files';
  await addPaths(await desktop().openFilesDialog({ title, folders, multiple: true }));
};

/** Load: recognise, read without writing, show what would happen, then import. */
export function ImportScreen() {
  const plan = usePlan();
  const dropped = useNavigation((place) => place.importPaths);
  const { data: summary } = useAssay('project.summary', null);
  const [width, setWidth] = useRememberedNumber('import.list', LIST_WIDTH);
  const [receiptsShown, setReceiptsShown] = useState(false);
  const taken = useRef<readonly string[]>([]);

  useEffect(() => {
    if (dropped.length === 0 || taken.current === dropped) return;
    taken.current = dropped;
    void addPaths(dropped);
  }, [dropped]);

  const at = plan.parts.findIndex((part) => part.id === plan.chosen);
  const part = plan.parts[at] ?? null;
  const ready = plan.state === 'idle' && importable(plan.parts).length > 0;
  const move = (by: number) => {
    const next = plan.parts[Math.min(plan.parts.length - 1, Math.max(0, at + by))];
    if (next) choosePart(next.id);
  };
  const commands: Command[] = [
    {
      id: 'import.folder',
      title: 'Choose a folder…',
      group: 'Project',
      keys: ['f'],
      icon: 'folder',
      run: () => void choose(true),
    },
    {
      id: 'import.files',
      title: 'Choose files…',
      group: 'Project',
      keys: ['i'],
      icon: 'document',
      run: () => void choose(false),
    },
    {
      id: 'import.next',
      title: 'Next part',
      group: 'Move',
      keys: ['ArrowDown', 'j'],
      enabled: plan.parts.length > 0,
      run: () => move(1),
    },
    {
      id: 'import.previous',
      title: 'Previous part',
      group: 'Move',
      keys: ['ArrowUp', 'k'],
      enabled: plan.parts.length > 0,
      run: () => move(-1),
    },
    {
      id: 'import.take',
      title: 'Take or leave the part',
      group: 'Project',
      keys: ['Space'],
      enabled: part !== null,
      run: () => part && void setTaken(part.id, !part.taken),
    },
    {
      id: 'import.receipts',
      title: receiptsShown ? 'Show the parts' : 'Show the receipts so far',
      group: 'Project',
      keys: ['r'],
      enabled: plan.parts.length > 0,
      run: () => setReceiptsShown(!receiptsShown),
    },
    {
      id: 'import.run',
      title: 'Import',
      group: 'Project',
      keys: ['Enter'],
      icon: 'download',
      enabled: ready,
      run: () => void importParts(),
    },
    {
      id: 'import.cancel',
      title: 'Forget what was recognised',
      group: 'Project',
      keys: ['Escape'],
      enabled: plan.parts.length > 0 && plan.state !== 'importing',
      run: clearPlan,
    },
  ];
  useCommands(commands);
  useStatus({
    hints:
      plan.parts.length > 0
        ? [
            { commands: ['import.previous', 'import.next'], label: 'part' },
            { commands: ['import.take'], label: 'take or leave' },
            { commands: ['import.run'], label: 'import' },
          ]
        : [
            { commands: ['import.folder'], label: 'choose a folder' },
            { commands: ['import.files'], label: 'choose files' },
          ],
    facts: plan.parts.length > 0 && plan.state !== 'importing' ? ['Nothing is written until you import'] : [],
  });

  return (
    <div className="import" style={{ gridTemplateColumns: `minmax(360px, ${width}px) 1px minmax(480px, 1fr)` }}>
      <PartList
        plan={plan}
        projectName={summary?.name ?? ''}
        receiptsShown={receiptsShown}
        onReceipts={() => setReceiptsShown(!receiptsShown)}
        onChoose={(folders) => void choose(folders)}
      />
      <Splitter
        label="Width of the list of parts"
        direction="columns"
        value={width}
        initial={LIST_WIDTH}
        min={420}
        max={860}
        onChange={setWidth}
      />
      <section className="ui-pane" aria-label="What would be imported" data-pane="">
        {plan.imported ? (
          <Imported receipts={plan.imported} />
        ) : part && !receiptsShown ? (
          <PartDetails key={part.id} part={part} plan={plan} />
        ) : (
          <Imported receipts={null} />
        )}
        {plan.parts.length > 0 && <ReceiptFoot plan={plan} ready={ready} />}
      </section>
    </div>
  );
}
