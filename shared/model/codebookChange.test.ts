import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Codebook, PAPER_CODEBOOK } from './codebook.ts';
import {
  type Changed,
  type CodebookChange,
  changeCodebook,
  type NewCode,
  staleCodes,
  withEarlierMeanings,
} from './codebookChange.ts';
import { CODEBOOK_PRESETS } from './codebookPresets.ts';
import { applyEdit, EMPTY_LABEL, type Label } from './label.ts';

const newCode = (code: string): NewCode => ({
  code,
  title: `About ${code}`,
  definition: '',
  examples: [],
  strata: null,
  group: '',
});

const made = (changed: Changed): Codebook => {
  if ('problem' in changed) throw new Error(changed.problem);
  return changed.codebook;
};
const after = (codebook: Codebook, ...changes: CodebookChange[]): Codebook =>
  changes.reduce((now, change) => made(changeCodebook(now, change)), codebook);
const withCodes = (version: number, ...codes: string[]): Label =>
  codes.reduce((label, code) => applyEdit(label, { field: 'code', code, on: true }, version), EMPTY_LABEL);

test('the presets are the five codes of the paper, and 9 types with 31 subtypes of NL2SQL-BUGs', () => {
  const [paper, bugs] = CODEBOOK_PRESETS;
  expect(paper!.codes.map(({ code }) => code)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5']);
  expect(new Set(bugs!.codes.map(({ code }) => code)).size).toBe(31);
  const groups = [...new Set(bugs!.codes.map(({ group }) => group))];
  expect(groups.map((group) => `${group} ${bugs!.codes.filter((code) => code.group === group).length}`)).toEqual([
    'Attribute 3',
    'Table 5',
    'Value 2',
    'Operator 2',
    'Condition 4',
    'Function 7',
    'Clause 2',
    'Subquery 3',
    'Other 3',
  ]);
});

test('a new title leaves labels as they are, another definition makes them stale until they are reviewed', () => {
  const label = withCodes(1, 'C1', 'C2');
  const renamed = after(PAPER_CODEBOOK, { change: 'rename', code: 'C1', title: 'Grounding' });
  expect(renamed).toMatchObject({ version: 2, codes: [{ title: 'Grounding' }, {}, {}, {}, {}] });
  expect(staleCodes(label, renamed)).toEqual([]);

  const redefined = after(renamed, {
    change: 'redefine',
    code: 'C1',
    definition: 'Anew.',
    examples: [],
    strata: null,
    group: '',
  });
  expect(staleCodes(label, redefined)).toEqual([{ code: 'C1', why: 'changed in version 3, set under version 1' }]);
  expect(staleCodes(applyEdit(label, { field: 'review' }, 3), redefined)).toEqual([]);
});

test('setting another code does not pass a stale one off as reviewed', () => {
  const redefined = after(PAPER_CODEBOOK, {
    change: 'redefine',
    code: 'C1',
    definition: 'Anew.',
    examples: [],
    strata: null,
    group: '',
  });
  const label = applyEdit(withCodes(1, 'C1'), { field: 'code', code: 'C3', on: true }, 2);
  expect(label).toMatchObject({ codebookVersion: 2, codeVersions: { C1: 1, C3: 2 } });
  expect(staleCodes(label, redefined).map(({ code }) => code)).toEqual(['C1']);
  const setAgain = applyEdit(
    applyEdit(label, { field: 'code', code: 'C1', on: false }, 2),
    { field: 'code', code: 'C1', on: true },
    2,
  );
  expect(staleCodes(setAgain, redefined)).toEqual([]);
});

test('a label is stale only where its code meant something else when it was set than it means now', () => {
  const define = (definition: string): CodebookChange => ({
    change: 'redefine',
    code: 'C1',
    definition,
    examples: [],
    strata: null,
    group: '',
  });
  const first = PAPER_CODEBOOK.codes[0]!.definition;
  const versions = [PAPER_CODEBOOK];
  const make = (change: CodebookChange) => {
    versions.push(after(versions.at(-1)!, change));
    return withEarlierMeanings(versions.at(-1)!, versions.slice(0, -1));
  };
  const listedIn = (codebook: Codebook) =>
    versions.map(({ version }) => version).filter((version) => staleCodes(withCodes(version, 'C1'), codebook).length > 0);

  expect(listedIn(make(define('Anew.')))).toEqual([1]);
  // Defined back: only what was set under the other words.
  expect(listedIn(make(define(first)))).toEqual([2]);
  expect(listedIn(make({ change: 'retire', code: 'C1' }))).toEqual([1, 2, 3]);
  const back = make({ change: 'restore', code: 'C1' });
  expect(listedIn(back)).toEqual([2, 4]);
  expect(back.codes[0]).toMatchObject({ changedIn: 5, sameIn: [1, 3] });
  // What is known of earlier versions is no part of the next one.
  expect(after(back, { change: 'rename', code: 'C2', title: 'Filter' }).codes[0]).not.toHaveProperty('sameIn');
  const codes = [{ ...newCode('A'), retired: false, replacedBy: [], changedIn: 1 }];
  expect(listedIn(make({ change: 'adopt', name: 'own', codes }))).toEqual([1, 2, 3, 5]);
  expect(listedIn(make({ change: 'adopt', name: 'paper', codes: PAPER_CODEBOOK.codes }))).toEqual([2, 4, 6]);
});

test('merging, splitting and retiring keep the old code and say what became of it', () => {
  const changed = after(
    PAPER_CODEBOOK,
    { change: 'merge', codes: ['C1'], into: 'C2' },
    { change: 'split', code: 'C3', into: [newCode('C3a'), newCode('C3b')] },
    { change: 'retire', code: 'C4' },
  );
  expect(changed.codes.map(({ code, retired }) => `${code}${retired ? ' retired' : ''}`)).toEqual([
    'C1 retired',
    'C2',
    'C3 retired',
    'C3a',
    'C3b',
    'C4 retired',
    'C5',
  ]);
  expect(staleCodes(withCodes(1, 'C1', 'C2', 'C3', 'C4'), changed).map(({ why }) => why)).toEqual([
    'merged into C2 in version 2, set under version 1',
    'split into C3a, C3b in version 3, set under version 1',
    'retired in version 4, set under version 1',
  ]);
});

test('what cannot be is refused by name', () => {
  const problem = (change: CodebookChange) =>
    expect(changeCodebook(PAPER_CODEBOOK, change)).toEqual({ problem: expect.any(String) });
  problem({ change: 'add', code: newCode('C1') });
  problem({ change: 'rename', code: 'C9', title: 'x' });
  problem({ change: 'merge', codes: ['C1', 'C2'], into: 'C2' });
  problem({ change: 'split', code: 'C1', into: [newCode('D'), newCode('D')] });
  problem({ change: 'restore', code: 'C1' });
  problem({ change: 'adopt', name: 'x', codes: [{ ...PAPER_CODEBOOK.codes[0]!, code: 'no name' }] });
  const many = Array.from({ length: 1001 }, (_, index) => ({ ...PAPER_CODEBOOK.codes[0]!, code: `K${index}` }));
  problem({ change: 'adopt', name: 'x', codes: many });
});

test('taking over another codebook retires what it lacks, and the way back makes no code anew', () => {
  const [paper, bugs] = CODEBOOK_PRESETS;
  const there = after(paper!, { change: 'adopt', ...bugs! });
  expect(there.codes.filter(({ retired }) => !retired)).toHaveLength(31);
  expect(there.codes).toHaveLength(36);
  const back = after(there, { change: 'adopt', ...paper! });
  expect(back.codes.filter(({ retired }) => !retired).map(({ code }) => code)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5']);
  expect(back.codes).toHaveLength(36);
});

test('no row of changes ever loses a code or gives a label a code that the codebook lacks', () => {
  const names = fc.constantFrom('C1', 'C2', 'C3', 'C4', 'C5', 'N1', 'N2', 'N3', 'N4');
  const changes = fc.oneof(
    names.map((code): CodebookChange => ({ change: 'add', code: newCode(code) })),
    fc.tuple(names, names).map(([code, into]): CodebookChange => ({ change: 'merge', codes: [code], into })),
    fc
      .tuple(names, names, names)
      .map(([code, a, b]): CodebookChange => ({ change: 'split', code, into: [newCode(a), newCode(b)] })),
    names.map((code): CodebookChange => ({ change: 'retire', code })),
    names.map((code): CodebookChange => ({ change: 'restore', code })),
  );
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 20 }), (asked) => {
      let codebook: Codebook = PAPER_CODEBOOK;
      for (const change of asked) {
        const changed = changeCodebook(codebook, change);
        if ('problem' in changed) continue;
        const now = new Set(changed.codebook.codes.map(({ code }) => code));
        expect(codebook.codes.every(({ code }) => now.has(code))).toBe(true);
        expect(now.size).toBe(changed.codebook.codes.length);
        expect(changed.codebook.version).toBe(codebook.version + 1);
        const { codes } = changed.codebook;
        expect(codes.every(({ replacedBy }) => replacedBy.every((name) => now.has(name)))).toBe(true);
        codebook = changed.codebook;
      }
    }),
  );
});

