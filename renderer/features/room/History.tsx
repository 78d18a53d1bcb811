import { useState } from 'react';
import { IDLE_MS } from '#shared/contract/time.ts';
import { useAssay } from '../../client/index.ts';
import { clock, duration } from '../../ui/index.ts';
import type { Item } from './labels.ts';
import { useLow } from './narrow.ts';

/** Changes that are shown before somebody asks for all: fewer in a low window. */
const SHOWN = { usual: 4, low: 2 };

/** Who changed what, and when; the newest first. */
export function History({ item }: { item: Item }) {
  const [all, setAll] = useState(false);
  const { instance, system } = item;
  const history = useAssay('label.history', { instance, system });
  const changes = history.data ?? [];
  const time = useAssay('time.get', { instance, system }).data?.ms ?? 0;
  const isTimed = time >= 1_000;
  const most = useLow() ? SHOWN.low : SHOWN.usual;
  const shown = all ? changes : changes.slice(0, most);
  return (
    <section className="room-labels-section room-history">
      <h2 className="room-labels-head">
        History
        <span className="room-labels-right u-text-3">
          {isTimed && (
            <span title={`Pauses over ${IDLE_MS / 1000} s are not counted, nor the time in other windows`}>
              {duration(time)} on this item
            </span>
          )}
          {changes.length > most ? (
            <button type="button" className="room-history-all" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'newest only' : `all ${changes.length}`}
            </button>
          ) : (
            history.data && changes.length === 0 && !isTimed && 'no change yet'
          )}
        </span>
      </h2>
      <ol>
        {shown.map((change) => (
          <li key={change.id} title={new Date(change.at).toLocaleString('en-GB')}>
            <time dateTime={change.at}>{clock(change.at)}</time>
            <span className="u-ellipsis">
              {change.kind === 'undo' || change.kind === 'redo' ? `${change.kind}: ` : ''}
              {change.description}
            </span>
            <span className="u-text-3">{change.annotator}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
