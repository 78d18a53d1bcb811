import type { Strata } from '#shared/contract/overview.ts';
import { type SampleSizes, STRATUM_DEFINITIONS, type Stratum } from '#shared/model/stratum.ts';
import { go } from '../../client/index.ts';
import { Button, count, NumberField, percent } from '../../ui/index.ts';
import { StratumBadge } from '../marks/index.ts';

export type StrataTableProps = {
  strata: Strata;
  sizes: SampleSizes;
  /** Instances that a draw with these sizes gives, by stratum. */
  drawn: ReadonlyMap<Stratum, number>;
  onSize: (stratum: keyof SampleSizes, size: number) => void;
  onOutside: (reason: string) => void;
};

/** The strata: what defines them, how large they are, and how many instances are drawn from each. */
export function StrataTable({ strata, sizes, drawn, onSize, onOutside }: StrataTableProps) {
  const largest = Math.max(1, ...strata.strata.map((entry) => entry.count));
  const overlapping = strata.reading === 'paper';
  const total = [...drawn.values()].reduce((sum, size) => sum + size, 0);
  return (
    <table className="ui-table smp-strata">
      <thead>
        <tr>
          <th className="smp-col-badge">
            <span className="u-hidden">stratum</span>
          </th>
          <th>definition</th>
          <th className="ui-number">n</th>
          <th className="ui-number">%</th>
          <th className="smp-col-bar">
            <span className="smp-key">
              <i className="smp-key-frame" /> frame
            </span>
            <span className="smp-key">
              <i className="smp-key-sample" /> sample
            </span>
          </th>
          <th className="ui-number">sample</th>
          <th className="ui-number" title="Share of the stratum that is drawn">
            share
          </th>
          <th className="ui-number" title="Instances that each drawn one stands for">
            weight
          </th>
        </tr>
      </thead>
      <tbody>
        {strata.strata.map(({ stratum, count: size, instanceIds }) => (
          <Line
            key={stratum}
            stratum={stratum}
            size={size}
            ids={instanceIds}
            largest={largest}
            strata={strata}
            sizes={sizes}
            drawn={drawn}
            onSize={onSize}
          />
        ))}
        <tr className="smp-total">
          <td />
          <td className="u-strong">{overlapping ? 'Frame (S3 lies in S2)' : 'Total'}</td>
          <td className="ui-number u-strong">{count(strata.frame)}</td>
          <td className="ui-number u-text-2">{strata.frame === 0 ? '–' : '100.0'}</td>
          <td className="smp-col-bar u-small u-text-2">
            <Outside strata={strata} onOutside={onOutside} />
          </td>
          <td className="ui-number u-strong smp-total-sample">{count(total)}</td>
          <td className="ui-number u-text-2">{strata.frame === 0 ? '–' : `${Math.round((total / strata.frame) * 100)} %`}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

function Outside({ strata, onOutside }: { strata: Strata; onOutside: (reason: string) => void }) {
  const outside = strata.instances - strata.frame;
  if (outside === 0) return <>none outside the frame</>;
  return (
    <>
      {count(outside)} outside the frame:{' '}
      {strata.outside.map(({ reason, count: size }, i) => (
        <span key={reason}>
          {i > 0 && ', '}
          <Button kind="link" onClick={() => onOutside(reason)}>
            {count(size)} {reason}
          </Button>
        </span>
      ))}
    </>
  );
}

function Line({
  stratum,
  size,
  ids,
  largest,
  strata,
  sizes,
  drawn,
  onSize,
}: { stratum: Stratum; size: number; ids: readonly string[]; largest: number } & Omit<StrataTableProps, 'onOutside'>) {
  const definition = STRATUM_DEFINITIONS[stratum];
  const paper = strata.reading === 'paper';
  const sampled = stratum === 'rest' ? null : stratum;
  const taken = drawn.get(stratum) ?? 0;
  const short = sampled !== null && sizes[sampled] > taken;
  return (
    <tr>
      <td>
        <StratumBadge stratum={stratum} />
      </td>
      <td>
        <span className="u-medium">{(paper ? definition.paperTitle : undefined) ?? definition.title}</span>
        <code className="smp-formula">{sampled === null ? 'not sampled: nothing to label' : formulaOf(stratum, strata)}</code>
      </td>
      <td className="ui-number">
        {size === 0 ? (
          <span className="u-text-3">0</span>
        ) : (
          <Button
            kind="link"
            className="u-strong"
            aria-label={`${stratum}: ${count(size)} instances`}
            onClick={() => go('overview', { list: { title: stratum, instanceIds: ids } })}
          >
            {count(size)}
          </Button>
        )}
      </td>
      <td className="ui-number u-text-2">{strata.frame === 0 ? '–' : percent(size / strata.frame)}</td>
      <td className="smp-col-bar">
        <span className="smp-bar" role="img" aria-label={`${size} in the frame, ${taken} drawn`}>
          <i className="smp-bar-frame" style={{ width: `${(size / largest) * 100}%` }} />
          <i className={`smp-bar-sample smp-bar-${stratum.toLowerCase()}`} style={{ width: `${(taken / largest) * 100}%` }} />
        </span>
      </td>
      <td className="ui-number">
        {sampled === null ? (
          <span className="u-text-3">0</span>
        ) : (
          <span className="smp-size" title={short ? `Only ${count(taken)} can be drawn` : undefined}>
            <NumberField
              label={`Size of the sample in ${stratum}`}
              value={sizes[sampled]}
              max={100_000}
              onChange={(value) => onSize(sampled, value)}
            />
            {short && (
              <span className="u-warn u-micro">
                {taken === 0 ? 'none' : count(taken)} {taken < size ? 'left' : 'there'}
              </span>
            )}
          </span>
        )}
      </td>
      <td className="ui-number u-text-2">{taken === 0 || size === 0 ? '–' : `${Math.round((taken / size) * 100)} %`}</td>
      <td className="ui-number u-text-2">{taken === 0 || paper ? '–' : (size / taken).toFixed(3)}</td>
    </tr>
  );
}

/** The definition with the numbers of this project's groups in it. */
function formulaOf(stratum: Stratum, strata: Strata): string {
  const { formula, paperFormula } = STRATUM_DEFINITIONS[stratum];
  const text = (strata.reading === 'paper' ? paperFormula : undefined) ?? formula;
  return text
    .replace(/(?<=[<=] )count\(strong\)/, String(strata.strongSystems.length))
    .replace(/(?<=[<=] )count\(other\)/, String(strata.otherSystems.length));
}
