import './run-dialog.css';
import { useState } from 'react';
import { RETRIED_STATUSES, type RunScope, type RunSummary } from '#shared/contract/execution.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { DEFAULT_LIMITS, ENGINE_NAMES, type ExecutionLimits } from '#shared/model/execution.ts';
import { isBusy, startRunAndJudge, useActivity, useAssay } from '../../client/index.ts';
import { Button, Checkbox, count, counted, Dialog, DialogParts, Menu, NumberField, Segmented } from '../../ui/index.ts';
import { useBasis } from '../basis/index.ts';
import { useHeldBack } from '../blind/index.ts';
import { openConnections, useConnectionNames } from '../connections/index.ts';
import { DryRunView } from './DryRunView.tsx';
import type { OfferedInstances } from './dialogs.ts';
import { RUN_EVERYTHING, type RunChoice, runRequest, useRunOptions } from './run-options.ts';
import { STATUS_LOOK } from './statuses.ts';

const ALL = 'all';
const OFFERED = 'offered';
const ENGINE_TITLES = { sqlite: 'SQLite', duckdb: 'DuckDB, local Snowflake dialect', snowflake: 'Snowflake' } as const;

/** Chooses what runs and how, and shows beforehand what that would run. */
export function RunDialog({
  summary,
  offered,
  onClose,
}: {
  summary: ProjectSummary;
  offered: OfferedInstances | null;
  onClose: () => void;
}) {
  const current = useAssay('execution.current', null).data ?? null;
  const options = useRunOptions();
  const busy = useActivity((store) => isBusy(store.activity));
  const [choice, setChoice] = useState<RunChoice>({
    ...RUN_EVERYTHING,
    scope: offered === null ? { of: 'all' } : { of: 'instances', title: offered.title, instanceIds: [...offered.instanceIds] },
  });
  const change = (part: Partial<RunChoice>) => setChoice((old) => ({ ...old, ...part }));
  // Without a run there is nothing to go on with.
  const request = runRequest({ ...choice, again: choice.again || current === null }, options);
  const plan = useAssay('execution.plan', request, { keepPrevious: true });
  const executions = plan.data?.executions ?? 0;
  const start = () => {
    onClose();
    void startRunAndJudge(request);
  };
  return (
    <Dialog label="Run" onClose={onClose} className="run-dialog">
      <DialogParts
        title="Run"
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" icon="run" data-autofocus disabled={busy || executions === 0 || plan.isError} onClick={start}>
              Run {counted(executions, 'query', 'queries')} and judge
            </Button>
          </>
        }
      >
        <div className="run-form">
          <div className="run-fields">
            {current && (
              <Row label="Into">
                <Segmented
                  label="Into which run"
                  value={choice.again ? 'new' : 'current'}
                  options={[
                    { value: 'current', label: `Run ${current.runId}`, title: 'Runs what it lacks' },
                    { value: 'new', label: 'A new run', title: 'A new window; the old run stays in the project as it is' },
                  ]}
                  onChange={(into) => change({ again: into === 'new' })}
                />
              </Row>
            )}
            <Row label="Instances">
              <ScopeMenu summary={summary} offered={offered} scope={choice.scope} onChange={(scope) => change({ scope })} />
            </Row>
            <Systems chosen={choice.systems} onChange={(systems) => change({ systems })} />
            {current && !choice.again && <Retry run={current} choice={choice} onChange={change} />}
            <Row label="Engine">
              <Menu
                label="Engine"
                hideLabel
                value={choice.engine ?? ALL}
                options={[
                  { value: ALL, label: 'of each database' },
                  ...ENGINE_NAMES.map((name) => ({ value: name, label: `only ${ENGINE_TITLES[name]}` })),
                ]}
                onChange={(name) => change({ engine: ENGINE_NAMES.find((engine) => engine === name) ?? null })}
              />
            </Row>
            <Numbers
              again={choice.again || current === null}
              repetitions={current?.repetitions ?? 1}
              limits={current?.limits ?? DEFAULT_LIMITS}
            />
            {plan.data?.snowflake && <SnowflakeChoices needConsent={plan.data.snowflake.needConsent} />}
            <Notes choice={choice} current={current} summary={summary} />
          </div>
          <DryRunView plan={plan.data} error={plan.error} />
        </div>
      </DialogParts>
    </Dialog>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="run-row">
      <span className="u-text-2">{label}</span>
      <div className="run-row-fields">{children}</div>
    </div>
  );
}

