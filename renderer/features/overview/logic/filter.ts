import { verdictFlips } from '#shared/analysis/ruleDisagreement.ts';
import { outsideFrame } from '#shared/analysis/strata.ts';
import type { MatrixRow, Overview } from '#shared/contract/overview.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import type { VerdictState } from '#shared/model/verdict.ts';

/** Where an instance stands: its stratum, outside the frame, or inside but without strata (nobody is strong). */
export type Place = Stratum | 'no stratum' | 'outside';
export const PLACES: readonly Place[] = ['S1', 'S2', 'S3', 'rest', 'no stratum', 'outside'];
export const placeOf = (row: MatrixRow): Place => row.stratum ?? (outsideFrame(row.states) === null ? 'no stratum' : 'outside');

/**
 * Which instances are shown. Within a field any choice is enough, between fields all must hold; an empty field holds
 * for every instance. Every number of the overview is such a filter.
 */
export type OverviewFilter = {
  readonly search: string;
  readonly places: readonly Place[];
  readonly databases: readonly string[];
  /** States of one system's verdict under the chosen rule; several systems must all agree. */
  readonly verdicts: readonly { readonly system: string; readonly states: readonly VerdictState[] }[];
  /** A system's verdict differs between rules; `any` = that of any system. */
  readonly flips: string | null;
  /** Two rules that judge some system's prediction differently. */
  readonly disagreement: readonly [first: string, second: string] | null;
};

export const NO_FILTER: OverviewFilter = {
  search: '',
  places: [],
  databases: [],
  verdicts: [],
  flips: null,
  disagreement: null,
};
export const ANY_SYSTEM = 'any system';

export const isFiltering = (filter: OverviewFilter): boolean =>
  filter.search.trim() !== '' ||
  filter.places.length + filter.databases.length + filter.verdicts.length > 0 ||
  filter.flips !== null ||
  filter.disagreement !== null;

/** The verdict states of one instance under every judged rule, rules outside, systems inside; for flips. */
export type StatesByRule = ReadonlyMap<string, ReadonlyMap<number, readonly VerdictState[]>>;

/** The states of several overviews of one project, each under its rule. */
export const statesByRule = (overviews: readonly Overview[]): StatesByRule =>
  new Map(overviews.map(({ rule, matrix }) => [rule, new Map(matrix.map(({ instance, states }) => [instance, states]))]));

/** Whether the rules judge the prediction of the system at `system` differently. */
const flipsFor = (row: MatrixRow, system: number, byRule: StatesByRule): boolean =>
  verdictFlips([...byRule.values()].map((rule) => rule.get(row.instance)?.[system] ?? 'not run'));

/** The instances that the filter lets through, in the order given. */
export function filterRows(
  rows: readonly MatrixRow[],
  systems: readonly string[],
  filter: OverviewFilter,
  byRule: StatesByRule,
): MatrixRow[] {
  const search = filter.search.trim().toLowerCase();
  const wanted = filter.verdicts.map(({ system, states }) => ({ index: systems.indexOf(system), states }));
  const flipping = filter.flips === null || filter.flips === ANY_SYSTEM ? null : systems.indexOf(filter.flips);
  const [first, second] = filter.disagreement?.map((rule) => byRule.get(rule)) ?? [];
  return rows.filter((row) => {
    if (search !== '' && !`${row.instanceId} ${row.database}`.toLowerCase().includes(search)) return false;
    if (filter.places.length > 0 && !filter.places.includes(placeOf(row))) return false;
    if (filter.databases.length > 0 && !filter.databases.includes(row.database)) return false;
    if (!wanted.every(({ index, states }) => states.includes(row.states[index] ?? 'not run'))) return false;
    if (filter.flips === ANY_SYSTEM && !row.flips) return false;
    if (flipping !== null && !flipsFor(row, flipping, byRule)) return false;
    if (filter.disagreement === null) return true;
    const other = second?.get(row.instance) ?? [];
    return (first?.get(row.instance) ?? []).some((state, i) => verdictFlips([state, other[i] ?? 'not run']));
  });
}

/** A field's choices with one put in or taken out. */
export const toggled = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** The filter with a system's states set; no states = the system no longer filters. */
export function withVerdict(filter: OverviewFilter, system: string, states: readonly VerdictState[]): OverviewFilter {
  const others = filter.verdicts.filter((each) => each.system !== system);
  return { ...filter, verdicts: states.length === 0 ? others : [...others, { system, states }] };
}

const PLACE_NAMES: Record<Place, string> = {
  S1: 'S1',
  S2: 'S2',
  S3: 'S3',
  rest: 'all match',
  'no stratum': 'no strata',
  outside: 'outside the frame',
};
export const placeName = (place: Place): string => PLACE_NAMES[place];

/** The filter in words, for the head of the list that it leaves. */
export function describeFilter(filter: OverviewFilter): string {
  const parts: string[] = [];
  if (filter.places.length > 0) parts.push(filter.places.map(placeName).join(' or '));
  if (filter.databases.length > 0) parts.push(filter.databases.join(' or '));
  for (const { system, states } of filter.verdicts) parts.push(`${system}: ${states.join(' or ')}`);
  if (filter.flips !== null) parts.push(`verdict of ${filter.flips} differs between rules`);
  if (filter.disagreement !== null) parts.push(`${filter.disagreement[0]} and ${filter.disagreement[1]} differ`);
  if (filter.search.trim() !== '') parts.push(`“${filter.search.trim()}”`);
  return parts.join('; ');
}
