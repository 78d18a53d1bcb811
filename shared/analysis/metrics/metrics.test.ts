import { expect, test } from 'vitest';
import type { VerdictState } from '../../model/verdict.ts';
import { median, quantile } from '../interval.ts';
import { createGenerator } from '../random.ts';
import { metricCsv } from '../tables/metrics.ts';
import { type AiInstance, accuracyByCount, accuracyByFunction, functionSelection } from './aiFunctions.ts';
import { accuraciesByDenominator } from './denominators.ts';
import { metricTables } from './tables.ts';
import { rVes, timeRatio, timeRatios, ves } from './times.ts';
import { verificationFigures } from './verification.ts';

const rows = (...states: (readonly VerdictState[])[]) => states.map((row) => row.map((state) => ({ state, score: null })));
const atOnce = () => Promise.resolve();
const counts = ({ count, n }: { count: number; n: number }) => `${count}/${n}`;

test('each denominator counts its own instances', () => {
  const table = rows(['match'], ['mismatch'], ['prediction failed'], ['timed out'], ['gold failed'], ['not run'], ['match']);
  const unstable = [[{ state: 'unstable gold' as const, score: 1 }], [{ state: 'unstable gold' as const, score: 0 }]];
  const { frame, primary, full, all } = accuraciesByDenominator([...table, ...unstable], 0);
  expect([frame, primary, full, all].map(counts)).toEqual(['2/5', '2/3', '3/5', '2/9']);
});

test('a system that answers less can have the higher primary accuracy, and not the higher EX', () => {
  const table = rows(['match', 'match'], ['match', 'prediction failed'], ['mismatch', 'prediction failed']);
  const [one, other] = [0, 1].map((system) => accuraciesByDenominator(table, system));
  expect([one!.primary.share, other!.primary.share]).toEqual([2 / 3, 1]);
  expect(one!.frame.share).toBeGreaterThan(other!.frame.share);
});

test('the ratio of times is that of the medians of the runs, and needs both sides', () => {
  expect(timeRatio({ gold: [10, 1000, 20], prediction: [40] })).toBe(2);
  expect(timeRatio({ gold: [], prediction: [40] })).toBeNull();
});

test('time ratios of which one is twice and one is half as slow cancel in the geometric mean', async () => {
  const pair = (gold: number, prediction: number) => ({ gold: [gold], prediction: [prediction], matches: true });
  const ratios = await timeRatios(
    [pair(1, 2), pair(2, 1), pair(1, 1), pair(1, 3), { gold: [1], prediction: [], matches: false }],
    atOnce,
  );
  expect(ratios).toMatchObject({ n: 4, slow: { count: 1, n: 4 } });
  expect(ratios.median!.value).toBe(1.5);
  expect(ratios.geometricMean!.value).toBeCloseTo(3 ** 0.25);
  expect(ratios.median!.low).toBeLessThanOrEqual(1.5);
  expect(ratios.median!.high).toBeGreaterThanOrEqual(1.5);
  expect(await timeRatios([pair(1, 2)], atOnce)).toEqual(await timeRatios([pair(1, 2)], atOnce));
  expect(await timeRatios([], atOnce)).toMatchObject({ n: 0, median: null, geometricMean: null });
});

test('intervals of the time ratios are those of a thousand resamples, each sorted and averaged by itself', async () => {
  for (const n of [1, 2, 7, 40]) {
    const times = Array.from({ length: n }, (_, index) => 1 + ((index * 7) % 11) / 3);
    const random = createGenerator(20_260_706, 'bootstrap');
    const resamples = Array.from({ length: 1000 }, () => times.map(() => times[random.below(n)]!));
    const bounds = (statistic: (values: readonly number[]) => number) => {
      const all = resamples.map(statistic);
      return { value: statistic(times), n, low: quantile(all, 0.025), high: quantile(all, 0.975) };
    };
    const ratios = await timeRatios(
      times.map((time) => ({ gold: [1], prediction: [time], matches: true })),
      atOnce,
    );
    expect(ratios.median).toEqual(bounds((values) => median(values)!));
    expect(ratios.geometricMean).toEqual(
      bounds((values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / n)),
    );
  }
});

test('the resampling lets others have their turn, and stops where it is told to', async () => {
  let turns = 0;
  const stopped = timeRatios([{ gold: [1], prediction: [2], matches: true }], async () => {
    if (++turns === 10) throw new Error('cancelled');
  });
  await expect(stopped).rejects.toThrow('cancelled');
  expect(turns).toBe(10);
});

