import './systems.css';
import { type KeyboardEvent, memo } from 'react';
import type { PredictionView } from '#shared/contract/room.ts';
import { givesScore, type Verdict } from '#shared/model/verdict.ts';
import { fileName, useAssay } from '../../client/index.ts';
import { classes, counted, Icon, type IconName } from '../../ui/index.ts';
import { CodeBadge, FlipBadge, VerdictMark } from '../marks/index.ts';
import './why.css';
import { isWithoutError } from './labels.ts';
import { neighbourSystem, stripGroups, stripOrder } from './logic/moving.ts';
import { contradicts, flips, verdictUnder } from './logic/verdicts.ts';
import { moveTo } from './room-model.ts';

/** Every system at a glance: verdict under the sample's rule, shared results, codes, rules that disagree. */
export function Systems({
  instance,
  predictions,
  without,
  system,
  rule,
  hidden,
}: {
  instance: number;
  predictions: readonly PredictionView[];
  /** Systems that gave no prediction, by name. */
  without: readonly string[];
  system: number;
  rule: string;
  /** Blind labelling hides names and verdicts. */
  hidden: boolean;
}) {
  const clusters = new Map<string, number>();
  for (const { cluster } of predictions) if (cluster !== null) clusters.set(cluster, (clusters.get(cluster) ?? 0) + 1);
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (direction === null) return;
    event.preventDefault();
    const next = neighbourSystem(stripOrder(predictions), system, direction);
    moveTo({ instance, system: next });
    const at = stripOrder(predictions).indexOf(next ?? -1);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div className="room-systems u-scroll" role="tablist" aria-label="Systems" data-pane="systems" onKeyDown={onKey}>
      {stripGroups(predictions).map(({ group, predictions: members }) => (
        <div key={group} className="room-systems-group" style={{ flexGrow: members.length, maxWidth: members.length * 220 + 24 }}>
          {!hidden && (
            <span className="room-systems-name" title={`Group ${group}`}>
              {group}
            </span>
          )}
          {members.map((prediction) => (
            <SystemTab
              key={prediction.system}
              prediction={prediction}
              rule={rule}
              hidden={hidden}
              shared={prediction.cluster === null ? 0 : (clusters.get(prediction.cluster) ?? 0) - 1}
              copiedFromName={predictions.find((each) => each.system === prediction.label.copiedFrom)?.name ?? null}
              on={prediction.system === system}
              onChoose={() => moveTo({ instance, system: prediction.system })}
            />
          ))}
        </div>
      ))}
      {without.length > 0 && (
        <span className="room-systems-without" title={`No prediction here: ${without.join(', ')}. It counts as no match`}>
          {counted(without.length, 'system')}
          <span>without prediction</span>
        </span>
      )}
    </div>
  );
}

/** A name whose end stays to be seen where it is cut: names of one family differ there. It is heard and found whole. */
function CutName({ name }: { name: string }) {
  if (name.length <= 2 * NAME_END) return <span className="room-system-name u-ellipsis">{name}</span>;
  const at = name.length - NAME_END;
  return (
    <span className="room-system-name">
      <span className="u-hidden">{name}</span>
      <span className="u-ellipsis" aria-hidden="true">
        {name.slice(0, at)}
      </span>
      <span aria-hidden="true">{name.slice(at)}</span>
    </span>
  );
}
const NAME_END = 4;

const STATUS_ICON: Record<PredictionView['label']['status'], IconName | null> = {
  open: null,
  done: 'done',
  undecided: 'question',
  skipped: 'skip',
};

function SystemTab({
  prediction,
  rule,
  hidden,
  shared,
  copiedFromName,
  on,
  onChoose,
}: {
  prediction: PredictionView;
  rule: string;
  hidden: boolean;
  /** Other systems that returned the same rows. */
  shared: number;
  /** The system that its label was copied from. */
  copiedFromName: string | null;
  on: boolean;
  onChoose: () => void;
}) {
  const { name, cluster, label } = prediction;
  const verdict = verdictUnder(prediction, rule);
  const flipping = flips(prediction, rule);
  const state = verdict?.state ?? 'not run';
  const icon = STATUS_ICON[label.status];
  const withoutError = isWithoutError(label);
  const doubts = [verdict?.reason, ...(prediction.explanation?.warnings.map(({ words }) => words) ?? [])];
  const warnings = state === 'match' ? doubts.filter((words) => words != null) : [];
  const flipText = flipping.length === 1 ? `flips: ${flipping[0]!.rule}` : `flips: ${flipping.length} rules`;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={on}
      aria-controls="room-item"
      tabIndex={on ? 0 : -1}
      data-pane-focus={on ? '' : undefined}
      data-system={name}
      className={classes('room-system', on && 'room-system-on')}
      title={
        hidden
          ? `${name}: ${blindStatus(label.status)}`
          : `${name}: ${state} under ${rule}${label.status === 'open' ? '' : `, ${withoutError ? 'done: no error found' : label.status}`}`
      }
      onClick={onChoose}
    >
      <span className="room-system-top">
        <CutName name={name} />
        {/* Few systems may have one: it would tell which. */}
        {!hidden && (prediction.trajectorySteps ?? 0) > 0 && (
          <span className="room-system-steps" title={`Has a trajectory of ${counted(prediction.trajectorySteps ?? 0, 'step')}`}>
            <Icon name="terminal" size={11} />
            <span className="u-hidden">has a trajectory</span>
          </span>
        )}
        {cluster !== null && shared > 0 && (
          <span
            className="room-cluster"
            title={`The same rows as ${shared} other ${shared === 1 ? 'system' : 'systems'} marked ${cluster}`}
          >
            {cluster}
          </span>
        )}
      </span>
      <span className="room-system-verdict">
        {hidden ? (
          <span className="u-text-2">{blindStatus(label.status)}</span>
        ) : (
          <VerdictOrScore verdict={verdict} iconOnly={flipping.length > 0} />
        )}
        {warnings.length > 0 && (
          <span className="room-system-warning" title={`A match that hides something: ${warnings.join('; ')}`}>
            <Icon name="warning" size={12} />
            <span className="u-hidden">carries a warning</span>
          </span>
        )}
        {!hidden && flipping.length > 0 && (
          <FlipBadge
            text={flipText}
            title={flipping.map((each) => `${each.state} under ${each.rule} ${each.ruleVersion}`).join(', ')}
          />
        )}
        <span className="room-system-codes">
          {label.copiedFrom !== null && (
            <span className="room-copy" title={`A copy of the label of ${copiedFromName ?? 'another system'}`}>
              copy
            </span>
          )}
          {label.codes.map((code) => (
            <CodeBadge key={code} code={code} primary={code === label.primary && label.codes.length > 1} />
          ))}
          {withoutError && <span className="room-system-word">no error</span>}
          {label.flagged && <Icon name="flag" size={11} />}
          {icon && <Icon name={icon} size={11} />}
        </span>
      </span>
    </button>
  );
}

