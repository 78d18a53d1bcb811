import './report.css';
import { useMemo, useState } from 'react';
import type { Sample } from '#shared/contract/overview.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import type { ErrorTypes } from '#shared/contract/report.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import { copyOut, failureOf, go, isBusy, useActivity, useAssay, useNavigation } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import {
  Button,
  classes,
  count,
  Message,
  PaneHead,
  Segmented,
  Skeleton,
  Splitter,
  useRememberedNumber,
  useStatus,
} from '../../ui/index.ts';
import { useBasis } from '../basis/index.ts';
import { StratumBadge } from '../marks/index.ts';
import { AnswerFailed, NotYet } from '../overview/index.ts';
import { AccuracyPart } from './AccuracyPart.tsx';
import { BasedOn, Checks, ExportNote } from './Basis.tsx';
import { ErrorTypesTable } from './ErrorTypesTable.tsx';
import { ExportAll } from './ExportAll.tsx';
import {
  type Exported,
  exportAccuracy,
  exportAll,
  exportFile,
  exportGrey,
  exportLabelTable,
  exportMetrics,
  type ReportFileName,
} from './exports.ts';
import { ErrorTypesFigure, type FigureColours } from './Figure.tsx';
import { MetricPart } from './MetricPart.tsx';
import { MetricTableView } from './MetricTableView.tsx';

/** `error types`, `accuracy`, or the id of one of the further tables. */
type Part = string;
type Entry = { readonly part: Part; readonly kind: 'Figures' | 'Tables'; readonly title: string; readonly paper: string };
const PARTS: readonly Entry[] = [
  { part: 'error types', kind: 'Figures', title: 'Error types by stratum', paper: 'Fig. 3' },
  { part: 'accuracy', kind: 'Tables', title: 'Exec. and EX by system', paper: 'Tab. 1' },
];

/** What a paper prints: the error types by stratum and the accuracies, with what they rest on. */
export function ReportScreen() {
  const summary = useAssay('project.summary', null);
  const samples = useAssay('sample.list', null);
  const error = summary.error ?? samples.error;
  if (error) {
    const retry = () => {
      void summary.refetch();
      void samples.refetch();
    };
    return <AnswerFailed failure={failureOf(error)} onRetry={retry} />;
  }
  if (!summary.data || !samples.data) return <Skeleton lines={8} label="Opening the report" />;
  if (summary.data.judgedRules.length > 0) return <Report summary={summary.data} samples={samples.data} />;
  return <NotYet screen="Report" summary={summary.data} />;
}