test('VES and R-VES reward speed only where the prediction matches', () => {
  const pair = (gold: number, prediction: number, matches = true) => ({ gold: [gold], prediction: [prediction], matches });
  expect(ves([pair(4, 1)]).mean).toBe(200);
  expect(ves([pair(4, 1, false)]).mean).toBe(0);
  expect(rVes([pair(4, 1)]).mean).toBeCloseTo(111.803, 2);
  expect([pair(2, 1), pair(1, 1), pair(1, 2), pair(1, 4), pair(1, 5)].map((one) => rVes([one]).mean / 100)).toEqual(
    [1.25, 1, 0.75, 0.5, 0.25].map(Math.sqrt),
  );
  // Published, runs that are all equal give 0: every one is dropped as an outlier.
  expect(rVes([{ gold: [1, 1, 1], prediction: [1, 1, 1], matches: true }]).mean).toBe(100);
});

const AI: AiInstance[] = [
  { functions: ['AI_FILTER'], used: ['AI_FILTER'], matches: true },
  { functions: ['AI_FILTER', 'AI_AGG'], used: ['AI_FILTER', 'AI_AGG', 'AI_CLASSIFY'], matches: false },
  { functions: ['AI_AGG'], used: [], matches: null },
  { functions: ['AI_FILTER'], used: null, matches: false },
  { functions: [], used: ['AI_FILTER'], matches: true },
];

test('function selection compares sets, and a missing prediction calls none', () => {
  const { exact, covered, none, byFunction } = functionSelection(AI);
  expect([exact, covered, none].map(counts)).toEqual(['1/4', '2/4', '2/4']);
  expect(byFunction.map(({ name, recall, precision }) => [name, counts(recall), counts(precision)])).toEqual([
    ['AI_FILTER', '2/3', '2/2'],
    ['AI_AGG', '1/2', '1/1'],
  ]);
});

test('an instance of several functions counts for each, one outside the frame for none', () => {
  expect(accuracyByFunction(AI).map(({ name, accuracy }) => [name, counts(accuracy)])).toEqual([
    ['AI_FILTER', '1/3'],
    ['AI_AGG', '0/1'],
  ]);
  const { single, multi } = accuracyByCount(AI);
  expect([single, multi].map(counts)).toEqual(['1/2', '0/1']);
});

test('verification counts by pass, and an instance that varied once stays out', () => {
  const pass = (runs: number, ...agreeing: number[]) => ({
    runs,
    instances: agreeing.map((count, index) => ({ id: `i${index}`, agreeing: count })),
  });
  const [first, second, third] = verificationFigures([pass(5, 5, 5, 4), pass(10, 10, 9, 10), pass(10, 10, 10, 10)]);
  expect([first, second, third].map((figures) => counts(figures!.consistent))).toEqual(['2/3', '2/3', '3/3']);
  expect([first, second, third].map((figures) => counts(figures!.consistentSoFar))).toEqual(['2/3', '1/3', '1/3']);
  expect([first, second, third].map((figures) => figures!.newlyInconsistent)).toEqual([['i2'], ['i1'], []]);
});

test('tables name the rule, leave AI functions out where there are none, and become CSV with counts and bounds', async () => {
  const input = {
    rule: { id: 'multiset', version: '1.0' },
    databases: '1a2b3c4d (2 files)',
    systems: [{ name: 'a', group: 'strong' }],
    verdicts: rows(['match'], ['mismatch']),
    meanScores: [null],
    times: [[{ gold: [2], prediction: [1], matches: true }]],
    ai: [[]],
  };
  const tables = await metricTables(input, atOnce);
  expect(tables.map(({ id }) => id)).toEqual(['denominators', 'times', 'ves']);
  expect(tables[0]!.caption).toContain('multiset 1.0, databases 1a2b3c4d (2 files)');
  const [head, line] = metricCsv(tables[0]!).split('\r\n');
  expect(head).toMatch(/^system,group,frame_count,frame_n,frame_share,frame_low,frame_high,primary_count/);
  expect(line).toMatch(/^a,strong,1,2,0.5,/);
  const withAi = await metricTables({ ...input, ai: [AI] }, atOnce);
  expect(withAi.map(({ id }) => id).slice(3)).toEqual(['function-selection', 'by-function', 'by-function-count']);
  for (const { columns, rows: cells } of withAi) {
    for (const row of cells) expect(row).toHaveLength(columns.length);
  }
});
