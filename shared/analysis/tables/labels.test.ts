import { expect, test } from 'vitest';
import type { ExportedLabel } from '../../model/exportedLabel.ts';
import { EMPTY_LABEL } from '../../model/label.ts';
import { labelsCsv, labelsJson } from './labels.ts';

const label: ExportedLabel = {
  ...EMPTY_LABEL,
  sample: 'main',
  instanceId: 'tram_004',
  database: 'tram_network',
  stratum: 'S1',
  system: 'aurora-2',
  group: 'strong',
  rule: 'multiset',
  ruleVersion: '1.0',
  verdict: 'mismatch',
  annotator: 'mk',
  codes: ['C2', 'C3'],
  primary: 'C3',
  note: 'A tie, "cut";\nboth stops are right',
  status: 'done',
  evidence: [
    {
      id: 'e1',
      kind: 'sql',
      side: 'gold',
      gold: null,
      start: 10,
      end: 17,
      firstLine: 2,
      lastLine: 2,
      text: 'LIMIT 1',
    },
  ],
  copiedFrom: null,
  workMs: 41_500,
  updatedAt: '2026-07-11T12:00:00.000Z',
};

test('a label is one line, its note quoted as RFC 4180 wants it', () => {
  const [header, ...rest] = labelsCsv([label]).split('\r\n');
  expect(header).toMatch(/^sample,instance_id,.*,note$/);
  expect(rest.join('\r\n')).toBe(
    'main,tram_004,tram_network,S1,aurora-2,strong,multiset,1.0,mismatch,mk,done,C2;C3,C3,,,false,,,2026-07-11T12:00:00.000Z,41500,' +
      '"gold SQL, line 2: LIMIT 1","A tie, ""cut"";\nboth stops are right"\r\n',
  );
});

test('a note that a spreadsheet would run stays a text', () => {
  expect(labelsCsv([{ ...label, note: '=1+1' }])).toContain(",'=1+1\r\n");
});

test('the JSON holds the labels as they are', () => {
  expect(JSON.parse(labelsJson([label]))).toEqual({ format: 'assay/labels', version: 1, labels: [label] });
});
