import './instance-head.css';
import { memo } from 'react';
import type { InstanceView } from '#shared/contract/room.ts';
import { STRATUM_DEFINITIONS } from '#shared/model/stratum.ts';
import { copyOut } from '../../client/index.ts';
import { KeyHint, runCommand } from '../../ui/commands/index.ts';
import { ActionMenu, Button, classes, count, Icon, IconButton, ScrollRegion, Tag } from '../../ui/index.ts';
import { StratumBadge } from '../marks/index.ts';
import type { ShownStratum } from './logic/offered.ts';
import type { QueuePosition } from './logic/queue.ts';
import { useNarrow } from './narrow.ts';
import { setLayout, setView, useRoomView } from './view-state.ts';

type Head = Pick<InstanceView, 'instanceId' | 'database' | 'engine' | 'instruction' | 'knowledge' | 'document' | 'difficulty'> & {
  stratum: ShownStratum;
  /** The stratum is that of the current run, not one of the sample. */
  ofRun: boolean;
  golds: number;
  position: QueuePosition | null;
};

/** The task itself: what was asked, and what the documents add to it. */
export const InstanceHead = memo(function InstanceHead({
  instanceId,
  database,
  engine,
  instruction,
  knowledge,
  document,
  difficulty,
  stratum,
  ofRun,
  golds,
  position,
}: Head) {
  const folded = useRoomView((view) => view.instructionFolded);
  const among = position?.stratum ?? null;
  const where = among === null || ofRun ? '' : ` in ${among}`;
  return (
    <section className="room-instance" aria-label="Instance" data-pane="instance">
      <div className="room-instance-head">
        <h1 className="room-instance-id u-ellipsis" title={instanceId}>
          {instanceId}
        </h1>
        {stratum !== null && stratum !== 'hidden' && (
          <StratumBadge
            stratum={stratum}
            title={`${STRATUM_DEFINITIONS[stratum].title}${ofRun ? ', by the verdicts of the current run' : ''}`}
          />
        )}
        <Tag title={`Database, on ${engine}`}>{database}</Tag>
        <span className="u-text-3 u-small u-ellipsis room-wide">
          {[difficulty, `${golds} ${golds === 1 ? 'gold' : 'golds'}`].filter(Boolean).join(', ')}
        </span>
        <span className="room-instance-right">
          <span className="u-text-2 u-small">
            {position ? `${count(position.index)} of ${count(position.total)}${where}` : 'not in this sample'}
          </span>
          <IconButton icon="chevron-up" label="Previous instance" onClick={() => runCommand('room.previous')} />
          <IconButton icon="chevron-down" label="Next instance" onClick={() => runCommand('room.next')} />
          <ActionMenu
            label="More about the instance"
            align="end"
            className="room-instance-more"
            items={[
              {
                id: 'fold',
                label: folded ? 'Unfold the instruction' : 'Fold the instruction',
                run: () => runCommand('room.instruction'),
              },
              { id: 'id', label: 'Copy the instance id', icon: 'copy', run: () => void copyOut('the instance id', instanceId) },
              {
                id: 'text',
                label: 'Copy the instruction',
                icon: 'copy',
                run: () => void copyOut('the instruction', instruction),
              },
            ]}
          >
            <Icon name="more" />
          </ActionMenu>
        </span>
      </div>
      <div className={classes('room-instance-body', knowledge !== null && 'room-instance-two', folded && 'room-instance-folded')}>
        <ScrollRegion as="p" className="room-instance-text" data-pane-focus="">
          {instruction}
        </ScrollRegion>
        {knowledge !== null && <Knowledge text={knowledge} document={document} folded={folded} />}
      </div>
    </section>
  );
});

const LONGEST_TITLE = 2000;

/** What the documents add: whole, or one line that opens where there is no room or the instruction is folded. */
function Knowledge({ text, document, folded }: { text: string; document: string | null; folded: boolean }) {
  const narrow = useNarrow();
  const open = useRoomView((view) => view.knowledgeOpen);
  const source = (
    <>
      <Icon name="document" size={12} /> External knowledge
    </>
  );
  if (narrow ? !open : folded) {
    return (
      <button
        type="button"
        className="room-instance-line"
        aria-expanded={false}
        title={text.slice(0, LONGEST_TITLE)}
        onClick={() => (narrow ? setView({ knowledgeOpen: true }) : setLayout({ instructionFolded: false }))}
      >
        <span className="room-instance-source">{source}</span>
        <span className="u-ellipsis">{text}</span>
        <Icon name="chevron-down" size={12} />
      </button>
    );
  }
  return (
    <ScrollRegion className="room-instance-knowledge">
      {narrow ? (
        <button
          type="button"
          className="room-instance-source room-instance-close"
          aria-expanded={true}
          onClick={() => setView({ knowledgeOpen: false })}
        >
          {source} <Icon name="chevron-up" size={12} />
        </button>
      ) : (
        <span className="room-instance-source">
          {source}
          {document !== null && (
            <Button
              kind="link"
              size="small"
              className="room-instance-open"
              title={document}
              onClick={() => runCommand('room.document')}
            >
              Open
            </Button>
          )}
          {document !== null && <KeyHint command="room.document" />}
        </span>
      )}
      {text}
    </ScrollRegion>
  );
}