const blindStatus = (status: PredictionView['label']['status']): string => (status === 'open' ? 'to label' : 'committed');

/** A verdict, or the score where the rule gives one. */
function VerdictOrScore({ verdict, iconOnly }: { verdict: Verdict | null; iconOnly?: boolean }) {
  if (verdict !== null && verdict.score !== null && givesScore(verdict.rule)) {
    return (
      <span className="room-score" title={`a score of ${verdict.score} between 0 and 1`}>
        {verdict.score.toFixed(2)}
      </span>
    );
  }
  return <VerdictMark state={verdict?.state ?? 'not run'} iconOnly={iconOnly} reason={verdict?.reason ?? null} />;
}

/** The verdict of one system under every rule, and whether a rule would turn it. */
export const VerdictRow = memo(function VerdictRow({
  verdicts,
  source,
  name,
  instance,
  rule,
}: Pick<PredictionView, 'verdicts' | 'source' | 'name'> & { instance: number; rule: string }) {
  const rules = useAssay('judge.rules', null).data;
  const titleOf = (id: string) =>
    rules
      ?.filter((each) => each.id === id)
      .map(({ title, definition }) => (definition === null ? title : `${title}. ${definition}`))[0] ?? id;
  const own = verdictUnder({ verdicts }, rule);
  const others = verdicts.filter((verdict) => verdict.rule !== rule);
  const flipping = flips({ verdicts }, rule);
  return (
    <div className="room-verdicts">
      <b className="u-medium">
        <VerdictOrScore verdict={own} />
      </b>
      <span className="u-ellipsis room-verdict-own" title={own?.reason ?? undefined}>
        under{' '}
        <b className="room-verdict-rule" title={titleOf(rule)}>
          {rule} {own?.ruleVersion}
        </b>
        {own?.reason ? `, ${own.reason}` : ''}
      </span>
      {others.length > 0 && <span className="room-verdict-line" />}
      <span className="room-verdict-rules">
        {others.map((verdict) => (
          <span
            key={verdict.rule}
            className="room-verdict-other"
            title={`${verdict.state} under ${titleOf(verdict.rule)}, version ${verdict.ruleVersion}${verdict.reason ? `: ${verdict.reason}` : ''}`}
          >
            <VerdictOrScore verdict={verdict} iconOnly />
            {verdict.rule} <span className="u-text-3">{verdict.ruleVersion}</span>
          </span>
        ))}
      </span>
      {others.length > 0 &&
        (flipping.length > 0 ? (
          <FlipBadge text={`flips under ${flipping.map((verdict) => verdict.rule).join(', ')}`} />
        ) : (
          <span className="u-text-3">no rule flips it</span>
        ))}
      <ImportedOutcomes instance={instance} system={name} own={own} />
      <span className="room-verdict-source u-ellipsis" title={source}>
        {fileName(source)}
      </span>
    </div>
  );
});

/** What other evaluators said of the prediction, as files tell it: apart from our verdicts, and whether they agree. */
function ImportedOutcomes({ instance, system, own }: { instance: number; system: string; own: Verdict | null }) {
  const imported = useAssay('outcomes.ofInstance', { instance }).data?.filter((each) => each.system === system) ?? [];
  if (imported.length === 0) return null;
  return (
    <>
      <span className="room-verdict-line" />
      {imported.map((outcome, at) => {
        const against = own !== null && contradicts(outcome.state, own.state);
        const reason = outcome.reason === null ? '' : `, ${outcome.reason}`;
        return (
          <span
            key={at}
            className="room-verdict-other room-verdict-imported"
            title={`Imported: ${outcome.evaluator} ${outcome.evaluatorVersion} says “${outcome.status}”${reason}${own === null ? '' : `. Under ${own.rule} ${own.ruleVersion}: ${own.state}`}`}
          >
            {outcome.evaluator} says <VerdictMark state={outcome.state} />
            {against && <span className="room-verdict-against">unlike {own.rule}</span>}
          </span>
        );
      })}
    </>
  );
}
