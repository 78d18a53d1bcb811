import type { Accuracy } from '#shared/contract/report.ts';
import type { Share } from '#shared/model/share.ts';
import { Button, count, percent } from '../../ui/index.ts';
import { NOTHING_EXECUTED } from '../overview/index.ts';

/** Exec. and EX of every system under every rule, over the rule's frame and, where that is smaller, over all instances. */
export function AccuracyTable({
  data,
  onOpen,
}: {
  data: Accuracy;
  onOpen: (system: string, rule: string, within: 'frame' | 'all') => void;
}) {
  const rules = data.rules.map((rule) => {
    // A system that has not run has no number of instances of its own.
    const shares = data.systems.flatMap(({ rules: own }) => own.filter((entry) => entry.rule === rule.id));
    const frame = Math.max(0, ...shares.map(({ overFrame }) => overFrame.n));
    const all = Math.max(0, ...shares.map(({ overAll }) => overAll.n));
    return { ...rule, frame, all, withAll: frame < all };
  });
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
            {rules.map(({ id, version, withAll }) => (
              <th key={id} colSpan={withAll ? 2 : 1} className="ui-number rep-first">
                EX % by {id} {version}
              </th>
            ))}
          </tr>
          <tr>
            {rules.map(({ id, frame, all, withAll }) => (
              <Heads key={id} frame={frame} all={withAll ? all : null} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data.systems.map(({ system, group, executed, rules: shares }) => (
            <tr key={system}>
              <td className="u-medium">
                <span className="u-ellipsis rep-system" title={system}>
                  {system}
                </span>
              </td>
              <td className="u-text-2">{group}</td>
              <td
                className="ui-number"
                title={executed.n === 0 ? NOTHING_EXECUTED : `${count(executed.count)} of ${count(executed.n)}`}
              >
                {executed.n === 0 ? '–' : percent(executed.share)}
              </td>
              {rules.map(({ id, withAll }) => {
                const share = shares.find((entry) => entry.rule === id);
                return (
                  share && (
                    <Shares
                      key={id}
                      overFrame={share.overFrame}
                      overAll={withAll ? share.overAll : null}
                      label={`${system} by ${id}`}
                      onOpen={(within) => onOpen(system, id, within)}
                    />
                  )
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heads({ frame, all }: { frame: number; all: number | null }) {
  return (
    <>
      <th className="ui-number rep-first">{all === null ? `of all ${count(frame)}` : `of ${count(frame)} in the frame`}</th>
      {all !== null && <th className="ui-number">of all {count(all)}</th>}
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
  overAll: Share | null;
  label: string;
  onOpen: (within: 'frame' | 'all') => void;
}) {
  const cell = (share: Share, within: 'frame' | 'all') => (
    <td className={within === 'frame' ? 'ui-number rep-first' : 'ui-number'}>
      {share.n === 0 ? (
        <span className="u-text-3">–</span>
      ) : (
        <>
          <Button
            kind="link"
            className="u-small"
            aria-label={`${label}, matches of ${within}: ${share.count}`}
            onClick={() => onOpen(within)}
          >
            {count(share.count)}
          </Button>{' '}
          <b className="u-strong rep-percent">{percent(share.share)}</b>{' '}
          <span className="u-text-2 u-small" title="Wilson 95 % interval">
            {percent(share.low)} – {percent(share.high)}
          </span>
        </>
      )}
    </td>
  );
  return (
    <>
      {cell(overFrame, 'frame')}
      {overAll && cell(overAll, 'all')}
    </>
  );
}
