import './systems-table.css';
import type { Overview, SystemRow } from '#shared/contract/overview.ts';
import type { Share } from '#shared/model/share.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import { Button, classes, count, counted, percent } from '../../ui/index.ts';
import { NOTHING_EXECUTED } from './frame-meaning.ts';
import { IntervalAxis, IntervalPlot } from './IntervalPlot.tsx';
import { useRuleTitle } from './rule-titles.ts';

/** States in which the prediction ran without failing, whatever became of its gold. */
const EXECUTED: readonly VerdictState[] = ['match', 'mismatch', 'gold failed', 'unstable gold', 'not judged'];

export type SystemsTableProps = {
  overview: Overview;
  /** Indices of the systems, in the order to show. */
  order: readonly number[];
  /** The system whose row is marked. */
  current: number | null;
  onVerdicts: (system: string, states: readonly VerdictState[]) => void;
  onFlips: (system: string) => void;
  onRule: (rule: string) => void;
};

/** Every system with its accuracy under the chosen rule and every other; each number opens the instances it counts. */
export function SystemsTable(props: SystemsTableProps) {
  const { overview, order, current } = props;
  const titleOf = useRuleTitle();
  const others = overview.rules.filter((rule) => rule !== overview.rule);
  const scores = overview.scoreRules.includes(overview.rule);
  // A system that has not run has none of its own.
  const frameOf = (rule: string) =>
    Math.max(0, ...overview.systems.map(({ byRule }) => byRule.find((entry) => entry.rule === rule)?.accuracy.n ?? 0));
  return (
    <div className="ov-systems u-scroll" data-pane>
      <table className="ui-table">
        <thead>
          <tr>
            <th>system</th>
            <th className="ov-wide">group</th>
            <th
              className="ui-number"
              title={`Predictions that ran without failing, of all ${count(overview.strata.instances)} instances but those whose prediction is a result table`}
            >
              Exec. %
            </th>
            <th
              className="ui-number"
              title={`${scores ? 'Mean score of 100' : 'Matches'} under ${overview.rule}, of ${count(overview.strata.frame)} instances in the frame.${scores ? ' The number opens those with the full score.' : ''}\n\n${titleOf(overview.rule)}`}
            >
              {scores ? 'mean' : 'EX %'}
            </th>
            <th className="ui-number" title={scores ? '95 % interval of the mean, normal approximation' : 'Wilson 95 % interval'}>
              95 % interval
            </th>
            <th className="ov-plot">
              <IntervalAxis />
            </th>
            {others.map((rule) => (
              <th
                key={rule}
                className="ui-number"
                title={`${overview.scoreRules.includes(rule) ? 'Mean score of 100' : 'Matches'} under ${rule}, of ${count(frameOf(rule))} instances in its frame.\n\n${titleOf(rule)}`}
              >
                {rule}
                {overview.scoreRules.includes(rule) && <span className="ov-th-n"> mean</span>}
                {frameOf(rule) !== overview.strata.frame && <span className="ov-th-n"> of {count(frameOf(rule))}</span>}
              </th>
            ))}
            <th className="ui-number" title="Instances whose verdict differs between rules; – where one rule alone has judged">
              flips
            </th>
            <th className="ui-number">mismatch</th>
            <th className="ui-number">failed</th>
            <th className="ui-number">timed out</th>
            <th className="ui-number ov-wide" title="Median of prediction time over gold time, where both ran">
              time ×
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map((index) => {
            const system = overview.systems[index];
            return system && <Row key={system.systemId} {...props} system={system} others={others} marked={index === current} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  overview,
  system,
  others,
  marked,
  onVerdicts,
  onFlips,
  onRule,
}: SystemsTableProps & { system: SystemRow; others: readonly string[]; marked: boolean }) {
  const { executed, name, counts } = system;
  const accuracy = shownShare(system, overview.rule);
  const open = (what: string, text: string, shown: number, run: () => void, strong = false) => (
    <NumberLink label={`${name}, ${what}: ${counted(shown, 'instance')}`} disabled={shown === 0} strong={strong} onClick={run}>
      {text}
    </NumberLink>
  );
  const state = (of: VerdictState) => (
    <td className="ui-number">{open(of, count(counts[of]), counts[of], () => onVerdicts(name, [of]))}</td>
  );
  return (
    <tr className={classes(marked && 'ui-row-on')}>
      <td className="ov-system">
        <span className="ov-system-name u-ellipsis" title={name}>
          {name}
        </span>
      </td>
      <td className="ov-wide u-text-2">{system.group}</td>
      <td className="ui-number" title={executed.n === 0 ? NOTHING_EXECUTED : undefined}>
        {open('ran', executed.n === 0 ? '–' : percent(executed.share), executed.count, () => onVerdicts(name, EXECUTED))}
      </td>
      <td className="ui-number" title={accuracy.n === 0 ? undefined : `${count(accuracy.count)} of ${count(accuracy.n)}`}>
        {open('match', accuracy.n === 0 ? '–' : percent(accuracy.share), accuracy.count, () => onVerdicts(name, ['match']), true)}
      </td>
      <td className="ui-number u-nowrap u-text-2">
        {accuracy.n === 0 ? '–' : `${percent(accuracy.low)} – ${percent(accuracy.high)}`}
      </td>
      <td className="ov-plot">
        <IntervalPlot share={accuracy} filled={system.group === 'strong'} />
      </td>
      {others.map((rule) => {
        const share = shownShare(system, rule);
        if (share.n === 0) {
          return (
            <td key={rule} className="ui-number u-text-3">
              –
            </td>
          );
        }
        return (
          <td key={rule} className="ui-number" title={`${count(share.count)} of ${count(share.n)}. Opens them under ${rule}.`}>
            {open(`match under ${rule}`, percent(share.share), share.count, () => {
              onRule(rule);
              onVerdicts(name, ['match']);
            })}
          </td>
        );
      })}
      <td className="ui-number">
        {open('flips', overview.rules.length > 1 ? count(system.flips) : '–', system.flips, () => onFlips(name))}
      </td>
      {state('mismatch')}
      {state('prediction failed')}
      {state('timed out')}
      <td className="ui-number ov-wide u-text-2">{system.timeRatio === null ? '–' : system.timeRatio.toFixed(2)}</td>
    </tr>
  );
}

/** What is shown of a system under a rule: the share of matches, or the mean score; `count` counts matches in either case. */
function shownShare(system: SystemRow, rule: string): Share {
  const entry = system.byRule.find((each) => each.rule === rule);
  const accuracy = entry?.accuracy ?? system.accuracy;
  const mean = entry?.meanScore ?? null;
  return mean === null ? accuracy : { ...accuracy, share: mean.mean, low: mean.low, high: mean.high };
}

/** A number that opens the instances it counts; `label` says which, after the number, to who cannot see the table. */
export function NumberLink({
  label,
  disabled,
  strong,
  onClick,
  children,
}: {
  label: string;
  disabled?: boolean;
  strong?: boolean;
  onClick: () => void;
  children: string;
}) {
  if (disabled) return <span className="u-text-3">{children}</span>;
  return (
    <Button kind="link" className={classes('ov-number', strong && 'ov-number-strong')} onClick={onClick}>
      {children}
      <span className="u-hidden">, {label}</span>
    </Button>
  );
}