function Report({ summary, samples }: { summary: ProjectSummary; samples: readonly Sample[] }) {
  const [part, setPart] = useState<Part>('error types');
  const [colours, setColours] = useState<FigureColours>('colour');
  const [exported, setExported] = useState<Exported>(null);
  const [exporting, setExporting] = useState(false);
  const busy = useActivity((store) => isBusy(store.activity));
  const [contentsWidth, setContentsWidth] = useRememberedNumber('report.contents', 212);
  const [sideWidth, setSideWidth] = useRememberedNumber('report.side', 288);
  const { basis, choose } = useBasis(summary.judgedRules);
  const metrics = useAssay('report.metrics', { rule: basis.rule }, { keepPrevious: true });
  const sampleId = useNavigation((place) => place.sampleId);
  const sample = samples.find(({ id }) => id === sampleId) ?? samples.at(-1) ?? null;
  const labels = useAssay('report.labelTables', { sample: sample?.id ?? 0 }, { enabled: sample !== null, keepPrevious: true });
  const parts = useMemo((): readonly Entry[] => {
    const further = [...(labels.data?.tables ?? []), ...(metrics.data?.tables ?? [])];
    return [
      ...PARTS,
      ...further.map(({ id, title, paper }) => ({ part: id, kind: 'Tables' as const, title, paper: paper ?? '' })),
    ];
  }, [metrics.data, labels.data]);
  const errorTypes = useAssay('report.errorTypes', { sample: sample?.id ?? 0 }, { enabled: sample !== null });

  const run = async (work: () => Promise<Exported>) => {
    setExporting(true);
    try {
      const outcome = await work();
      if (outcome !== null) setExported(outcome);
    } catch (error) {
      setExported({ failure: failureOf(error) });
    } finally {
      setExporting(false);
    }
  };
  const runAll = () => sample && void run(() => exportAll(sample.id));
  const step = (by: number) => {
    const next = parts[(parts.findIndex((each) => each.part === part) + by + parts.length) % parts.length];
    if (next) setPart(next.part);
  };
  useCommands([
    { id: 'report.next', title: 'Next figure or table', group: 'Move', keys: ['j'], run: () => step(1) },
    { id: 'report.previous', title: 'Previous figure or table', group: 'Move', keys: ['k'], run: () => step(-1) },
    {
      id: 'report.export',
      title: 'Export all…',
      group: 'Project',
      keys: ['Mod+E'],
      icon: 'download',
      enabled: sample !== null && !exporting && !busy,
      run: () => runAll(),
    },
  ]);
  useStatus({
    hints: [
      { commands: ['report.next', 'report.previous'], label: 'figure or table' },
      { commands: ['report.export'], label: 'export' },
    ],
    facts: errorTypes.data && sample ? [`${labelledOf(errorTypes.data)} instances labelled`] : [],
  });

  const shownTable = metrics.data?.tables.find(({ id }) => id === part);
  const shownLabels = labels.data?.tables.find(({ id }) => id === part);
  const file = (name: ReportFileName, label: string) => (
    <Button
      size="small"
      disabled={sample === null || exporting}
      onClick={() => sample && void run(() => exportFile(sample.id, name))}
    >
      {label}
    </Button>
  );
  const figure = (format: 'svg' | 'png') => {
    const data = errorTypes.data;
    if (colours === 'colour' || !data) return file(`error-types.${format}`, format.toUpperCase());
    return (
      <Button size="small" disabled={exporting} onClick={() => void run(() => exportGrey(data, format))}>
        {format.toUpperCase()}
      </Button>
    );
  };
  return (
    <div
      className="rep"
      style={{ gridTemplateColumns: `min(${contentsWidth}px, 22vw) 1px minmax(0, 1fr) 1px min(${sideWidth}px, 30vw)` }}
    >
      <nav className="ui-side u-scroll" data-pane aria-label="Contents">
        <div className="rep-head">
          <h2 className="ui-pane-title">Contents</h2>
        </div>
        {(['Figures', 'Tables'] as const).map((kind) => (
          <div key={kind} className="rep-contents">
            <h3>{kind}</h3>
            {parts
              .filter((each) => each.kind === kind)
              .map((each) => (
                <button
                  key={each.part}
                  type="button"
                  aria-current={each.part === part ? 'page' : undefined}
                  className={classes('rep-entry', each.part === part && 'rep-entry-on')}
                  onClick={() => setPart(each.part)}
                >
                  <span>{each.title}</span>
                  <span className="u-text-2 u-micro u-nowrap">{each.paper}</span>
                </button>
              ))}
          </div>
        ))}
      </nav>
      <Splitter
        label="Width of the contents"
        direction="columns"
        value={contentsWidth}
        initial={212}
        min={150}
        max={360}
        onChange={setContentsWidth}
      />
      <section className="ui-pane rep-main u-scroll" data-pane aria-label={parts.find((each) => each.part === part)?.title}>
        {part === 'accuracy' ? (
          <AccuracyPart instances={summary.instances} />
        ) : shownLabels ? (
          <>
            <div className="rep-head rep-head-line">
              <h1 className="rep-title">{shownLabels.title}</h1>
            </div>
            <p className="rep-caption rep-caption-wide">{shownLabels.caption}</p>
            <MetricTableView table={shownLabels} />
          </>
        ) : part !== 'error types' ? (
          <MetricPart
            id={part}
            metrics={metrics}
            rules={summary.judgedRules}
            rule={basis.rule}
            onRule={(rule) => choose({ rule })}
          />
        ) : sample === null ? (
          <>
            <h1 className="u-hidden">Error types by stratum</h1>
            <Message
              icon="target"
              title="No error types without a sample"
              actions={<Button onClick={() => go('sample')}>Define strata and draw</Button>}
            >
              Error types are shares of a drawn sample’s instances. The table of accuracies needs none.
            </Message>
          </>
        ) : errorTypes.error ? (
          <AnswerFailed failure={failureOf(errorTypes.error)} onRetry={() => void errorTypes.refetch()} />
        ) : errorTypes.data ? (
          <ErrorTypesPart data={errorTypes.data} sample={sample} colours={colours} onColours={setColours} />
        ) : (
          <Skeleton lines={8} label="Counting the labels" />
        )}
      </section>
      <Splitter
        label="Width of the basis"
        direction="columns"
        side="after"
        value={sideWidth}
        initial={288}
        min={220}
        max={420}
        onChange={setSideWidth}
      />
      <aside className="ui-side rep-side" data-pane aria-label="Basis and export">
        <div className="rep-side-body u-scroll">
          {sample && <BasedOn sample={sample} samples={samples} data={errorTypes.data} />}
          {errorTypes.data && <Checks data={errorTypes.data} />}
          <section className="rep-section">
            <h2 className="rep-section-title">Export</h2>
            <div className="rep-exports">
              <span>Figure</span>
              <div>
                {figure('svg')}
                {figure('png')}
                {colours === 'black and white' && <span>black and white</span>}
              </div>
              <span>Error types</span>
              <div>
                {file('error-types.csv', 'CSV')}
                {file('error-types.json', 'JSON')}
              </div>
              <span>Labels</span>
              <div>
                {file('labels.csv', 'CSV')}
                {file('labels.json', 'JSON')}
              </div>
              <span>Accuracies</span>
              <div>
                {(['csv', 'json'] as const).map((format) => (
                  <Button key={format} size="small" disabled={exporting} onClick={() => void run(() => exportAccuracy(format))}>
                    {format.toUpperCase()}
                  </Button>
                ))}
              </div>
              {shownLabels && (
                <>
                  <span>Table shown</span>
                  <div>
                    <Button size="small" disabled={exporting} onClick={() => void run(() => exportLabelTable(shownLabels))}>
                      CSV
                    </Button>
                  </div>
                </>
              )}
              {shownTable && (
                <>
                  <span>Table shown</span>
                  <div>
                    <Button
                      size="small"
                      disabled={exporting}
                      onClick={() => void run(() => exportMetrics(shownTable, basis.rule))}
                    >
                      CSV
                    </Button>
                  </div>
                </>
              )}
            </div>
          </section>
        </div>
        <div className="rep-foot">
          <ExportNote exported={exported} />
          <ExportAll hasSample={sample !== null} exporting={exporting} onExport={() => runAll()} />
        </div>
      </aside>
    </div>
  );
}

