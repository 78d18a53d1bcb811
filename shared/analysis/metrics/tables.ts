import { type Amount, type MetricCell, type MetricTable, metricColumn } from '../../model/metrics.ts';
import type { Mean } from '../../model/share.ts';
import { type AiInstance, accuracyByCount, accuracyByFunction, functionNames, functionSelection } from './aiFunctions.ts';
import { accuraciesByDenominator, type ScoredState } from './denominators.ts';
import { type Breathe, rVes, type TimedPair, type TimeRatios, timeRatios, ves } from './times.ts';

export type MetricsInput = {
  readonly rule: { readonly id: string; readonly version: string };
  /** The database files that the queries ran on; null where there were none. */
  readonly databases: string | null;
  readonly systems: readonly { readonly name: string; readonly group: string }[];
  /** A row an instance, in it one verdict a system under the rule. */
  readonly verdicts: readonly (readonly ScoredState[])[];
  /** Under a rule that gives one: each system's mean score. */
  readonly meanScores: readonly (Mean | null)[];
  /** For each system its pairs of times, an entry an instance that the environment did not keep from running. */
  readonly times: readonly (readonly TimedPair[])[];
  /** For each system its instances that need AI functions; empty where the benchmark names none. */
  readonly ai: readonly (readonly AiInstance[])[];
};

const SYSTEM = [metricColumn('system', 'system', 'text', 'The system.'), metricColumn('group', 'group', 'text', 'Its group.')];

/** Tables of one rule for the report: accuracies by denominator, times, VES and R-VES, and what concerns AI functions. */
export async function metricTables(input: MetricsInput, breathe: Breathe): Promise<MetricTable[]> {
  const tables = [denominators(input), await times(input, breathe), vesTable(input)];
  await breathe();
  return input.ai.some((instances) => instances.length > 0) ? [...tables, ...aiTables(input)] : tables;
}

const rowsOf = ({ systems }: MetricsInput, cells: (system: number) => MetricCell[]): MetricCell[][] =>
  systems.map(({ name, group }, index) => [name, group, ...cells(index)]);

/** An accuracy means nothing without its evaluator and its databases. */
const under = ({ rule, databases }: MetricsInput) =>
  `under ${rule.id} ${rule.version}${databases === null ? '' : `, databases ${databases}`}`;

function denominators(input: MetricsInput): MetricTable {
  const withMean = input.meanScores.some((mean) => mean !== null);
  return {
    id: 'denominators',
    title: 'EX by denominator',
    paper: null,
    caption: `Matches ${under(input)} over each denominator in use. Intervals: Wilson 95 %.`,
    caveats: [
      'Primary accuracy leaves out predictions that are missing or did not run, so a system that answers less can score more: read it beside EX over the frame.',
      ...(withMean
        ? ['The rule gives a score: a match is a score of 1. The mean counts predictions without a result as 0.']
        : []),
    ],
    columns: [
      ...SYSTEM,
      metricColumn('frame', 'EX, frame', 'share', 'Matches of instances whose gold ran and could be judged.'),
      metricColumn('primary', 'primary', 'share', 'Spider2-AIFunc: match / (match + mismatch).'),
      metricColumn('full', 'full', 'share', 'Spider2-AIFunc: with instances of unstable gold, by their most frequent results.'),
      metricColumn(
        'all',
        'EX, all',
        'share',
        'Matches of all instances of the benchmark but those that the environment kept from running.',
      ),
      ...(withMean ? [metricColumn('mean', 'mean score', 'mean', 'Mean score over the frame.')] : []),
    ],
    rows: rowsOf(input, (system) => {
      const { frame, primary, full, all } = accuraciesByDenominator(input.verdicts, system);
      return [frame, primary, full, all, ...(withMean ? [input.meanScores[system] ?? null] : [])];
    }),
  };
}

async function times(input: MetricsInput, breathe: Breathe): Promise<MetricTable> {
  const ratiosOf: TimeRatios[] = [];
  for (const pairs of input.times) ratiosOf.push(await timeRatios(pairs, breathe));
  return {
    id: 'times',
    title: 'Execution time against gold',
    paper: 'Tab. 8',
    caption:
      'Prediction time over gold time where both ran, whether they match or not; of several runs the median. Intervals: 95 %, bootstrap of 1,000 resamples; of the last column Wilson 95 %.',
    caveats: [
      'Times depend on the machine, its load and its caches. Gold and prediction ran in one window, so their ratio says more than either time, and no ratio can be compared with one from another machine.',
    ],
    columns: [
      ...SYSTEM,
      metricColumn('n', 'n', 'count', 'Instances in which both sides ran.'),
      metricColumn('median', 'median', 'amount', 'Median of the ratios.'),
      metricColumn('geometric', 'geometric mean', 'amount', 'exp of the mean logarithm of the ratios.'),
      metricColumn('lower', '25 %', 'amount', 'Lower quartile of the ratios.'),
      metricColumn('upper', '75 %', 'amount', 'Upper quartile of the ratios.'),
      metricColumn('slow', 'over 2 ×', 'share', 'Predictions that took more than twice the gold’s time.'),
    ],
    rows: rowsOf(input, (system) => {
      const ratios = ratiosOf[system]!;
      const quartile = (value: number | null): Amount | null =>
        value === null ? null : { value, n: ratios.n, low: value, high: value };
      return [
        ratios.n,
        ratios.median,
        ratios.geometricMean,
        quartile(ratios.lowerQuartile),
        quartile(ratios.upperQuartile),
        ratios.slow,
      ];
    }),
  };
}

