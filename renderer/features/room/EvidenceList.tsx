import './evidence.css';
import type { InstanceView } from '#shared/contract/room.ts';
import { type Evidence, evidenceWhere } from '#shared/model/evidence.ts';
import { assayData } from '../../client/index.ts';
import { useFormatted } from '../../editor/index.ts';
import { KeyHint, useCommands } from '../../ui/commands/index.ts';
import { Button, Icon, IconButton, type IconName } from '../../ui/index.ts';
import { attachSelection, showEvidence } from './evidence.ts';
import { editLabel, type Item } from './labels.ts';
import { schemaWhere } from './logic/schema-places.ts';
import { linesShown, sqlNumbers } from './sql-evidence.ts';
import { useRoomView } from './view-state.ts';

const ICONS: Record<Evidence['kind'], IconName> = {
  sql: 'lines',
  cell: 'grid',
  range: 'grid',
  step: 'terminal',
  document: 'document',
  schema: 'columns',
  'sample row': 'database',
  'frequent value': 'database',
};

/** The places that speak for the label; each leads back to where it was attached. */
export function EvidenceList({ item, evidence }: { item: Item; evidence: readonly Evidence[] }) {
  const formatted = useRoomView((state) => state.formatted);
  const numbers = sqlNumbers(evidence);
  // A long query is laid out later: its lines are others then.
  useFormatted();
  const view = assayData('room.instance', { instance: item.instance, sample: item.sample });
  useCommands([
    {
      id: 'room.attach',
      title: 'Attach what is selected as evidence',
      group: 'Codes',
      keys: ['e'],
      waits: 'to act',
      run: () => attachSelection(item),
    },
  ]);
  return (
    <section className="room-labels-section">
      <h2 className="room-labels-head">
        Evidence {evidence.length > 0 && <span className="u-text-2">{evidence.length}</span>}
        <span className="room-labels-right">
          <Button kind="link" onClick={() => attachSelection(item)}>
            Attach
          </Button>{' '}
          <KeyHint command="room.attach" />
        </span>
      </h2>
      {evidence.length === 0 ? (
        <p className="room-evidence-none">Select in the SQL, the results, a step, the schema or the document, then attach.</p>
      ) : (
        <ul className="room-evidence">
          {evidence.map((place) => {
            const number = numbers.get(place.id);
            const shown = view ? whereNow(view, item.system, place, formatted) : null;
            const where = shown ?? evidenceWhere(place);
            return (
              <li key={place.id}>
                <button
                  type="button"
                  className="room-evidence-place"
                  title={`${where}${place.kind === 'sql' && shown !== null ? `; attached at ${evidenceWhere(place)}, as written` : ''}\n${place.text}`}
                  onClick={() => showEvidence(item, place)}
                >
                  {number === undefined ? (
                    <Icon name={ICONS[place.kind]} size={12} />
                  ) : (
                    <span className="editor-evidence">{number}</span>
                  )}
                  <span className="u-ellipsis">{place.text.replaceAll(/\s+/g, ' ') || 'empty'}</span>
                  <span className="room-evidence-where">{where}</span>
                </button>
                <IconButton
                  icon="close"
                  label={`Take away: ${where}`}
                  onClick={() => editLabel(item, { field: 'evidence removed', id: place.id })}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** Where evidence stands now, in words; null where that is where it was attached, or only looking there would tell. */
function whereNow(view: InstanceView, system: number, place: Evidence, formatted: boolean): string | null {
  switch (place.kind) {
    case 'sql':
      return linesShown(view, system, place, formatted);
    case 'schema':
    case 'sample row':
    case 'frequent value':
      return schemaWhere(view.schema, place);
    case 'cell':
    case 'range':
    case 'step':
    case 'document':
      return null;
  }
}
