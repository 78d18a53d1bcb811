import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ErrorTypes } from '../../model/errorTypes.ts';
import { wilson } from '../interval.ts';
import { accuracyCsv, accuracyJson } from './accuracy.ts';
import { type CsvCell, csvText } from './csv.ts';
import { errorTypesCsv, errorTypesJson } from './errorTypes.ts';
import { sampleCsv } from './sample.ts';

/** Reads RFC 4180 text: the shortest reader that can serve as a check. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let i = 0; i < text.length; ) {
    let cell = '';
    if (text[i] === '"') {
      for (i += 1; text[i] !== '"' || text[i + 1] === '"'; i += 1) {
        cell += text[i];
        if (text[i] === '"') i += 1;
      }
      i += 1;
    } else {
      while (text[i] !== ',' && text[i] !== '\r') cell += text[i++];
    }
    row.push(cell);
    if (text[i] === ',') i += 1;
    else {
      rows.push(row);
      row = [];
      i += 2;
    }
  }
  return rows;
}

const anyText = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '=', ' ', 'é') });

test('any text survives writing and reading', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyText, { minLength: 2, maxLength: 2 })), (rows) => {
      const read = parse(csvText(['a', 'b'], rows)).slice(1);
      const inert = rows.map((row) => row.map((cell) => (/^[=\r]/.test(cell) ? `'${cell}` : cell)));
      expect(read).toEqual(inert);
    }),
  );
});

test.each<[CsvCell, string]>([
  ['=1+1', "'=1+1"],
  ['+a', "'+a"],
  ['-a', "'-a"],
  ['@a', "'@a"],
  ['a=b', 'a=b'],
  [-1, '-1'],
  [null, ''],
  [true, 'true'],
  ['say "hi"', '"say ""hi"""'],
])('the cell %j is written as %j', (cell, text) => {
  expect(csvText(['x'], [[cell]])).toBe(`x\r\n${text}\r\n`);
});

const DATA: ErrorTypes = {
  sample: 'main',
  annotator: 'mk',
  rule: 'multiset',
  ruleVersion: '1',
  seed: 7,
  codebookVersion: 1,
  strata: [
    { stratum: 'S1', frame: 96, drawn: 30, labelled: 30 },
    { stratum: 'S3', frame: 58, drawn: 25, labelled: 0 },
  ],
  codes: [
    {
      code: 'C5',
      title: 'Annotation issue',
      shares: [
        { stratum: 'S1', share: wilson(2, 30), instanceIds: ['a', 'b'] },
        { stratum: 'S3', share: null, instanceIds: ['c'] },
      ],
    },
    { code: 'C1', title: 'Schema grounding', shares: [{ stratum: 'S3', share: wilson(0, 0), instanceIds: [] }] },
  ],
  checks: [],
  caption: '',
};

test('the error types have one line a code and stratum, empty where nothing is known', () => {
  expect(errorTypesCsv(DATA).split('\r\n')).toEqual([
    'sample,stratum,frame,drawn,n,code,title,offered,count,share,low,high,instance_ids',
    'main,S1,96,30,30,C5,Annotation issue,true,2,0.066667,0.018477,0.213235,a;b',
    'main,S3,58,25,0,C5,Annotation issue,false,,,,,',
    'main,S3,58,25,0,C1,Schema grounding,true,0,,,,',
    '',
  ]);
  expect(JSON.parse(errorTypesJson(DATA))).toMatchObject({ format: 'assay/error-types', version: 1, seed: 7 });
});

test('the accuracies state their rule version and denominator', () => {
  const data = {
    databases: '1a2b3c4d (2 files)',
    rules: [{ id: 'multiset', version: '3' }],
    systems: [
      {
        system: '=cmd',
        group: 'open',
        executed: wilson(4, 4),
        rules: [{ rule: 'multiset', overFrame: wilson(1, 2), overAll: wilson(1, 4) }],
      },
    ],
  };
  const lines = accuracyCsv(data).split('\r\n');
  expect(lines[1]).toMatch(/^'=cmd,open,Exec,,,all,4,4,1,/);
  expect(lines[2]).toMatch(/^'=cmd,open,EX,multiset,3,frame,1,2,0.5,.*,1a2b3c4d \(2 files\)$/);
  expect(lines[3]).toMatch(/^'=cmd,open,EX,multiset,3,all,1,4,0.25,/);
  expect(JSON.parse(accuracyJson(data))).toMatchObject({ format: 'assay/accuracy', systems: [{ system: '=cmd' }] });
  const notRun = { ...data, systems: [{ ...data.systems[0]!, executed: wilson(0, 0) }] };
  expect(JSON.parse(accuracyJson(notRun))).toMatchObject({
    systems: [{ executed: { count: 0, n: 0, share: null, high: null } }],
  });
});

test("a sample's ids keep the order of drawing", () => {
  const strata = [
    { stratum: 'S1', instanceIds: ['b', 'a'] },
    { stratum: 'S2', instanceIds: ['c'] },
  ] as const;
  expect(sampleCsv({ name: 'main', seed: 7, strata })).toBe(
    'sample,seed,stratum,position,instance_id\r\nmain,7,S1,1,b\r\nmain,7,S1,2,a\r\nmain,7,S2,1,c\r\n',
  );
});

test('without a labelled instance the JSON names no share, like the CSV', () => {
  const none = { stratum: 'S1' as const, share: wilson(0, 0), instanceIds: [] };
  const read = JSON.parse(errorTypesJson({ ...DATA, codes: [{ code: 'C1', title: 'One', shares: [none] }] })) as ErrorTypes;
  expect(read.codes[0]?.shares[0]?.share).toEqual({ count: 0, n: 0, share: null, low: null, high: null });
});
