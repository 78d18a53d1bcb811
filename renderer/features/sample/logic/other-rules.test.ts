import { expect, test } from 'vitest';
import type { MatrixRow, Overview, SystemRow } from '#shared/contract/overview.ts';
import { matchedUnderOtherRules } from './other-rules.ts';

const row = (instance: number, stratum: MatrixRow['stratum']) => ({ instance, instanceId: `i${instance}`, stratum }) as MatrixRow;
const overview = {
  rule: 'strict',
  rules: ['strict', 'loose'],
  systems: [{ group: 'open' }, { group: 'strong' }] as SystemRow[],
  matrix: [row(1, 'S1'), row(2, 'S1'), row(3, 'S2'), row(4, 'S1')],
} as Overview;

test('only instances of S1 that a strong system matches under another rule are named', () => {
  const strict = new Map([[4, ['mismatch', 'match'] as const]]);
  const loose = new Map([
    [1, ['mismatch', 'match'] as const],
    [2, ['match', 'mismatch'] as const],
    [3, ['match', 'match'] as const],
  ]);
  const byRule = new Map([
    ['strict', strict],
    ['loose', loose],
  ]);
  expect(matchedUnderOtherRules(overview, byRule)).toEqual(['i1']);
});
