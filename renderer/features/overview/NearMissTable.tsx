import { NEAR_MISS_LABELS, WARNING_LABELS } from '#shared/comparison/whyInWords.ts';
import type { Overview, SystemRow } from '#shared/contract/overview.ts';
import { NEAR_MISS_KINDS, type NearMissKind, WARNING_KINDS, type WarningKind } from '#shared/model/why.ts';
import { count, PaneHead } from '../../ui/index.ts';
import { NumberLink } from './SystemsTable.tsx';

type Kind = NearMissKind | WarningKind;

/**
 * Mismatches that one kind of difference, or several, wholly explains, and matches that hide something: counts by kind
 * and system, each of which opens its instances.
 */
export function NearMissTable({
  overview,
  order,
  onOpen,
}: {
  overview: Overview;
  /** Indices of the systems, in the order to show. */
  order: readonly number[];
  onOpen: (system: string, kind: Kind, of: 'near miss' | 'warning') => void;
}) {
  const systems = order.flatMap((index) => overview.systems[index] ?? []);
  const nearMisses = NEAR_MISS_KINDS.filter((kind) => systems.some((system) => counts(system.nearMisses, kind) > 0));
  const warnings = WARNING_KINDS.filter((kind) => systems.some((system) => counts(system.warnings, kind) > 0));
  const rows: { kind: Kind; of: 'near miss' | 'warning'; label: string; countOf: (system: SystemRow) => number }[] = [
    ...nearMisses.map((kind) => ({
      kind,
      of: 'near miss' as const,
      label: NEAR_MISS_LABELS[kind],
      countOf: (system: SystemRow) => counts(system.nearMisses, kind),
    })),
    ...warnings.map((kind) => ({
      kind,
      of: 'warning' as const,
      label: `match: ${WARNING_LABELS[kind]}`,
      countOf: (system: SystemRow) => counts(system.warnings, kind),
    })),
  ];
  return (
    <section className="ov-box ov-near" data-pane aria-label="Near misses">
      <PaneHead title="Near misses" note={`mismatches under ${overview.rule} that these kinds explain; one can be of several`} />
      {rows.length === 0 ? (
        <p className="ov-box-note">No mismatch is a near miss, and no match hides anything.</p>
      ) : (
        <div className="u-scroll ov-near-scroll">
          <table className="ui-table">
            <thead>
              <tr>
                <th>kind</th>
                {systems.map(({ systemId, name }) => (
                  <th key={systemId} className="ui-number" title={name}>
                    <span className="u-ellipsis ov-near-name">{name}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ kind, of, label, countOf }) => (
                <tr key={`${of} ${kind}`}>
                  <td className="u-text-2">{label}</td>
                  {systems.map((system) => (
                    <td key={system.systemId} className="ui-number">
                      <NumberLink
                        label={`${system.name}, ${label}`}
                        disabled={countOf(system) === 0}
                        onClick={() => onOpen(system.name, kind, of)}
                      >
                        {count(countOf(system))}
                      </NumberLink>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const counts = <K extends Kind>(entries: readonly { kind: K; count: number }[], kind: K): number =>
  entries.find((entry) => entry.kind === kind)?.count ?? 0;
