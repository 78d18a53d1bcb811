import { useState } from 'react';
import { useAssay } from '../../client/index.ts';
import { clock } from '../../ui/index.ts';
import type { Item } from './labels.ts';

const SHOWN = 4;

/** Who changed what, and when; the newest first. */
export function History({ item }: { item: Item }) {
  const [all, setAll] = useState(false);
  const { instance, system } = item;
  const history = useAssay('label.history', { instance, system });
  const changes = [...(history.data ?? [])].sort((a, b) => b.id - a.id);
  const shown = all ? changes : changes.slice(0, SHOWN);
  return (
    <section className="room-labels-section room-history">
      <h2 className="room-labels-head">
        History
        <span className="room-labels-right u-text-3">
          {changes.length > SHOWN ? (
            <button type="button" className="room-history-all" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'newest only' : `all ${changes.length}`}
            </button>
          ) : (
            history.data && (changes.length === 0 ? 'no change yet' : changes.length)
          )}
        </span>
      </h2>
      <ol>
        {shown.map((change) => (
          <li key={change.id} title={new Date(change.at).toLocaleString('en-GB')}>
            <time dateTime={change.at}>{clock(change.at)}</time>
            <span className="u-ellipsis">
              {change.kind === 'edit' ? '' : `${change.kind}: `}
              {change.description}
            </span>
            <span className="u-text-3">{change.annotator}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
