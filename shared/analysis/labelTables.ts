import { CONFIDENCES, RESPONSIBLE_PARTIES } from '../model/label.ts';
import { type MetricCell, type MetricTable, metricColumn } from '../model/metrics.ts';
import type { Stratum } from '../model/stratum.ts';
import type { ErrorTypesInput } from './errorTypes.ts';
import { wilson } from './interval.ts';

type Item = ErrorTypesInput['instances'][number]['items'][number] & { readonly stratum: Stratum };

const CAVEATS = [
  'One label counts once. Labels of several systems for one instance depend on each other, so the intervals are narrower than the truth.',
  'Labels that are still open are not in n; undecided and skipped ones are.',
];

/**
 * The tables of a sample's labels: who is responsible, how sure the annotator was, what each system gets wrong, and what was
 * revealed to an annotator who labels blind.
 */
export function labelTables(input: ErrorTypesInput): MetricTable[] {
  const closed = input.instances
    .flatMap(({ stratum, items }) => items.map((item): Item => ({ ...item, stratum })))
    .filter(({ label }) => label.status !== 'open');
  return [
    byStratum(input, closed, {
      id: 'responsible',
      title: 'Responsible party by stratum',
      what: 'party',
      values: [...RESPONSIBLE_PARTIES, null],
      statedIn: ({ label }) => label.responsible,
    }),
    byStratum(input, closed, {
      id: 'confidence',
      title: 'Confidence by stratum',
      what: 'confidence',
      values: [...CONFIDENCES, null],
      statedIn: ({ label }) => label.confidence,
    }),
    // Whoever labels blind must not learn here which system does what.
    ...(input.blind?.hides ? [] : [bySystem(input, closed)]),
    ...(input.blind === null ? [] : [blindLog(input, input.blind.log)]),
  ];
}

const captionOf = ({ sample, annotator }: ErrorTypesInput, what: string) =>
  `${what} of the sample ${sample.name} (seed ${sample.seed}, verdicts by ${sample.rule} ${sample.ruleVersion}), labelled by ${annotator}. Intervals: Wilson 95 %.`;

type Field = {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  /** Null: not stated. */
  readonly values: readonly (string | null)[];
  readonly statedIn: (item: Item) => string | null;
};

function byStratum(input: ErrorTypesInput, closed: readonly Item[], { id, title, what, values, statedIn }: Field): MetricTable {
  const strata = input.frame.map(({ stratum }) => stratum);
  const shareOf = (items: readonly Item[], value: string | null) =>
    wilson(items.filter((item) => statedIn(item) === value).length, items.length);
  return {
    id,
    title,
    paper: null,
    caption: captionOf(input, `Labels by ${what}, share of the closed labels of each stratum`),
    caveats: CAVEATS,
    columns: [
      metricColumn(what, what, 'text', `What the label states; "not stated" where it states none.`),
      ...strata.map((stratum) => metricColumn(stratum, stratum, 'share', `Closed labels of ${stratum}.`)),
      metricColumn(
        'all',
        'all',
        'share',
        'Closed labels of the sample. Strata are drawn unequally: this is no estimate for the benchmark.',
      ),
    ],
    rows: values.map((value): MetricCell[] => [
      value ?? 'not stated',
      ...strata.map((stratum) =>
        shareOf(
          closed.filter((item) => item.stratum === stratum),
          value,
        ),
      ),
      shareOf(closed, value),
    ]),
  };
}

function bySystem(input: ErrorTypesInput, closed: readonly Item[]): MetricTable {
  const codes = input.codebook.codes.filter(
    ({ code, retired }) => !retired || closed.some(({ label }) => label.codes.includes(code)),
  );
  const systems = [...new Set(input.instances.flatMap(({ items }) => items.map(({ system }) => system)))];
  return {
    id: 'error-types-by-system',
    title: 'Error types by system',
    paper: null,
    caption: captionOf(input, 'Share of each system’s closed labels that carry a code; codes are not exclusive'),
    caveats: [
      ...CAVEATS,
      'A system is only labelled where its prediction does not match, so systems are labelled on different instances: shares say what a system’s errors are, not how many it makes.',
    ],
    columns: [
      metricColumn('system', 'system', 'text', 'The system.'),
      metricColumn('n', 'n', 'count', 'Closed labels of the system.'),
      ...codes.map(({ code, title }) => metricColumn(code, code, 'share', title)),
    ],
    rows: systems.map((system): MetricCell[] => {
      const own = closed.filter((item) => item.system === system);
      const carrying = (code: string) => own.filter(({ label }) => label.codes.includes(code)).length;
      return [system, own.length, ...codes.map(({ code }) => wilson(carrying(code), own.length))];
    }),
  };
}

function blindLog({ annotator }: ErrorTypesInput, log: NonNullable<ErrorTypesInput['blind']>['log']): MetricTable {
  return {
    id: 'blind-log',
    title: 'Log of blind labelling',
    paper: null,
    caption: `When blind labelling was switched on and off, and what was revealed to ${annotator} before it was committed, in all samples`,
    caveats: [
      'Nothing of it can be changed or taken back. An instance is revealed for good, a screen or a command for one visit.',
    ],
    columns: [
      metricColumn('number', '#', 'text', 'In the order of time.'),
      metricColumn('at', 'when (UTC)', 'text', 'When it was asked for.'),
      metricColumn('what', 'what', 'text', 'What was switched or shown.'),
      metricColumn('annotator', 'annotator', 'text', 'Who asked for it.'),
    ],
    rows: log.map(({ at, what, annotator: who }, index): MetricCell[] => [String(index + 1), at, what, who]),
  };
}
