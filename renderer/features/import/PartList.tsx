import { fileName } from '../../client/index.ts';
import { ActionMenu, Button, Checkbox, classes, count, Icon, IconButton, Message } from '../../ui/index.ts';
import { CHOICES, FORMATS, inFormat, KINDS } from './formats.ts';
import { Progress } from './Progress.tsx';
import { doubledSystems, itemFor, type Part, sumOf } from './parts.ts';
import { cancelReading, choosePart, clearPlan, type Plan, read, setTaken, takeAs } from './plan.ts';
import { Stopped } from './Stopped.tsx';

const SHOWN_LEFT_ALONE = 8;

/** The left pane: where to drop, what was recognised with its counts, and what no reader claims. */
export function PartList({
  plan,
  projectName,
  receiptsShown,
  onReceipts,
  onChoose,
}: {
  plan: Plan;
  projectName: string;
  receiptsShown: boolean;
  onReceipts: () => void;
  onChoose: (folders: boolean) => void;
}) {
  const { parts, state, progress, failure } = plan;
  const receipts = parts.flatMap((part) => (part.taken ? (part.preview?.receipts ?? []) : []));
  const doubled = doubledSystems(parts);
  return (
    <section className="ui-side import-side u-scroll" aria-label="Parts" data-pane="">
      <div className="import-title">
        <h1>Import</h1>
        <span className="u-text-2 u-ellipsis">into {projectName}</span>
        {parts.length > 0 && (
          <Button kind="link" size="small" className="u-end" aria-pressed={receiptsShown} onClick={onReceipts}>
            {receiptsShown ? 'Back to the parts' : 'Receipts so far'}
          </Button>
        )}
      </div>
      <div className="import-drop">
        <Icon name="download" />
        <div>
          <p>
            {parts.length === 0
              ? 'Drop a benchmark folder, prediction files or trajectories here.'
              : 'Drop another folder or file anywhere on this window.'}
          </p>
          <p className="u-text-2">
            Or choose{' '}
            <Button kind="link" onClick={() => onChoose(true)}>
              a folder…
            </Button>{' '}
            or{' '}
            <Button kind="link" onClick={() => onChoose(false)}>
              files…
            </Button>
          </p>
        </div>
        {parts.length > 0 && (
          <IconButton icon="close" label="Forget what was recognised" disabled={state === 'importing'} onClick={clearPlan} />
        )}
      </div>
      {(state === 'detecting' || state === 'reading') && (
        <div className="import-reading" role="status">
          <Progress label={state === 'detecting' ? 'Recognising' : 'Reading'} progress={progress} since={plan.since} />
          <span className="u-text-3">nothing is written</span>
          {state === 'reading' && (
            <Button size="small" className="u-end" onClick={cancelReading}>
              Cancel
            </Button>
          )}
        </div>
      )}
      {failure && (
        <Message tone="danger" title={failure.message} actions={<Button onClick={() => void read()}>Try again</Button>}>
          {failure.next ?? 'Nothing was written.'}
        </Message>
      )}
      {parts.length > 0 && (
        <>
          <div className="import-row import-row-head">
            <span />
            <span />
            <span>Found</span>
            <span>read</span>
            <span>new</span>
            <span>unchanged</span>
            <span>rejected</span>
          </div>
          <ul aria-label="Recognised parts">
            {parts.map((part) => (
              <PartRow key={part.id} part={part} chosen={part.id === plan.chosen} />
            ))}
          </ul>
          <SumRow receipts={receipts} />
        </>
      )}
      {doubled.length > 0 && (
        <p className="import-note u-warn">
          Two parts bring predictions of {doubled.join(', ')}. Only the first is kept for an instance; give the second system
          another name.
        </p>
      )}
      <Stopped />
      {plan.leftAlone.length > 0 && <LeftAlone paths={plan.leftAlone} />}
      {parts.length === 0 && state === 'idle' && <WhatCanBeRead />}
    </section>
  );
}

