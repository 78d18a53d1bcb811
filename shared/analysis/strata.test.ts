import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VERDICT_STATES, type VerdictState } from '../model/verdict.ts';
import { frameText, type JudgedInstance, outsideFrame, stratify } from './strata.ts';

/** An instance with two strong systems and one open system. */
const instance = (id: string, ...states: [VerdictState, VerdictState, VerdictState]): JudgedInstance => ({
  id,
  verdicts: [
    { system: 'a', group: 'strong', state: states[0] },
    { system: 'b', group: 'strong', state: states[1] },
    { system: 'c', group: 'open', state: states[2] },
  ],
});
const idsOf = (instances: JudgedInstance[], reading: 'disjoint' | 'paper') =>
  Object.fromEntries(stratify(instances, reading).strata.map(({ stratum, instanceIds }) => [stratum, instanceIds]));

const MIXED = [
  instance('fail', 'mismatch', 'prediction failed', 'match'),
  instance('some', 'match', 'timed out', 'mismatch'),
  instance('others', 'match', 'match', 'not run'),
  instance('easy', 'match', 'match', 'match'),
  instance('broken', 'gold failed', 'both failed', 'gold failed'),
];

test('the disjoint reading tells some from every strong system', () => {
  expect(idsOf(MIXED, 'disjoint')).toEqual({ S1: ['fail'], S2: ['some'], S3: ['others'], rest: ['easy'] });
});

test("the paper's reading of S2 contains S3", () => {
  expect(idsOf(MIXED, 'paper')).toEqual({ S1: ['fail'], S2: ['others', 'some'], S3: ['others'], rest: ['easy'] });
});

test('an instance outside the frame is in no stratum and says why', () => {
  const { placements, frame, outside } = stratify(MIXED, 'disjoint');
  expect(placements.at(-1)).toEqual({ id: 'broken', strata: [], outside: 'gold failed' });
  expect(frame).toBe(4);
  expect(outside).toEqual([{ reason: 'gold failed', count: 1 }]);
});

test.each<[VerdictState | null, VerdictState[]]>([
  [null, ['match', 'mismatch']],
  [null, ['timed out', 'prediction failed']],
  [null, ['not run', 'mismatch']],
  ['both failed', ['both failed', 'gold failed']],
  ['unstable gold', ['match', 'unstable gold']],
  ['not run', ['not run', 'not run']],
  ['no prediction', ['no prediction', 'no prediction']],
  ['not run', ['not run', 'no prediction']],
  [null, ['mismatch', 'no prediction']],
  ['not judged', ['not run', 'not judged']],
  ['not judged', ['mismatch', 'not judged']],
  [null, ['match', 'not judged']],
])('the frame says %s of %s', (reason, states) => {
  expect(outsideFrame(states)).toBe(reason);
});

test('without a strong system there are no strata, and nothing is guessed', () => {
  const open = MIXED.map(({ id, verdicts }) => ({ id, verdicts: verdicts.map((v) => ({ ...v, group: 'open' })) }));
  const { problem, strata, frame } = stratify(open, 'disjoint');
  expect(problem).toBe('no strong system');
  expect(strata.every(({ instanceIds }) => instanceIds.length === 0)).toBe(true);
  expect(frame).toBe(4);
  expect(stratify([], 'disjoint').problem).toBe('no systems');
});

test('where every system is strong, nothing is in S3', () => {
  const strong = MIXED.map(({ id, verdicts }) => ({ id, verdicts: verdicts.map((v) => ({ ...v, group: 'strong' })) }));
  expect(idsOf(strong, 'disjoint')).toMatchObject({ S1: [], S2: ['fail', 'others', 'some'], S3: [], rest: ['easy'] });
});

const anyInstances = fc.array(fc.constantFrom('strong', 'open', 'agents'), { minLength: 1, maxLength: 5 }).chain((groups) =>
  fc.array(fc.tuple(...groups.map(() => fc.constantFrom(...VERDICT_STATES))), { maxLength: 20 }).map((rows) =>
    rows.map((states, i) => ({
      id: `i${i}`,
      verdicts: groups.map((group, k) => ({ system: `${k}`, group, state: states[k]! })),
    })),
  ),
);

test('the disjoint strata partition the frame', () => {
  fc.assert(
    fc.property(anyInstances, (instances) => {
      const { placements, frame, outside, strata, problem } = stratify(instances, 'disjoint');
      expect(frame + outside.reduce((sum, { count }) => sum + count, 0)).toBe(instances.length);
      for (const placement of placements) {
        expect(placement.strata.length).toBe(placement.outside === null && problem === null ? 1 : 0);
      }
      const all = strata.flatMap(({ instanceIds }) => instanceIds);
      expect(new Set(all).size).toBe(all.length);
      if (problem === null) expect(all.length).toBe(frame);
    }),
  );
});

test("the readings differ only in S2, and the paper's S2 is the disjoint S2 and S3", () => {
  fc.assert(
    fc.property(anyInstances, (instances) => {
      const disjoint = idsOf(instances, 'disjoint');
      const paper = idsOf(instances, 'paper');
      expect({ ...paper, S2: null }).toEqual({ ...disjoint, S2: null });
      expect(new Set(paper.S2)).toEqual(new Set([...disjoint.S2!, ...disjoint.S3!]));
    }),
  );
});

test('the frame text does not depend on the order of systems and instances', () => {
  const basis = {
    rule: 'multiset',
    ruleVersion: '1',
    reading: 'disjoint',
    strongSystems: ['b', 'a'],
    otherSystems: ['c'],
  } as const;
  const text = frameText({ ...basis, strata: stratify(MIXED, 'disjoint').strata });
  const turned = frameText({
    ...basis,
    strongSystems: ['a', 'b'],
    strata: stratify([...MIXED].reverse(), 'disjoint').strata.toReversed(),
  });
  expect(turned).toBe(text);
  expect(text).toBe(
    '["assay-frame",1]\n["rule","multiset","1"]\n["reading","disjoint"]\n["strong","a","b"]\n["other","c"]\n' +
      '["S1","fail"]\n["S2","some"]\n["S3","others"]\n["rest","easy"]\n',
  );
});
