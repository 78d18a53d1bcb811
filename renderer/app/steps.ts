import type { Screen } from '../client/index.ts';

/** The steps of the work, in the order of the bar. */
export const STEPS: readonly { screen: Screen; title: string; keys: string }[] = [
  { screen: 'overview', title: 'Overview', keys: 'g o' },
  { screen: 'sample', title: 'Strata & sample', keys: 'g s' },
  { screen: 'room', title: 'Label', keys: 'g l' },
  { screen: 'report', title: 'Report', keys: 'g r' },
];
