import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Codebook } from '../../model/codebook.ts';
import { CODEBOOK_PRESETS } from '../../model/codebookPresets.ts';
import { nameProblem } from '../../model/name.ts';
import { codebookCsv, codebookJson, readCodebookJson, readCodebookRecords } from './codebook.ts';

const records = (text: string) => parse(text, { relax_column_count: true }) as string[][];
const awkward: Codebook = {
  version: 1,
  name: 'mine',
  codes: [
    {
      code: 'X1',
      title: '=SUM(A1)',
      definition: 'Two lines,\nand a "quote".',
      examples: ['- first', 'second; with a semicolon'],
      strata: ['S1', 'S3'],
      retired: true,
      group: 'Type',
      replacedBy: ['X2', 'X3'],
      changedIn: 1,
    },
  ],
};

test.each([...CODEBOOK_PRESETS, awkward])('$name comes back from JSON and from CSV as it was', (codebook) => {
  const { name, codes } = codebook;
  expect(readCodebookJson(codebookJson(codebook))).toEqual({ name, codes });
  expect(readCodebookRecords(records(codebookCsv(codebook)), name)).toEqual({ name, codes });
});

test('a spreadsheet with two columns is enough', () => {
  const { codes } = readCodebookRecords(records('title,code\nWrong join,J1\n'), 'short');
  expect(codes).toMatchObject([{ code: 'J1', title: 'Wrong join', strata: null, retired: false }]);
});

test('a file that is no codebook says what is wrong', () => {
  expect(() => readCodebookJson('{"format":"other"}')).toThrow(/assay\/codebook/);
});

const reading = (text: string) => () => readCodebookRecords(records(text), 'n');

test.each([
  ['no code column', 'title\nx\n', 'The column code is missing.'],
  ['no header', 'C1,Schema grounding\nC2,Predicate\n', 'The column “C1” is none of a codebook'],
  ['a column of its own', 'code,title,colour\nC1,a,red\n', 'The column “colour” is none of a codebook'],
  ['cells under no name', 'code,title,\nC1,a,red\n', 'The column “” is none of a codebook'],
  ['a column twice', 'code,title,code\nC1,a,C2\n', 'The column code is there twice.'],
  ['more cells than the header', 'code,title\nC1,a,lost\n', 'Record 1 (C1): It has 3 cells, and the header 2.'],
  ['no name', 'code,title\nC1,a\n ,x\n', 'Record 2: It names no code.'],
  ['a word for retired', 'code,title,retired\nC1,a,maybe\n', 'Record 1 (C1): retired is true or false, not “maybe”.'],
  [
    'a stratum that there is not',
    'code,title,strata\nC1,a,S1;S9\n',
    'Record 1 (C1), strata: The strata are S1, S2, S3, rest, or all.',
  ],
  ['a control character', 'code,title\nC1,a\u0000b\n', 'Record 1 (C1), title: It has a sign that cannot be seen (U+0000).'],
  ['a title of two lines', 'code,title\nC1,"a\nb"\n', 'Record 1 (C1), title: This is one line.'],
  [
    'a definition without end',
    `code,title,definition\nC1,a,${'x'.repeat(5_000)}\n`,
    'Record 1 (C1), definition: A text of 4,000',
  ],
  ['only a header', 'code,title\n', 'The file holds no code.'],
  ['nothing', '', 'The column code is missing.'],
])('a file with %s is refused with its place', (_, text, message) => {
  expect(reading(text)).toThrow(message);
});

test('of many problems the first are told, and how many more there are', () => {
  expect(reading(`code,title,retired\n${'C1,a,x\n'.repeat(9)}`)).toThrow(/^(Record \d \(C1\): [^.]*\. ){3}And 6 more\.$/);
  const codes = Array.from({ length: 9 }, () => ({ code: 1 }));
  const json = JSON.stringify({ format: 'assay/codebook', version: 1, codebook: { name: 'n', codes } });
  expect(() => readCodebookJson(json)).toThrow(/^Code 1, code: .*And \d+ more\.$/);
  expect(() => readCodebookJson('{')).toThrow('It is not valid JSON');
});