test.each([
  ['a code that is not there', { A: ['Z'], B: [] }, 'A is replaced by Z, which the codebook does not have.'],
  ['itself', { A: [], B: ['B'] }, 'B is replaced by itself.'],
  ['a code that leads back', { A: ['B'], B: ['D', 'C'], C: ['A'], D: [] }, 'A is replaced by B, and so in the end by itself.'],
])('codes of a file that are replaced by %s are refused by name', (_, replaced, problem) => {
  const codes = Object.entries(replaced).map(([code, replacedBy]) => ({
    ...newCode(code),
    retired: replacedBy.length > 0,
    replacedBy,
    changedIn: 1,
  }));
  expect(changeCodebook(PAPER_CODEBOOK, { change: 'adopt', name: 'own', codes })).toEqual({ problem });
});

test.each([
  ['c1', 'C1'],
  ['\u0421\u0031', 'C1'],
  ['\uff23\uff11', 'C1'],
])('the code %j is refused beside %s, which it looks like', (name, other) => {
  const problem = `The codes ${other} and ${name} differ in letters that look alike, or only in their case.`;
  const code = newCode(name);
  const adopted = { ...code, retired: false, replacedBy: [], changedIn: 1 };
  expect(changeCodebook(PAPER_CODEBOOK, { change: 'add', code })).toEqual({ problem });
  expect(changeCodebook(PAPER_CODEBOOK, { change: 'split', code: 'C2', into: [newCode('C2a'), code] })).toEqual({ problem });
  expect(changeCodebook(PAPER_CODEBOOK, { change: 'adopt', name: 'own', codes: [adopted] })).toEqual({ problem });
  // What the project has already goes on; of two new ones the second is refused.
  const has = { ...PAPER_CODEBOOK, codes: [...PAPER_CODEBOOK.codes, adopted] };
  expect(changeCodebook(has, { change: 'adopt', name: 'own', codes: has.codes })).not.toHaveProperty('problem');
  const two = ['\u0430', 'A'].map((each) => ({ ...adopted, code: each }));
  expect(changeCodebook(PAPER_CODEBOOK, { change: 'adopt', name: 'own', codes: two })).toHaveProperty('problem');
});

test('codes of a file may be replaced by codes that only the project has', () => {
  const code = { ...newCode('A'), retired: true, replacedBy: ['C1'], changedIn: 1 };
  expect(after(PAPER_CODEBOOK, { change: 'adopt', name: 'own', codes: [code] }).codes[0]).toMatchObject({ replacedBy: ['C1'] });
});
