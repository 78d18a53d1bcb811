import { expect, test } from 'vitest';
import { PAPER_CODEBOOK } from '../model/codebook.ts';
import { EMPTY_LABEL, type Label } from '../model/label.ts';
import type { MetricTable } from '../model/metrics.ts';
import type { ErrorTypesInput } from './errorTypes.ts';
import { labelTables } from './labelTables.ts';
import { metricCsv } from './tables/metrics.ts';

const label = (of: Partial<Label>): Label => ({ ...EMPTY_LABEL, status: 'done', ...of });

const INPUT: ErrorTypesInput = {
  sample: { name: 'main', rule: 'multiset', ruleVersion: '1.0', seed: 7 },
  frame: [
    { stratum: 'S1', count: 9 },
    { stratum: 'S2', count: 9 },
  ],
  instances: [
    {
      instanceId: 'i1',
      stratum: 'S1',
      items: [
        { system: 'a', label: label({ codes: ['C1', 'C5'], responsible: 'gold', confidence: 'high' }) },
        { system: 'b', label: label({ codes: ['C1'], responsible: 'model' }) },
      ],
    },
    {
      instanceId: 'i2',
      stratum: 'S2',
      items: [
        { system: 'b', label: label({ status: 'undecided', confidence: 'low' }) },
        { system: 'a', label: label({ status: 'open', codes: ['C2'], responsible: 'model' }) },
      ],
    },
  ],
  annotator: 'mk',
  codebook: PAPER_CODEBOOK,
  blind: null,
};
const TABLES = labelTables(INPUT);

function cell(table: MetricTable, row: string, column: string): string {
  const found = table.rows.find(([name]) => name === row)![table.columns.findIndex(({ id }) => id === column)];
  return typeof found === 'object' && found !== null && 'count' in found ? `${found.count}/${found.n}` : String(found);
}

test('responsible party and confidence are shares of the closed labels of each stratum, those without a statement named', () => {
  const [responsible, confidence] = TABLES;
  expect(['S1', 'S2', 'all'].map((column) => cell(responsible!, 'gold', column))).toEqual(['1/2', '0/1', '1/3']);
  expect(cell(responsible!, 'not stated', 'S2')).toBe('1/1');
  expect(['high', 'low', 'not stated'].map((row) => cell(confidence!, row, 'all'))).toEqual(['1/3', '1/3', '1/3']);
  expect(responsible!.caption).toContain('multiset 1.0');
});

test('each system has the codes of its own closed labels, with n and intervals, in the file too', () => {
  const systems = TABLES[2]!;
  expect(['n', 'C1', 'C2', 'C5'].map((column) => cell(systems, 'a', column))).toEqual(['1', '1/1', '0/1', '1/1']);
  expect(['n', 'C1', 'C5'].map((column) => cell(systems, 'b', column))).toEqual(['2', '1/2', '0/2']);
  const [head, a] = metricCsv(systems).split('\r\n');
  expect(head).toMatch(/^system,n,C1_count,C1_n,C1_share,C1_low,C1_high,/);
  expect(a).toMatch(/^a,1,1,1,1,0\.2/);
});

test('the log of blind labelling is a table; what each system gets wrong comes once nothing is hidden', () => {
  const log = [
    { at: '2026-01-31T17:05:00.000Z', what: 'blind labelling began', annotator: 'mk' },
    { at: '2026-01-31T17:06:00.000Z', what: 'revealed: overview', annotator: 'mk' },
  ];
  const tables = (hides: boolean) => labelTables({ ...INPUT, blind: { instances: 0, screens: 1, ended: null, hides, log } });
  expect(tables(true).map(({ id }) => id)).toEqual(['responsible', 'confidence', 'blind-log']);
  expect(tables(false).map(({ id }) => id)).toEqual(['responsible', 'confidence', 'error-types-by-system', 'blind-log']);
  expect(metricCsv(tables(true).at(-1)!).split('\r\n')[2]).toBe('2,2026-01-31T17:06:00.000Z,revealed: overview,mk');
});
