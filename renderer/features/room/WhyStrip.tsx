import './why.css';
import { useEffect, useMemo, useState } from 'react';
import type { Why } from '#shared/contract/room.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import type { Explanation } from '#shared/model/why.ts';
import { useAssay } from '../../client/index.ts';
import { KeyHint, useCommands } from '../../ui/commands/index.ts';
import { Button, classes, Icon } from '../../ui/index.ts';
import { type ResultItem, whyParams } from './data.ts';
import { type WhyNote, whyLine } from './logic/why.ts';

/**
 * One quiet line over the rows: for a mismatch what, forgiven, would make it a match; for a match what only a loose rule
 * overlooks. What was stored while judging stands there at once; where each kind is seen comes after.
 */
export function WhyStrip({
  item,
  state,
  stored,
  isLarge,
  onShow,
}: {
  item: ResultItem;
  /** The verdict under the sample's rule. */
  state: VerdictState | null;
  stored: Explanation | null;
  /** Too large to be explained unasked: it would hold up the rows. */
  isLarge: boolean;
  onShow: (note: WhyNote) => void;
}) {
  const [wanted, setWanted] = useState<ResultItem | null>(null);
  const asks = !isLarge || wanted === item;
  const { data: asked, isFetching } = useAssay('room.why', whyParams(item), { enabled: asks });
  const why: Why | Explanation | null = asked ?? stored;
  const line = useMemo(() => (why === null ? null : whyLine(why, state)), [why, state]);
  const [current, setCurrent] = useState<number | null>(null);
  useEffect(() => setCurrent(null), [item]);
  const show = (index: number) => {
    const note = line?.notes[index];
    if (!note) return;
    setCurrent(index);
    onShow(note);
  };
  useCommands([
    {
      id: 'room.nextReason',
      title: 'Because: show the next kind of difference',
      group: 'Move',
      keys: ['Shift+B'],
      enabled: line !== null && line.notes.length > 0,
      run: () => line && show(((current ?? -1) + 1) % line.notes.length),
    },
  ]);
  if (line === null && isLarge && why === null && state !== 'match') {
    return (
      <div className="room-why" role="note" aria-label="Why">
        <Icon name="info" size={13} />
        {isFetching ? 'Looking for what explains the difference…' : 'Large results are explained on asking:'}
        {!isFetching && (
          <Button kind="link" onClick={() => setWanted(item)}>
            explain
          </Button>
        )}
      </div>
    );
  }
  if (line === null) return null;
  return (
    <div className={classes('room-why', `room-why-${line.tone}`)} role="note" aria-label="Why">
      <Icon name={line.tone === 'warning' ? 'warning' : 'info'} size={13} />
      <span className="u-medium">{line.title}</span>
      <span className="room-why-notes">
        {line.notes.map((note, index) => (
          <Button
            key={note.kind}
            kind="link"
            className={classes('room-why-note', index === current && 'room-why-note-on')}
            aria-pressed={index === current}
            title={`${note.words}${note.difference === null ? '' : '. Shows the first row.'}`}
            onClick={() => show(index)}
          >
            {note.words}
          </Button>
        ))}
        {line.rest !== null && <span>{line.rest}</span>}
      </span>
      {line.notes.length > 0 && (
        <span className="room-why-key">
          <KeyHint command="room.nextReason" />
        </span>
      )}
    </div>
  );
}
