import { expect, test } from 'vitest';
import { PAPER_CODEBOOK } from '../model/codebook.ts';
import { EMPTY_LABEL, type Label } from '../model/label.ts';
import { SAMPLED_STRATA, type Stratum } from '../model/stratum.ts';
import { type ErrorTypesInput, errorTypes, type LabelledInstance } from './errorTypes.ts';

const done = (codes: string[], more: Partial<Label> = {}): Label => ({
  ...EMPTY_LABEL,
  codes,
  status: 'done',
  codebookVersion: 1,
  ...more,
});
const instance = (instanceId: string, stratum: Stratum, ...labels: Label[]): LabelledInstance => ({
  instanceId,
  stratum,
  items: labels.map((label, i) => ({ system: `s${i}`, label })),
});
const report = (instances: LabelledInstance[], more: Partial<ErrorTypesInput> = {}) =>
  errorTypes({
    sample: { name: 'main', rule: 'multiset', ruleVersion: '1', seed: 7 },
    frame: SAMPLED_STRATA.map((stratum) => ({ stratum, count: 96 })),
    instances,
    annotator: 'mk',
    codebook: PAPER_CODEBOOK,
    blind: null,
    ...more,
  });
const shareOf = (data: ReturnType<typeof report>, code: string, stratum: Stratum) =>
  data.codes.find((entry) => entry.code === code)?.shares.find((entry) => entry.stratum === stratum);
const texts = (data: ReturnType<typeof report>) => data.checks.map(({ level, text }) => `${level}: ${text}`);

test("an instance carries a code when any system's label has it, and counts once", () => {
  const data = report([instance('b', 'S1', done(['C1']), done(['C1', 'C2'])), instance('a', 'S1', done([]), done(['C2']))]);
  expect(shareOf(data, 'C1', 'S1')).toMatchObject({ share: { count: 1, n: 2, share: 0.5 }, instanceIds: ['b'] });
  expect(shareOf(data, 'C2', 'S1')).toMatchObject({ share: { count: 2, n: 2 }, instanceIds: ['a', 'b'] });
  expect(shareOf(data, 'C3', 'S1')).toMatchObject({ share: { count: 0, n: 2 }, instanceIds: [] });
});

test('an instance with an open item is not in n, nor are its codes', () => {
  const data = report([instance('a', 'S1', done(['C1'])), instance('b', 'S1', done(['C1']), EMPTY_LABEL)]);
  expect(data.strata).toEqual([{ stratum: 'S1', frame: 96, drawn: 2, labelled: 1 }]);
  expect(shareOf(data, 'C1', 'S1')).toMatchObject({ share: { count: 1, n: 1 }, instanceIds: ['a'] });
  expect(texts(data)).toContain('warning: S1: 1 of 2 instances labelled, the rest is not in n');
});

test('undecided, skipped and empty labels stay in n and are said', () => {
  const data = report([
    instance('a', 'S2', done([], { status: 'undecided' })),
    instance('b', 'S2', done(['C1'], { status: 'skipped', flagged: true })),
    instance('c', 'S2', done([])),
    instance('d', 'S2'),
  ]);
  expect(shareOf(data, 'C1', 'S2')?.share).toMatchObject({ count: 1, n: 4 });
  expect(texts(data)).toEqual(
    expect.arrayContaining([
      'ok: 4 of 4 instances labelled',
      'note: 1 undecided, 1 skipped: counted in n',
      'note: 1 label done without a code: counted in n',
      'note: 1 item flagged',
      'note: 1 instance without a prediction to label: counted in n',
    ]),
  );
});

test('a code that a stratum does not offer has no share, and a label that carries it is said', () => {
  const data = report([instance('a', 'S1', done(['C5'])), instance('b', 'S3', done(['C5']))]);
  expect(shareOf(data, 'C5', 'S1')?.share).toMatchObject({ count: 1, n: 1 });
  expect(shareOf(data, 'C5', 'S3')?.share).toBeNull();
  expect(texts(data)).toContain('warning: C5 is set on 1 instance of S3, where it is not offered: not shown');
});

test('a retired code is shown only where a label carries it', () => {
  const codebook = {
    ...PAPER_CODEBOOK,
    version: 2,
    codes: PAPER_CODEBOOK.codes.map((code) => ({ ...code, retired: code.code < 'C3', changedIn: code.code < 'C3' ? 2 : 1 })),
  };
  const data = report([instance('a', 'S1', done(['C1', 'C3']))], { codebook });
  expect(data.codes.map(({ code, title }) => [code, title])).toEqual([
    ['C1', 'Schema grounding (retired)'],
    ['C3', 'Query logic'],
    ['C4', 'AI function usage'],
    ['C5', 'Annotation issue'],
  ]);
  expect(texts(data)).toContain('warning: 1 label with a code whose meaning has changed since it was set: to review');
});

test('wide intervals are said', () => {
  const of = (n: number) => report(Array.from({ length: n }, (_, i) => instance(`i${i}`, 'S3', done(i < n * 0.4 ? ['C1'] : []))));
  expect(texts(of(25))).toContain('warning: S3: n = 25, intervals up to ± 18 points');
  expect(of(60).checks.every(({ level }) => level !== 'warning')).toBe(true);
});

test('the caption names what the figure rests on', () => {
  const { caption } = report([instance('a', 'S1', done(['C1'])), instance('b', 'S3', done([]))]);
  for (const part of [
    'S1 n = 1 labelled of 1 drawn from 96, S3 n = 1',
    'seed 7',
    'multiset 1',
    'mk',
    'codebook version 1',
    'Wilson 95 %',
  ]) {
    expect(caption).toContain(part);
  }
});

test('a stratum that is drawn whole is called a census, in the checks and the caption', () => {
  const two = [instance('a', 'S1', done(['C1'])), instance('b', 'S1', done([]))];
  const whole = report(two, { frame: [{ stratum: 'S1', count: 2 }] });
  expect(texts(whole)).toContainEqual(
    expect.stringMatching(/^note: S1: all 2 .* drawn and labelled, a census: no sampling error/),
  );
  expect(whole.caption).toContain('(S1: the whole frame is drawn');
  expect(texts(whole).some((text) => text.includes('intervals up to'))).toBe(false);
  const part = report(two, { frame: [{ stratum: 'S1', count: 3 }] });
  expect(part.caption).not.toContain('whole frame');
});

test('strata that are drawn whole alike share one note', () => {
  const data = report([instance('a', 'S1', done([])), instance('b', 'S3', done([]))], {
    frame: [
      { stratum: 'S1', count: 1 },
      { stratum: 'S3', count: 1 },
    ],
  });
  expect(texts(data).filter((text) => text.includes('census'))).toEqual([
    expect.stringMatching(/^note: S1, S3: all instances of their frames \(1, 1\) are drawn and labelled, a census/),
  ]);
});

test('a census whose labels are not finished says so', () => {
  const data = report([instance('a', 'S1', done([])), instance('b', 'S1', EMPTY_LABEL)], {
    frame: [{ stratum: 'S1', count: 2 }],
  });
  expect(texts(data)).toContainEqual(expect.stringMatching(/^note: S1: all 2 .*; once all are labelled it is a census/));
});
