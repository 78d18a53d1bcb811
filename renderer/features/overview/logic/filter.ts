import { verdictFlips } from '#shared/analysis/ruleDisagreement.ts';
import { outsideFrame } from '#shared/analysis/strata.ts';
import type { MatrixRow, Overview } from '#shared/contract/overview.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import type { NearMissKind, WarningKind } from '#shared/model/why.ts';

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
  /** States of one system's verdict under a rule (null = the chosen one); several must all hold. */
  readonly verdicts: readonly VerdictFilter[];
  /** Kinds of near miss and of warning, of one system or (null) of any; any is enough. */
  readonly notes: readonly NoteFilter[];
  /** A system's verdict differs between rules; `any` = that of any system. */
  readonly flips: string | null;
  /** Two rules that judge some system's prediction differently. */
  readonly disagreement: readonly [first: string, second: string] | null;
};

export type VerdictFilter = {
  readonly system: string;
  readonly rule: string | null;
  readonly states: readonly VerdictState[];
};
export type NoteFilter = {
  readonly system: string | null;
  readonly kind: NearMissKind | WarningKind;
  readonly of: 'near miss' | 'warning';
};

export const NO_FILTER: OverviewFilter = {
  search: '',
  places: [],
  databases: [],
  verdicts: [],
  notes: [],
  flips: null,
  disagreement: null,
};
export const ANY_SYSTEM = 'any system';

export const isFiltering = (filter: OverviewFilter): boolean =>
  filter.search.trim() !== '' ||
  filter.places.length + filter.databases.length + filter.verdicts.length + filter.notes.length > 0 ||
  filter.flips !== null ||
  filter.disagreement !== null;

/** The verdict states of one instance under every judged rule, rules outside, systems inside. */
export type StatesByRule = ReadonlyMap<string, ReadonlyMap<number, readonly VerdictState[]>>;

/** The states of several overviews of one project, each under its rule. */
export const statesByRule = (overviews: readonly Overview[]): StatesByRule =>
  new Map(overviews.map(({ rule, matrix }) => [rule, new Map(matrix.map(({ instance, states }) => [instance, states]))]));

/** The instances that the filter lets through, in the order given. */
export function filterRows(
  rows: readonly MatrixRow[],
  systems: readonly string[],
  filter: OverviewFilter,
  byRule: StatesByRule,
): MatrixRow[] {
  const search = filter.search.trim().toLowerCase();
  const wanted = filter.verdicts.map(({ system, rule, states }) => ({ index: systems.indexOf(system), rule, states }));
  const flipping = filter.flips === null || filter.flips === ANY_SYSTEM ? null : systems.indexOf(filter.flips);
  const [first, second] = filter.disagreement?.map((rule) => byRule.get(rule)) ?? [];
  return rows.filter((row) => {
    if (search !== '' && !`${row.instanceId} ${row.database}`.toLowerCase().includes(search)) return false;
    if (filter.places.length > 0 && !filter.places.includes(placeOf(row))) return false;
    if (filter.databases.length > 0 && !filter.databases.includes(row.database)) return false;
    const statesUnder = (rule: string | null) => (rule === null ? row.states : (byRule.get(rule)?.get(row.instance) ?? []));
    if (!wanted.every(({ index, rule, states }) => states.includes(statesUnder(rule)[index] ?? 'not run'))) return false;
    if (filter.notes.length > 0 && !filter.notes.some((note) => carriesNote(row, systems, note))) return false;
    if (filter.flips === ANY_SYSTEM && row.flips.length === 0) return false;
    if (flipping !== null && !row.flips.includes(flipping)) return false;
    if (filter.disagreement === null) return true;
    const other = second?.get(row.instance) ?? [];
    return (first?.get(row.instance) ?? []).some((state, i) => verdictFlips([state, other[i] ?? 'not run']));
  });
}

/** The part of a filter that one facet sets. */
export type Facet = 'place' | 'verdict' | 'near miss' | 'warning' | 'flips' | 'database';

/**
 * The filter without what a facet sets itself: what the facet's counts are counted within, so that each says how many
 * instances its choice would leave. `verdict` lets go of one system's states under one rule.
 */
export function filterBeside(
  filter: OverviewFilter,
  facet: Facet,
  verdict: Pick<VerdictFilter, 'system' | 'rule'> | null = null,
): OverviewFilter {
  switch (facet) {
    case 'place':
      return { ...filter, places: [] };
    case 'database':
      return { ...filter, databases: [] };
    case 'flips':
      return { ...filter, flips: null };
    case 'near miss':
    case 'warning':
      return { ...filter, notes: [] };
    case 'verdict':
      return {
        ...filter,
        verdicts: filter.verdicts.filter(({ system, rule }) => system !== verdict?.system || rule !== verdict.rule),
      };
  }
}

/** Whether some system's (or the named one's) mismatch or match carries the kind. */
export function carriesNote(row: MatrixRow, systems: readonly string[], { system, kind, of }: NoteFilter): boolean {
  return row.notes.some((note) => {
    if (system !== null && systems[note.system] !== system) return false;
    const kinds: readonly string[] = of === 'warning' ? note.warnings : note.nearMisses;
    return kinds.includes(kind);
  });
}

/** The filter with a kind put in or taken out. */
export function withNote(filter: OverviewFilter, note: NoteFilter): OverviewFilter {
  const others = filter.notes.filter((each) => each.kind !== note.kind || each.of !== note.of || each.system !== note.system);
  return { ...filter, notes: others.length < filter.notes.length ? others : [...others, note] };
}

/** Whether a filter needs the verdicts under other rules than the chosen one. */
export const comparesRules = (filter: OverviewFilter): boolean =>
  filter.disagreement !== null || filter.verdicts.some(({ rule }) => rule !== null);

/** A field's choices with one put in or taken out. */
export const toggled = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** The filter with a system's states under a rule (null = the chosen one) set; no states = it no longer filters. */
export function withVerdict(
  filter: OverviewFilter,
  system: string,
  states: readonly VerdictState[],
  rule: string | null = null,
): OverviewFilter {
  const others = filter.verdicts.filter((each) => each.system !== system || each.rule !== rule);
  return { ...filter, verdicts: states.length === 0 ? others : [...others, { system, rule, states }] };
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
  for (const { system, rule, states } of filter.verdicts) {
    parts.push(`${system}: ${states.join(' or ')}${rule === null ? '' : ` under ${rule}`}`);
  }
  for (const { system, kind, of } of filter.notes) parts.push(`${of} ${kind}${system === null ? '' : ` of ${system}`}`);
  if (filter.flips !== null) parts.push(`verdict of ${filter.flips} differs between rules`);
  if (filter.disagreement !== null) parts.push(`${filter.disagreement[0]} and ${filter.disagreement[1]} differ`);
  if (filter.search.trim() !== '') parts.push(`“${filter.search.trim()}”`);
  return parts.join('; ');
}