test('a name with an unseen sign is refused with its place, a definition with one is taken', () => {
  expect(reading('code,title\nC1,a\u200bb\n')).toThrow('Record 1 (C1), title: It has a sign that cannot be seen (U+200B).');
  expect(reading('code,title,definition\nC1,a,b\u200bc\n')().codes[0]?.definition).toBe('b\u200bc');
});

test.each([
  ['[1]', 'The format of one is “assay/codebook”, which it does not name.'],
  ['{"codes": [], "version": 7}', 'The format of one is “assay/codebook”, which it does not name.'],
  ['{"format": "assay/codebook", "version": 2}', 'Its version is not 1: it is of a newer Assay, or of none.'],
  ['{"format": "assay/codebook", "version": 1}', 'codebook: It is missing.'],
  [
    '{"format": "assay/codebook", "version": 1, "codebook": {\n"name": "n", "codes": [{"code": "A",\n"title": "a", "title": "b"}]}}',
    'Line 3: “title” stands twice in one object.',
  ],
  [
    '{"format": "assay/codebook", "version": 1, "codebook": {"name": 1, "codes": {}}}',
    'codebook, name: It is to be a text. codebook, codes: It is to be a list.',
  ],
  [
    '{"format": "assay/codebook", "version": 1, "codebook": {"name": "n", "codes": [{"code": "A", "title": "a", "definition": "", "examples": [3], "strata": null}]}}',
    'Code 1, examples, 1: It is to be a text. Code 1, retired: It is missing.',
  ],
])('of %s it is said in plain words what is wrong, and nothing beside it', (text, message) => {
  expect(() => readCodebookJson(text)).toThrow(new Error(message));
});

test('empty lines and empty columns of a spreadsheet are nothing', () => {
  expect(reading('code,title,,\nC1,a,,\n,,,\nC2,b,,\n')().codes.map(({ code }) => code)).toEqual(['C1', 'C2']);
});

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
  fc.stringMatching(/^'{0,2}[=+@-][A-Z(|!"'; ,]{0,12}$/),
  fc.constantFrom('=cmd|/c calc!A1', "'=1+1", "''@x", '"quoted"', 'a;b', 'a, b', '\u202eright to left', 'ß\u00a0ﬁ'),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const clean = (text: string) => text.replace(/[\u0000-\u001f\u007f]/g, '').trim();
const line = word.map(clean).filter((text) => text !== '');
const name = line.filter((text) => nameProblem(text) === null);
const codebooks = fc
  .uniqueArray(fc.stringMatching(/^[A-Za-z0-9ÄÖéß][A-Za-z0-9_.-]{0,10}$/), { minLength: 1, maxLength: 8 })
  .chain((names) =>
    fc.tuple(
      ...names.map((code) =>
        fc.record({
          code: fc.constant(code),
          title: name,
          definition: fc.array(line, { maxLength: 3 }).map((lines) => lines.join('\n')),
          examples: fc.array(line, { maxLength: 3 }),
          strata: fc.oneof(fc.constant(null), fc.subarray(['S1', 'S2', 'S3'])),
          retired: fc.constant(true),
          group: fc.oneof(fc.constant(''), name),
          replacedBy: fc.subarray(names),
          changedIn: fc.constant(1),
        }),
      ),
    ),
  )
  .map((codes): Codebook => ({ version: 1, name: 'made', codes }));

test('whatever a codebook holds comes back from CSV and JSON, and no cell of the CSV is a formula', () => {
  fc.assert(
    fc.property(codebooks, ({ version, name, codes }) => {
      const csv = codebookCsv({ version, name, codes });
      expect(readCodebookRecords(records(csv), name).codes).toEqual(codes);
      expect(readCodebookJson(codebookJson({ version, name, codes }))).toEqual({ name, codes });
      for (const cell of records(csv).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
