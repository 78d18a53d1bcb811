import type { ItemKey } from '#shared/model/item.ts';
import type { LabelChange } from '#shared/model/label.ts';
import { blindEvents } from '../database/blind.ts';
import { labelHistory } from '../database/labels.ts';
import type { Db } from '../database/open.ts';

/** Everything that an annotator did to an item, what was revealed of its instance among it; the latest first. */
export function historyOf(db: Db, annotator: number, item: ItemKey): LabelChange[] {
  const revealed = blindEvents(db, annotator)
    .filter(({ kind, instance }) => kind === 'reveal' && instance === item.instance)
    // Ids of changes count from 1: those of other events go the other way.
    .map(({ id, at, annotator: name }): LabelChange => {
      return { id: -id, at, annotator: name, kind: 'reveal', description: 'revealed before it was committed' };
    });
  const changes = labelHistory(db, annotator, item);
  return revealed.length === 0
    ? changes
    : [...changes, ...revealed].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.id - a.id));
}