function ScopeMenu({
  summary,
  offered,
  scope,
  onChange,
}: {
  summary: ProjectSummary;
  offered: OfferedInstances | null;
  scope: RunScope;
  onChange: (scope: RunScope) => void;
}) {
  const { basis } = useBasis(summary.judgedRules);
  // Who labels blind runs by samples and instances.
  const isHeldBack = useHeldBack();
  const judged = summary.judgedRules.length > 0;
  const strata = useAssay('strata.get', basis, { enabled: judged && !isHeldBack }).data?.strata ?? [];
  const choices: readonly { value: string; label: string; disabled?: boolean; scope: RunScope }[] = [
    { value: ALL, label: `all ${counted(summary.instances, 'instance')}`, scope: { of: 'all' } },
    ...(offered === null
      ? []
      : [
          {
            value: OFFERED,
            label: `${offered.title} (${count(offered.instanceIds.length)})`,
            scope: { of: 'instances' as const, title: offered.title, instanceIds: [...offered.instanceIds] },
          },
        ]),
    ...summary.samples.map(({ name, instances }) => ({
      value: `sample ${name}`,
      label: `sample ${name} (${count(instances)})`,
      scope: { of: 'sample' as const, sample: name },
    })),
    ...strata.map(({ stratum, count: size }) => ({
      value: `stratum ${stratum}`,
      label: `${stratum} under ${basis.rule} (${count(size)})`,
      disabled: size === 0,
      scope: { of: 'stratum' as const, stratum, rule: basis.rule, reading: basis.reading },
    })),
  ];
  const value =
    scope.of === 'all'
      ? ALL
      : scope.of === 'instances'
        ? OFFERED
        : scope.of === 'sample'
          ? `sample ${scope.sample}`
          : `stratum ${scope.stratum}`;
  return (
    <Menu
      label="Instances"
      hideLabel
      value={value}
      options={choices}
      onChange={(chosen) => onChange(choices.find((each) => each.value === chosen)!.scope)}
    />
  );
}

function Systems({ chosen, onChange }: { chosen: readonly string[] | null; onChange: (chosen: string[] | null) => void }) {
  const names = (useAssay('execution.plan', runRequest({ ...RUN_EVERYTHING, again: true })).data?.byUser ?? [])
    .filter(({ isGold }) => !isGold)
    .map(({ name }) => name);
  const on = chosen ?? names;
  const set = (next: string[]) => onChange(next.length === names.length ? null : next);
  return (
    <Row label="Systems">
      <fieldset className="run-systems u-scroll" aria-label="Systems whose predictions run">
        <Checkbox
          label="all"
          checked={on.length === names.length}
          partial={on.length > 0 && on.length < names.length}
          onChange={(all) => set(all ? names : [])}
        />
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={on.includes(name)}
            onChange={(checked) => set(names.filter((each) => (each === name ? checked : on.includes(each))))}
          />
        ))}
      </fieldset>
      <span className="u-text-2">gold always runs</span>
    </Row>
  );
}

function Retry({
  run,
  choice,
  onChange,
}: {
  run: RunSummary;
  choice: RunChoice;
  onChange: (change: Partial<RunChoice>) => void;
}) {
  const possible = RETRIED_STATUSES.filter((status) => run.byStatus[status] > 0);
  if (possible.length === 0) return null;
  return (
    <Row label="Only again">
      {possible.map((status) => (
        <Checkbox
          key={status}
          label={`${STATUS_LOOK[status].word} (${count(run.byStatus[status])})`}
          title="Runs only what ended so in this run. What it came to stays among the attempts"
          checked={choice.retry.includes(status)}
          onChange={(on) => onChange({ retry: possible.filter((each) => (each === status ? on : choice.retry.includes(each))) })}
        />
      ))}
    </Row>
  );
}

