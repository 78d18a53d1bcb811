import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { MatrixRow, Overview } from '#shared/contract/overview.ts';
import { VERDICT_STATES } from '#shared/model/verdict.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, Checkbox, count, Field, Icon, Menu } from '../../ui/index.ts';
import { VERDICT_LOOK } from '../marks/index.ts';
import {
  ANY_SYSTEM,
  isFiltering,
  NO_FILTER,
  type OverviewFilter,
  PLACES,
  type Place,
  placeOf,
  toggled,
  withVerdict,
} from './logic/filter.ts';

const PLACE_LABELS: Record<Place, string> = {
  S1: 'S1 all strong fail',
  S2: 'S2 some fail',
  S3: 'S3 others fail',
  rest: 'All match',
  'no stratum': 'No strata',
  outside: 'Outside frame',
};

type Choice = { key: string; label: string; count: number; on: boolean; toggle: () => void };

/** How many rows have each key. */
function tally<K>(rows: readonly MatrixRow[], keyOf: (row: MatrixRow) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

/** What narrows the instances: every choice says how many instances of the benchmark it holds for. */
export function Filters({
  overview,
  filter,
  onChange,
}: {
  overview: Overview;
  filter: OverviewFilter;
  onChange: (filter: OverviewFilter) => void;
}) {
  const { matrix, systems } = overview;
  const [system, setSystem] = useState(systems[0]?.name ?? '');
  const search = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'overview.search',
      title: 'Search instances',
      group: 'Look',
      keys: ['/'],
      icon: 'search',
      run: () => search.current?.focus(),
    },
  ]);

  const sizes = useMemo(
    () => ({
      places: tally(matrix, placeOf),
      databases: tally(matrix, ({ database }) => database),
      flips: matrix.filter((row) => row.flips).length,
    }),
    [matrix],
  );
  const systemIndex = Math.max(
    0,
    systems.findIndex(({ name }) => name === system),
  );
  const states = useMemo(() => tally(matrix, (row) => row.states[systemIndex] ?? 'not run'), [matrix, systemIndex]);

  const places = PLACES.map((place) => ({
    key: place,
    label: PLACE_LABELS[place],
    count: sizes.places.get(place) ?? 0,
    on: filter.places.includes(place),
    toggle: () => onChange({ ...filter, places: toggled(filter.places, place) }),
  })).filter(({ count: size, on, key }) => size > 0 || on || (key !== 'outside' && key !== 'no stratum'));

  const systemName = systems[systemIndex]?.name ?? '';
  const chosenStates = filter.verdicts.find((each) => each.system === systemName)?.states ?? [];
  const verdicts = VERDICT_STATES.map((state) => ({
    key: state,
    label: VERDICT_LOOK[state].word,
    count: states.get(state) ?? 0,
    on: chosenStates.includes(state),
    toggle: () => onChange(withVerdict(filter, systemName, toggled(chosenStates, state))),
  })).filter(({ count: size, on }) => size > 0 || on);

  const flips = [
    {
      key: ANY_SYSTEM,
      label: 'of any system',
      count: sizes.flips,
      on: filter.flips === ANY_SYSTEM,
      toggle: () => onChange({ ...filter, flips: filter.flips === ANY_SYSTEM ? null : ANY_SYSTEM }),
    },
    ...systems.map(({ name, flips: size }) => ({
      key: name,
      label: name,
      count: size,
      on: filter.flips === name,
      toggle: () => onChange({ ...filter, flips: filter.flips === name ? null : name }),
    })),
  ];

  const databases = [...sizes.databases]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([database, size]) => ({
      key: database,
      label: database,
      count: size,
      on: filter.databases.includes(database),
      toggle: () => onChange({ ...filter, databases: toggled(filter.databases, database) }),
    }));

  return (
    <aside className="ui-side ov-filters" data-pane aria-label="Filters">
      <div className="ui-pane-head">
        <h2 className="ui-pane-title">Filters</h2>
        <span className="ui-pane-right">
          <Button kind="link" disabled={!isFiltering(filter)} onClick={() => onChange(NO_FILTER)}>
            Clear
          </Button>
        </span>
      </div>
      <div className="ov-search">
        <Field
          label="Search instances by id or database"
          placeholder="Instance id, database"
          icon="search"
          keys="/"
          value={filter.search}
          onChange={(text) => onChange({ ...filter, search: text })}
          inputRef={search}
        />
      </div>
      <p className="ov-facets-note" title="The counts stay what they are when other filters narrow the list">
        Counts are of all {count(matrix.length)} instances
      </p>
      <div className="ov-facets u-scroll">
        <Facet title="Stratum" choices={places} />
        <Facet title="Verdict" choices={verdicts}>
          <Menu
            label="of"
            value={systemName}
            options={systems.map(({ name }) => ({ value: name, label: name }))}
            onChange={setSystem}
            className="ov-facet-menu"
          />
        </Facet>
        {overview.rules.length > 1 && <Facet title="Verdict flips between rules" choices={flips} />}
        <Facet title="Database" choices={databases} folded={databases.length > 8} />
      </div>
    </aside>
  );
}

/** One field of the filter; it folds. */
function Facet({
  title,
  choices,
  folded = false,
  children,
}: {
  title: string;
  choices: readonly Choice[];
  folded?: boolean;
  children?: ReactNode;
}) {
  const [open, setOpen] = useState(!folded);
  const most = Math.max(1, ...choices.map((choice) => choice.count));
  const chosen = choices.filter(({ on }) => on).length;
  return (
    <section className="ov-facet">
      <div className="ov-facet-head">
        <button type="button" className="ov-facet-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'chevron-down' : 'arrow-right'} size={12} />
          <span className="u-medium">{title}</span>
          {chosen > 0 && !open && <span className="u-text-2">{chosen} chosen</span>}
        </button>
        {open && children}
      </div>
      {open &&
        choices.map((choice) => (
          <div key={choice.key} className="ov-facet-row" title={`${choice.label}: ${count(choice.count)}`}>
            <Checkbox checked={choice.on} onChange={choice.toggle} label={choice.label} className="ov-facet-label" />
            <span className="ov-facet-bar">
              <i style={{ width: `${(choice.count / most) * 100}%` }} />
            </span>
            <span className="ov-facet-count">{count(choice.count)}</span>
          </div>
        ))}
    </section>
  );
}
