import type { Accuracy } from '#shared/contract/report.ts';
import type { Share } from '#shared/model/share.ts';
import { Button, count, percent } from '../../ui/index.ts';

/** Exec. and EX of every system under every rule, over the rule's frame and over all instances. */
export function AccuracyTable({
  data,
  onOpen,
}: {
  data: Accuracy;
  onOpen: (system: string, rule: string, within: 'frame' | 'all') => void;
}) {
  return (
    <div className="u-scroll rep-accuracy">
      <table className="ui-table">
        <thead>
          <tr>
            <th rowSpan={2}>system</th>
            <th rowSpan={2}>group</th>
            <th rowSpan={2} className="ui-number">
              Exec. %
            </th>
            {data.rules.map(({ id, version }) => (
              <th key={id} colSpan={2} className="rep-rule">
                EX % by {id} {version}
              </th>
            ))}
          </tr>
          <tr>
            {data.rules.map(({ id }) => (
              <Heads key={id} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data.systems.map(({ system, group, executed, rules }) => (
            <tr key={system}>
              <td className="u-medium">
                <span className="u-ellipsis rep-system" title={system}>
                  {system}
                </span>
              </td>
              <td className="u-text-2">{group}</td>
              <td className="ui-number" title={`${count(executed.count)} of ${count(executed.n)}`}>
                {executed.n === 0 ? '–' : percent(executed.share)}
              </td>
              {rules.map(({ rule, overFrame, overAll }) => (
                <Shares
                  key={rule}
                  overFrame={overFrame}
                  overAll={overAll}
                  label={`${system} by ${rule}`}
                  onOpen={(within) => onOpen(system, rule, within)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heads() {
  return (
    <>
      <th className="ui-number rep-first">of the frame</th>
      <th className="ui-number">of all</th>
    </>
  );
}

function Shares({
  overFrame,
  overAll,
  label,
  onOpen,
}: {
  overFrame: Share;
  overAll: Share;
  label: string;
  onOpen: (within: 'frame' | 'all') => void;
}) {
  const cell = (share: Share, within: 'frame' | 'all') => (
    <td className={within === 'frame' ? 'ui-number rep-first' : 'ui-number'}>
      {share.n === 0 ? (
        <span className="u-text-3">–</span>
      ) : (
        <>
          <b className="u-strong">{percent(share.share)}</b>{' '}
          <span className="u-text-2 u-small" title="Wilson 95 % interval">
            {percent(share.low)} – {percent(share.high)}
          </span>{' '}
          <Button
            kind="link"
            className="u-small"
            aria-label={`${label}, matches of ${within}: ${share.count}`}
            onClick={() => onOpen(within)}
          >
            {count(share.count)}/{count(share.n)}
          </Button>
        </>
      )}
    </td>
  );
  return (
    <>
      {cell(overFrame, 'frame')}
      {cell(overAll, 'all')}
    </>
  );
}
