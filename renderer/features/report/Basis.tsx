import type { Sample } from '#shared/contract/overview.ts';
import type { ErrorTypes } from '#shared/contract/report.ts';
import { desktop, failureText, go } from '../../client/index.ts';
import { Button, count, ErrorText, Icon, Menu } from '../../ui/index.ts';
import type { Exported } from './exports.ts';

/** What the error types rest on. */
export function BasedOn({ sample, samples, data }: { sample: Sample; samples: readonly Sample[]; data: ErrorTypes | undefined }) {
  const sizeOf = (of: Sample) => of.strata.reduce((sum, { instanceIds }) => sum + instanceIds.length, 0);
  return (
    <section className="rep-section">
      <h2 className="rep-section-title">Based on</h2>
      <dl className="rep-facts">
        <dt>Sample</dt>
        <dd>
          <Menu
            label="Sample of the report"
            hideLabel
            value={String(sample.id)}
            options={samples.map((each) => ({ value: String(each.id), label: `${each.name}, ${count(sizeOf(each))} drawn` }))}
            onChange={(id) => go('report', { sampleId: Number(id) })}
            align="end"
          />
        </dd>
        <dt>Labels of</dt>
        <dd className="u-ellipsis" title={data?.annotator}>
          {data?.annotator ?? '–'}
        </dd>
        <dt>Verdicts by</dt>
        <dd>
          {sample.rule} {sample.ruleVersion}
        </dd>
        <dt>Strata</dt>
        <dd>{sample.reading === 'paper' ? 'S2 as the paper words it' : 'S2 disjoint'}</dd>
        <dt>Seed</dt>
        <dd className="u-mono">{sample.seed}</dd>
        <dt>An instance carries</dt>
        <dd>any system’s code</dd>
        <dt>Intervals</dt>
        <dd>Wilson 95 %</dd>
        <dt>Undecided, skipped</dt>
        <dd title="Their instances count as labelled once no item is open. Codes that were set before an item was skipped or left undecided count too.">
          stay in n, codes set on them count
        </dd>
        <dt>Codebook</dt>
        <dd>{data ? `version ${data.codebookVersion}` : '–'}</dd>
      </dl>
    </section>
  );
}

const CHECK_LOOK = {
  ok: { icon: 'check', className: 'u-ok', word: 'in order' },
  note: { icon: 'info', className: 'u-text-2', word: 'note' },
  warning: { icon: 'warning', className: 'u-warn', word: 'warning' },
} as const;

/** What a reader must know of the labels. */
export function Checks({ data }: { data: ErrorTypes }) {
  return (
    <section className="rep-section">
      <h2 className="rep-section-title">Checks</h2>
      <ul>
        {data.checks.map(({ level, text }) => (
          <li key={text} className="rep-check">
            <span className={CHECK_LOOK[level].className}>
              <Icon name={CHECK_LOOK[level].icon} size={13} />
              <span className="u-hidden">{CHECK_LOOK[level].word}: </span>
            </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The outcome of the last export, until another one or until it is closed. */
export function ExportNote({ exported }: { exported: Exported }) {
  if (exported === null) return null;
  if ('failure' in exported) {
    return <ErrorText text={failureText(exported.failure)} className="rep-note" />;
  }
  return (
    <p className="rep-note" role="status">
      <span className="u-ok">
        <Icon name="check" size={12} />
      </span>
      <span className="u-ellipsis" title={exported.path}>
        {exported.text}
      </span>
      <Button kind="link" onClick={() => void desktop().revealInFolder(exported.path)}>
        Show in folder
      </Button>
    </p>
  );
}
