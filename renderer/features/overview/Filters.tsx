import './filters.css';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { NEAR_MISS_LABELS, WARNING_LABELS } from '#shared/comparison/whyInWords.ts';
import type { MatrixRow, Overview } from '#shared/contract/overview.ts';
import { VERDICT_STATES } from '#shared/model/verdict.ts';
import { NEAR_MISS_KINDS, type NearMissKind, WARNING_KINDS, type WarningKind } from '#shared/model/why.ts';
import { useAssay } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { Button, Checkbox, count, Field, Icon, Menu } from '../../ui/index.ts';
import { VERDICT_LOOK } from '../marks/index.ts';
import {
  ANY_SYSTEM,
  carriesNote,
  type Facet as FilterField,
  filterBeside,
  filterRows,
  isFiltering,
  NO_FILTER,
  type NoteFilter,
  type OverviewFilter,
  PLACES,
  type Place,
  placeOf,
  type StatesByRule,
  toggled,
  withNote,
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

/** In the menu of rules: whichever the overview looks through. */
const CHOSEN_RULE = '';

type Choice = { key: string; label: string; count: number; on: boolean; toggle: () => void };

/** How many rows have each key. */
function tally<K>(rows: readonly MatrixRow[], keyOf: (row: MatrixRow) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

/** What narrows the instances: every choice says how many of the instances that the other filters leave it holds for. */
export function Filters({
  overview,
  rows,
  byRule,
  filter,
  onChange,
}: {
  overview: Overview;
  /** The instances that are filtered. */
  rows: readonly MatrixRow[];
  byRule: StatesByRule;
  filter: OverviewFilter;
  onChange: (filter: OverviewFilter) => void;
}) {
  const { systems } = overview;
  const names = useMemo(() => systems.map(({ name }) => name), [systems]);
  const [system, setSystem] = useState(systems[0]?.name ?? '');
  const [ruleAsked, setRuleAsked] = useState<string>(CHOSEN_RULE);
  const rule = ruleAsked === overview.rule || !overview.rules.includes(ruleAsked) ? null : ruleAsked;
  const reading = overview.strata.reading;
  const other = useAssay('overview.get', { rule: rule ?? overview.rule, reading }, { keepPrevious: true }).data;
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

  const systemIndex = Math.max(
    0,
    systems.findIndex(({ name }) => name === system),
  );
  const systemName = systems[systemIndex]?.name ?? '';
  const sizes = useMemo(() => {
    const beside = (facet: FilterField) => filterRows(rows, names, filterBeside(filter, facet), byRule);
    const flipping = beside('flips');
    return {
      places: tally(beside('place'), placeOf),
      databases: tally(beside('database'), ({ database }) => database),
      noted: beside('near miss'),
      flips: flipping.filter((row) => row.flips.length > 0).length,
      flipsOf: systems.map((_, index) => flipping.filter((row) => row.flips.includes(index)).length),
    };
  }, [rows, names, systems, filter, byRule]);
  const states = useMemo(() => {
    const left = filterRows(rows, names, filterBeside(filter, 'verdict', { system: systemName, rule }), byRule);
    const under = new Map((rule === null ? rows : (other?.matrix ?? [])).map((row) => [row.instance, row.states]));
    return tally(left, ({ instance }) => under.get(instance)?.[systemIndex] ?? 'not run');
  }, [rows, names, filter, byRule, systemName, systemIndex, rule, other]);

  const places = PLACES.map((place) => ({
    key: place,
    label: PLACE_LABELS[place],
    count: sizes.places.get(place) ?? 0,
    on: filter.places.includes(place),
    toggle: () => onChange({ ...filter, places: toggled(filter.places, place) }),
  })).filter(({ count: size, on, key }) => size > 0 || on || (key !== 'outside' && key !== 'no stratum'));

  const chosenStates = filter.verdicts.find((each) => each.system === systemName && each.rule === rule)?.states ?? [];
  const verdicts = VERDICT_STATES.map((state) => ({
    key: state,
    label: VERDICT_LOOK[state].word,
    count: states.get(state) ?? 0,
    on: chosenStates.includes(state),
    toggle: () => onChange(withVerdict(filter, systemName, toggled(chosenStates, state), rule)),
  })).filter(({ count: size, on }) => size > 0 || on);

  const flips = [
    {
      key: ANY_SYSTEM,
      label: 'of any system',
      count: sizes.flips,
      on: filter.flips === ANY_SYSTEM,
      toggle: () => onChange({ ...filter, flips: filter.flips === ANY_SYSTEM ? null : ANY_SYSTEM }),
    },
    ...systems.map(({ name }, index) => ({
      key: name,
      label: name,
      count: sizes.flipsOf[index]!,
      on: filter.flips === name,
      toggle: () => onChange({ ...filter, flips: filter.flips === name ? null : name }),
    })),
  ];

  const noted = <K extends NearMissKind | WarningKind>(
    kinds: readonly K[],
    labels: Readonly<Record<K, string>>,
    of: NoteFilter['of'],
  ) =>
    kinds
      .map((kind) => {
        const note: NoteFilter = { system: null, kind, of };
        const isOn = filter.notes.some((each) => each.kind === kind && each.of === of && each.system === null);
        return {
          key: kind,
          label: labels[kind],
          count: sizes.noted.filter((row) => carriesNote(row, names, note)).length,
          on: isOn,
          toggle: () => onChange(withNote(filter, note)),
        };
      })
      .filter(({ count: size, on }) => size > 0 || on);
  const nearMisses = noted(NEAR_MISS_KINDS, NEAR_MISS_LABELS, 'near miss');
  const warnings = noted(WARNING_KINDS, WARNING_LABELS, 'warning');

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
          command="overview.search"
          value={filter.search}
          onChange={(text) => onChange({ ...filter, search: text })}
          inputRef={search}
        />
      </div>
      <p
        className="ov-facets-note"
        title={`Of ${count(rows.length)} instances. Choices within one field add to each other, so its own do not narrow its counts`}
      >
        Counts are of what the other filters leave
      </p>
      <div className="ov-facets u-scroll">
        <Facet title="Stratum" choices={places} />
        <Facet title="Verdict" choices={verdicts}>
          <span className="ov-facet-menus">
            <Menu
              label="of"
              value={systemName}
              options={systems.map(({ name }) => ({ value: name, label: name }))}
              onChange={setSystem}
              className="ov-facet-menu"
            />
            {overview.rules.length > 1 && (
              <Menu
                label="under"
                value={rule ?? CHOSEN_RULE}
                options={[
                  { value: CHOSEN_RULE, label: overview.rule },
                  ...overview.rules.filter((id) => id !== overview.rule).map((id) => ({ value: id, label: id })),
                ]}
                onChange={setRuleAsked}
                className="ov-facet-menu"
              />
            )}
          </span>
        </Facet>
        {nearMisses.length > 0 && <Facet title="Near miss" choices={nearMisses} />}
        {warnings.length > 0 && <Facet title="Match with a warning" choices={warnings} />}
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