function PartRow({ part, chosen }: { part: Part; chosen: boolean }) {
  const { item, preview, taken } = part;
  const kind = KINDS[item.kind];
  const sum = preview && preview.refused === null ? sumOf(preview.receipts) : null;
  const label = item.kind === 'benchmark' ? fileName(item.path) : item.system;
  return (
    <li className={classes('import-row', 'import-part', chosen && 'import-part-on', !taken && 'import-part-left')}>
      <Checkbox
        label={`Take ${kind.title} ${label}`}
        hideLabel
        checked={taken}
        onChange={(next) => void setTaken(part.id, next)}
      />
      <Icon name={kind.icon} />
      <button type="button" className="import-part-name" aria-current={chosen} onClick={() => choosePart(part.id)}>
        <span className="u-ellipsis import-part-line">
          <b className="u-medium">{kind.title}</b> <span className="u-text-2">{label}</span>
          {item.kind === 'predictions' && <span className="u-text-2">, group {item.group}</span>}
          {'rollout' in item && item.rollout ? <span className="u-text-2">, rollout {item.rollout}</span> : null}
        </span>
        <code className="u-ellipsis import-part-line u-text-3" title={item.path}>
          {fileName(item.path)}, {FORMATS[item.format]}
        </code>
      </button>
      {preview?.refused ? (
        <span className="import-refused u-danger">
          <Icon name="warning" size={12} /> refused
        </span>
      ) : sum ? (
        <Numbers sum={sum} />
      ) : (
        <span className="import-refused u-text-3">{taken ? 'not read yet' : 'left out'}</span>
      )}
    </li>
  );
}

function Numbers({ sum }: { sum: ReturnType<typeof sumOf> }) {
  return (
    <>
      <span className="ui-number">{count(sum.read)}</span>
      <span className="ui-number">{count(sum.kept)}</span>
      <span className={classes('ui-number', sum.unchanged === 0 && 'u-text-3')}>{count(sum.unchanged)}</span>
      <span className={classes('ui-number', sum.rejected === 0 ? 'u-text-3' : 'u-danger')}>{count(sum.rejected)}</span>
    </>
  );
}

function SumRow({ receipts }: { receipts: Parameters<typeof sumOf>[0] }) {
  return (
    <div className="import-row import-sum">
      <span />
      <span />
      <span>All parts taken</span>
      <Numbers sum={sumOf(receipts)} />
    </div>
  );
}

function LeftAlone({ paths }: { paths: readonly string[] }) {
  const shown = paths.slice(0, SHOWN_LEFT_ALONE);
  return (
    <div className="import-left-alone">
      <p>
        <b className="u-medium">Left alone</b>{' '}
        <span className="u-text-2">
          {paths.length === 1 ? '1 file that no reader claims' : `${count(paths.length)} files that no reader claims`}
        </span>
      </p>
      <ul>
        {shown.map((path) => (
          <li key={path} className="u-row">
            <code className="u-ellipsis u-text-2" title={path}>
              {fileName(path)}
            </code>
            <ActionMenu
              label={`Take ${fileName(path)} as`}
              className="import-take-as"
              items={CHOICES.map((choice) => ({
                id: `${choice.kind}/${choice.format}`,
                label: `${KINDS[choice.kind].title}: ${FORMATS[choice.format]}`,
                icon: KINDS[choice.kind].icon,
                run: () => void takeAs(inFormat(itemFor(path, choice.kind), choice)),
              }))}
            >
              take it as
            </ActionMenu>
          </li>
        ))}
      </ul>
      {paths.length > shown.length && <p className="u-text-2">and {count(paths.length - shown.length)} more</p>}
    </div>
  );
}

function WhatCanBeRead() {
  return (
    <dl className="import-formats">
      <div>
        <dt>Benchmark</dt>
        <dd>
          Spider and its relatives, BIRD dev and mini-dev, Spider2-Snow, Spider2-Lite and Spider2-AIFunc, or a table with a column
          of questions; golds, schemas, databases and documents from folders of their own
        </dd>
      </div>
      <div>
        <dt>Predictions</dt>
        <dd>
          one SQL a line, one SQL file or result table (CSV) an instance, JSONL, BIRD’s <code>predict_….json</code>, or a table
        </dd>
      </div>
      <div>
        <dt>Trajectories</dt>
        <dd>logs of Spider-Agent, DSR-SQL, ReFoRCE and Inspect AI, or chats with tool calls as JSON or JSONL</dd>
      </div>
      <div>
        <dt>Outcomes</dt>
        <dd>what the evaluators of Spider2-AIFunc, Spider 2.0 and text2sql-eval-toolkit said, kept apart from our verdicts</dd>
      </div>
    </dl>
  );
}