function Numbers({ again, repetitions, limits }: { again: boolean; repetitions: number; limits: ExecutionLimits }) {
  const options = useRunOptions();
  const set = useRunOptions.setState;
  return (
    <>
      <Row label="Repetitions">
        <NumberField
          label="How often each query runs"
          value={again ? options.repetitions : repetitions}
          min={1}
          max={100}
          width="52px"
          disabled={!again}
          onChange={(value) => set({ repetitions: value })}
        />
        <span className="u-text-2">
          {again ? 'of each query, then the majority is judged' : 'of each query; a new run may have others'}
        </span>
      </Row>
      <Row label="Stop a query">
        <span>after</span>
        <NumberField
          label="Seconds after which a query is stopped"
          value={options.timeoutSeconds ?? limits.timeoutMs / 1000}
          min={1}
          max={86_400}
          onChange={(value) => set({ timeoutSeconds: value })}
        />
        <span>s;</span>
        <NumberField
          label="Queries at a time"
          value={options.jobs}
          min={1}
          max={64}
          width="44px"
          onChange={(jobs) => set({ jobs })}
        />
        <span>at a time;</span>
        <NumberField
          label="Attempts where trouble may pass"
          value={options.attempts}
          min={1}
          max={10}
          width="44px"
          onChange={(attempts) => set({ attempts })}
        />
        <span>attempts</span>
      </Row>
      <Row label="Stop the run">
        <span>after</span>
        <NumberField
          label="Executions after which the run stops, 0 for none"
          value={options.maxQueries}
          min={0}
          max={10_000_000}
          width="84px"
          onChange={(maxQueries) => set({ maxQueries })}
        />
        <span className="u-text-2">{options.maxQueries === 0 ? '0: no limit' : 'executions; Resume goes on by as many'}</span>
      </Row>
    </>
  );
}

/** How Snowflake is reached, and the consent to send it what cannot be read. */
function SnowflakeChoices({ needConsent }: { needConsent: number }) {
  const { connection, allowUnparsed } = useRunOptions();
  const names = useConnectionNames();
  const set = useRunOptions.setState;
  const chosen = connection?.from === 'keychain' ? connection.name : '';
  return (
    <>
      <Row label="Connection">
        {names?.length === 0 ? (
          <span className="u-warn">No connection to Snowflake is kept yet.</span>
        ) : (
          <Menu
            label="Connection"
            hideLabel
            value={chosen}
            options={[{ value: '', label: 'choose one' }, ...(names ?? []).map((name) => ({ value: name, label: name }))]}
            onChange={(name) => set({ connection: name === '' ? null : { from: 'keychain', name } })}
          />
        )}
        <Button size="small" onClick={openConnections}>
          Connections…
        </Button>
      </Row>
      <Row label="Consent">
        <Checkbox
          label={`send the ${counted(needConsent, 'statement')} that cannot be read`}
          title="The parser cannot make sure that these only read. For this run they are sent all the same; the role’s rights are what protects"
          checked={allowUnparsed}
          onChange={(on) => set({ allowUnparsed: on })}
        />
      </Row>
    </>
  );
}

/** What follows from the choice for verdicts and samples. */
function Notes({ choice, current, summary }: { choice: RunChoice; current: RunSummary | null; summary: ProjectSummary }) {
  const part = choice.scope.of !== 'all' || choice.systems !== null || choice.engine !== null;
  if (choice.again && current !== null) {
    return (
      <p className="run-note">
        Gold and predictions run anew and are compared with one another only. Verdicts then rest on the new run
        {part && ', and what is left out of it counts as not run'}; run {current.runId}, labels and drawn samples stay as they
        are.
      </p>
    );
  }
  if (choice.retry.length > 0 && summary.samples.length > 0) {
    return (
      <p className="run-note">
        Verdicts of what runs again may change, also where a drawn sample holds the instance. The instances of a sample stay.
      </p>
    );
  }
  return null;
}