function vesTable(input: MetricsInput): MetricTable {
  const pairs = input.times.flat();
  const runs = Math.max(1, ...pairs.map(({ prediction }) => prediction.length));
  return {
    id: 'ves',
    title: 'VES and R-VES',
    paper: null,
    caption: `BIRD’s valid efficiency scores over all instances but those that the environment kept from running, in %, matches ${under(input)}; ${runs} ${runs === 1 ? 'run' : 'runs'} of each query. Intervals: 95 %, normal approximation.`,
    caveats: [
      'These are not the published VES: they rest on times measured on this machine, once or as often as queries ran, not on a hundred repetitions on the authors’ machine, and the rule that says what matches is the one named here.',
      'Compare systems within this table only.',
    ],
    columns: [
      ...SYSTEM,
      metricColumn('ves', 'VES', 'mean', 'Mean of √(gold time / prediction time) where the prediction matches, 0 elsewhere.'),
      metricColumn(
        'r_ves',
        'R-VES',
        'mean',
        'Mean of √reward, the reward 1.25, 1, 0.75, 0.5 or 0.25 by how much faster than gold; 0 without a match.',
      ),
    ],
    rows: rowsOf(input, (system) => [ves(input.times[system] ?? []), rVes(input.times[system] ?? [])]),
  };
}

function aiTables(input: MetricsInput): MetricTable[] {
  const names = functionNames(input.ai[0] ?? []);
  const idOf = (name: string) => name.toLowerCase();
  const of = (system: number) => input.ai[system] ?? [];
  return [
    {
      id: 'function-selection',
      title: 'AI function selection',
      paper: 'Tab. 5',
      caption: 'Whether predictions call the AI functions that the benchmark names for the instance. Intervals: Wilson 95 %.',
      caveats: ['Calls are found in the text of the query: one in a branch that never runs counts too.'],
      columns: [
        ...SYSTEM,
        metricColumn(
          'exact',
          'exactly',
          'share',
          'Predictions that call exactly the named functions, of instances that name some.',
        ),
        metricColumn('covered', 'all of them', 'share', 'Predictions that call all of the named functions, and perhaps more.'),
        metricColumn('none', 'none', 'share', 'Predictions that call no AI function.'),
        ...names.map((name) =>
          metricColumn(idOf(name), name, 'share', `Of instances that name ${name}: predictions that call it.`),
        ),
      ],
      rows: rowsOf(input, (system) => {
        const { exact, covered, none, byFunction } = functionSelection(of(system));
        return [exact, covered, none, ...names.map((name) => byFunction.find((entry) => entry.name === name)?.recall ?? null)];
      }),
    },
    {
      id: 'by-function',
      title: 'EX by AI function',
      paper: 'Tab. 6',
      caption: `Matches ${under(input)} of the frame’s instances that name the function; one that names several counts for each. Intervals: Wilson 95 %.`,
      caveats: [],
      columns: [
        ...SYSTEM,
        ...names.map((name) => metricColumn(idOf(name), name, 'share', `Matches of the frame’s instances that name ${name}.`)),
      ],
      rows: rowsOf(input, (system) => {
        const byFunction = accuracyByFunction(of(system));
        return names.map((name) => byFunction.find((entry) => entry.name === name)?.accuracy ?? null);
      }),
    },
    {
      id: 'by-function-count',
      title: 'EX with one and several AI functions',
      paper: 'Tab. 7',
      caption: `Matches ${under(input)} of the frame’s instances that name one AI function, and of those that name several. Intervals: Wilson 95 %.`,
      caveats: [],
      columns: [
        ...SYSTEM,
        metricColumn('single', 'single', 'share', 'Matches of the frame’s instances that name one function.'),
        metricColumn('multi', 'multi', 'share', 'Matches of the frame’s instances that name several.'),
      ],
      rows: rowsOf(input, (system) => {
        const { single, multi } = accuracyByCount(of(system));
        return [single, multi];
      }),
    },
  ];
}
