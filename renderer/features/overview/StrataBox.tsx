import './strata-box.css';
import type { Overview } from '#shared/contract/overview.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import { go, useAssay } from '../../client/index.ts';
import { Button, count, counted, PaneHead, percent } from '../../ui/index.ts';
import { StratumBadge } from '../marks/index.ts';
import { FRAME_MEANING } from './frame-meaning.ts';
import { MakeStrong } from './MakeStrong.tsx';
import { NumberLink } from './SystemsTable.tsx';

const SHORT_TITLES: Record<Stratum, string> = {
  S1: 'every strong system fails',
  S2: 'some strong succeed, some fail',
  S3: 'all strong succeed, other fails',
  rest: 'every system matches',
};
const PAPER_S2 = 'a strong system succeeds, any fails';

/** The strata with their sizes, and what is outside the frame. */
export function StrataBox({
  overview,
  onList,
  onOutside,
}: {
  overview: Overview;
  onList: (title: string, instanceIds: readonly string[]) => void;
  onOutside: (reason: string) => void;
}) {
  const { strata } = overview;
  const samples = useAssay('sample.list', null).data ?? [];
  const sampled = new Set(samples.flatMap((sample) => sample.strata.flatMap((each) => each.instanceIds)));
  const largest = Math.max(1, ...strata.strata.map((entry) => entry.count));
  const outside = strata.instances - strata.frame;
  const title = (stratum: Stratum) => (stratum === 'S2' && strata.reading === 'paper' ? PAPER_S2 : SHORT_TITLES[stratum]);
  return (
    <section className="ov-box" data-pane aria-label="Strata">
      <PaneHead
        title="Strata"
        note={`under ${strata.rule} ${strata.ruleVersion}, ${strata.reading === 'paper' ? "the paper's" : 'disjoint'} reading, frame ${count(strata.frame)} of ${count(strata.instances)}`}
        right={
          <Button kind="link" onClick={() => go('sample')}>
            Define and sample
          </Button>
        }
      />
      {strata.strongSystems.length === 0 ? (
        <div className="ov-box-note">
          <p>
            No system is in the group <b>strong</b>. The strata ask how many strong systems match an instance, so at least one is
            needed. You can change it at any time.
          </p>
          <MakeStrong overview={overview} />
        </div>
      ) : (
        <table className="ui-table ui-table-fixed ov-strata">
          <thead>
            <tr>
              <th className="ov-strata-badge">
                <span className="u-hidden">stratum</span>
              </th>
              <th>definition</th>
              <th className="ui-number ov-strata-n">n</th>
              <th className="ui-number ov-strata-n">%</th>
              <th className="ov-strata-bar">
                <span className="u-hidden">size</span>
              </th>
              <th className="ui-number ov-strata-sampled" title="Instances that some drawn sample holds">
                sampled
              </th>
            </tr>
          </thead>
          <tbody>
            {strata.strata.map(({ stratum, count: size, instanceIds }) => {
              const drawn = instanceIds.filter((id) => sampled.has(id));
              return (
                <tr key={stratum}>
                  <td>
                    <StratumBadge stratum={stratum} />
                  </td>
                  <td title={title(stratum)}>{title(stratum)}</td>
                  <td className="ui-number">
                    <NumberLink
                      label={`${stratum}: ${counted(size, 'instance')}`}
                      disabled={size === 0}
                      strong
                      onClick={() => onList(stratum, instanceIds)}
                    >
                      {count(size)}
                    </NumberLink>
                  </td>
                  <td className="ui-number u-text-2">{strata.frame === 0 ? '–' : percent(size / strata.frame)}</td>
                  <td>
                    <span
                      className={`ov-strata-fill ov-strata-fill-${stratum.toLowerCase()}`}
                      style={{ width: `${(size / largest) * 100}%` }}
                    />
                  </td>
                  <td className="ui-number">
                    {stratum === 'rest' ? (
                      <span className="u-text-3">–</span>
                    ) : (
                      <NumberLink
                        label={`${stratum}, sampled: ${drawn.length}`}
                        disabled={drawn.length === 0}
                        onClick={() => onList(`${stratum}, sampled`, drawn)}
                      >
                        {count(drawn.length)}
                      </NumberLink>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <p className="ov-box-note">
        {outside === 0 ? (
          'No instance is outside the frame: every gold ran and could be judged.'
        ) : (
          <>
            <span title={FRAME_MEANING}>Outside the frame:</span>{' '}
            {strata.outside.map(({ reason, count: size }, i) => (
              <span key={reason}>
                {i > 0 && ', '}
                <Button kind="link" onClick={() => onOutside(reason)}>
                  {count(size)} {reason}
                </Button>
              </span>
            ))}
            . Never counted against a system.
          </>
        )}
      </p>
      {overview.notJudged.map(({ reason, instanceIds }) => (
        <p key={reason} className="ov-box-note">
          <Button kind="link" onClick={() => onList(`not judged: ${reason}`, instanceIds)}>
            {counted(instanceIds.length, 'instance')}
          </Button>{' '}
          with a prediction that is not judged: {reason}.
        </p>
      ))}
    </section>
  );
}