const labelledOf = (data: ErrorTypes) => {
  const sum = (of: 'labelled' | 'drawn') => data.strata.reduce((total, entry) => total + entry[of], 0);
  return `${count(sum('labelled'))} of ${count(sum('drawn'))}`;
};

function ErrorTypesPart({
  data,
  sample,
  colours,
  onColours,
}: {
  data: ErrorTypes;
  sample: Sample;
  colours: FigureColours;
  onColours: (colours: FigureColours) => void;
}) {
  const [height, setHeight] = useRememberedNumber('report.figure', 380);
  const open = (code: string, stratum: Stratum) => {
    const shares = data.codes.find((entry) => entry.code === code)?.shares;
    const instanceIds = shares?.find((entry) => entry.stratum === stratum)?.instanceIds ?? [];
    go('overview', { list: { title: `${code} in ${stratum}, sample ${data.sample}`, instanceIds } });
  };
  const labelled = data.strata.some((entry) => entry.labelled > 0);
  return (
    <>
      <div className="rep-head rep-head-line">
        <h1 className="rep-title">Error types by stratum</h1>
        <span className="ui-pane-right">
          {data.strata.map(({ stratum, labelled: n }) => (
            <span key={stratum} className="u-row rep-size">
              <StratumBadge stratum={stratum} /> n = {count(n)}
            </span>
          ))}
          <Segmented
            label="Colours of the figure"
            options={[
              { value: 'colour', label: 'Colour' },
              { value: 'black and white', label: 'Black and white' },
            ]}
            value={colours}
            onChange={onColours}
          />
        </span>
      </div>
      {labelled ? (
        <>
          <div className="rep-figure-box" style={{ height }}>
            <p className="rep-caption">
              Share of sampled instances that carry each code, in %. Codes are not exclusive. Lines: Wilson 95 % intervals.
            </p>
            <ErrorTypesFigure data={data} colours={colours} onBar={open} />
          </div>
          <Splitter
            label="Height of the figure"
            direction="rows"
            value={height}
            initial={380}
            min={240}
            max={720}
            onChange={setHeight}
          />
        </>
      ) : (
        <Message
          icon="note"
          title="No instance is labelled yet"
          actions={
            <Button onClick={() => go('room', { sampleId: sample.id, instance: null, system: null })}>Label the sample</Button>
          }
        >
          An instance counts once every prediction to label in it is done, undecided or skipped.
        </Message>
      )}
      <PaneHead title="Table" note="click a count for its instances" />
      <ErrorTypesTable data={data} onOpen={open} />
      <div className="rep-text">
        <PaneHead
          title="Caption"
          right={
            <Button size="small" icon="copy" onClick={() => void copyOut('the caption', data.caption)}>
              Copy
            </Button>
          }
        />
        <p>{data.caption}</p>
      </div>
    </>
  );
}
