import fs from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type DryRun,
  type ExecutionProgress,
  RETRIED_STATUSES,
  type RetriedStatus,
  type RunRequest,
  type RunSummary,
} from '#shared/contract/execution.ts';
import { counted } from '#shared/model/counted.ts';
import { DEFAULT_LIMITS, EXECUTION_STATUSES, type ExecutionStatus } from '#shared/model/execution.ts';
import { type S2Reading, STRATA, type Stratum } from '#shared/model/stratum.ts';
import { type Common, interruptible, onProject, readingOption, revealing } from './common.ts';
import { type EngineOptions, engineParams, withEngine } from './connection.ts';
import { positiveNumber, wholeNumber } from './numbers.ts';
import { print, printJson, progressLine, table } from './output.ts';
import * as show from './show.ts';

export type RunOptions = Common &
  EngineOptions & {
    jobs?: number;
    timeout?: number;
    rows?: number;
    bytes?: number;
    again?: boolean;
    systems?: string[];
    goldOnly?: boolean;
    instances?: string[];
    instancesFrom?: string;
    sample?: string;
    stratum?: Stratum;
    rule?: string;
    reading: S2Reading;
    repetitions?: number;
    maxQueries?: number;
    retry?: RetriedStatus[];
    resume?: boolean;
    dryRun?: boolean;
  };

/** The options that say which queries run, and how; of `execute` and `verify`. */
export const withSelection = (command: Command): Command =>
  withEngine(command)
    .option('--jobs <n>', 'queries at a time: sql-runners, or sessions of Snowflake', wholeNumber(1))
    .option('--timeout <seconds>', `seconds a query may take (${DEFAULT_LIMITS.timeoutMs / 1000})`, positiveNumber)
    .option('--rows <n>', `rows kept of a result (${DEFAULT_LIMITS.rowCap.toLocaleString('en')})`, wholeNumber(1))
    .option('--bytes <n>', `bytes kept of a result (${DEFAULT_LIMITS.byteCap.toLocaleString('en')})`, wholeNumber(1))
    .addOption(new Option('--instances <id...>', 'only these instances').conflicts(['instancesFrom', 'sample', 'stratum']))
    .addOption(
      new Option('--instances-from <file>', 'only the instances of this file, an id a line').conflicts(['sample', 'stratum']),
    )
    .addOption(new Option('--sample <name>', 'only the instances of this sample').conflicts('stratum'))
    .addOption(new Option('--stratum <stratum>', 'only the instances of this stratum, under --rule').choices(STRATA))
    .option('--rule <rule>', 'the rule of --stratum')
    .addOption(readingOption())
    .option('--max-queries <n>', 'stop after so many executions; the same command goes on', wholeNumber(1));

function scopeOf({ instances, instancesFrom, sample, stratum, rule, reading }: RunOptions): RunRequest['scope'] {
  if (instances !== undefined) return { of: 'instances', instanceIds: instances, title: 'chosen instances' };
  if (instancesFrom !== undefined) {
    const instanceIds = fs
      .readFileSync(instancesFrom, 'utf8')
      .split(/\s+/)
      .filter((id) => id !== '');
    return { of: 'instances', instanceIds, title: 'listed instances' };
  }
  if (sample !== undefined) return { of: 'sample', sample };
  if (stratum === undefined) return undefined;
  if (rule === undefined) throw new InvalidArgumentError('--stratum needs --rule: strata depend on the rule.');
  return { of: 'stratum', stratum, rule, reading };
}

/** What the options ask for, as the service takes it. */
export function requestOf(options: RunOptions): RunRequest {
  const scope = scopeOf(options);
  const systems = options.goldOnly ? [] : options.systems;
  return {
    jobs: options.jobs ?? null,
    limits: {
      ...(options.timeout === undefined ? {} : { timeoutMs: Math.round(options.timeout * 1000) }),
      ...(options.rows === undefined ? {} : { rowCap: options.rows }),
      ...(options.bytes === undefined ? {} : { byteCap: options.bytes }),
    },
    again: options.again ?? false,
    ...engineParams(options),
    ...(systems === undefined ? {} : { systems }),
    ...(scope === undefined ? {} : { scope }),
    ...(options.repetitions === undefined ? {} : { repetitions: options.repetitions }),
    ...(options.retry === undefined ? {} : { retry: options.retry }),
    ...(options.maxQueries === undefined ? {} : { maxQueries: options.maxQueries }),
  };
}

/** A line on the terminal that says how far an execution is. */
export function executionLine() {
  const line = progressLine();
  return {
    onProgress: ({ what, done, total, etaSeconds }: ExecutionProgress) =>
      line.show(`${done} of ${total} ${what}${etaSeconds === null ? '' : `, about ${etaSeconds} s left`}`),
    end: line.end,
  };
}

type MakeCommand = (usage: string, description: string, example: string) => Command;

/** `assay execute` and `assay executions`. */
export function addRunCommands(command: MakeCommand): void {
  withSelection(
    command(
      'execute <project>',
      'Run gold and predictions; goes on where it was stopped.',
      'assay execute analysis.assay --jobs 4 --timeout 30\n  assay execute analysis.assay --sample main --repetitions 5 --again --dry-run --json',
    ),
  )
    .option('--systems <name...>', 'only the predictions of these systems, and golds')
    .option('--gold-only', 'only golds')
    .option('--repetitions <n>', 'how often each query runs; a new run only', wholeNumber(1))
    .addOption(new Option('--retry <status...>', 'run again only what ended so in the current run').choices(RETRIED_STATUSES))
    .option('--again', 'open a new run instead of completing the current one')
    .option('--resume', 'go on with what the current run was asked for, whatever other options say')
    .option('--dry-run', 'say what would run, and run nothing')
    .action((file: string, options: RunOptions) =>
      onProject(file, options, async (client) => {
        if (options.dryRun) {
          const plan = await client.call('execution.plan', requestOf(options));
          if (options.json) printJson(plan);
          else print(dryRunText(plan));
          return;
        }
        const { onProgress, end } = executionLine();
        const call = { signal: interruptible(), onProgress };
        const run = options.resume
          ? await client.call('execution.resume', null, call)
          : await client.call('execution.start', requestOf(options), call);
        end();
        if (options.json) printJson(run);
        else print(runText(run));
      }),
    );

  revealing(
    command(
      'executions <project>',
      'List the executions of the current run that ended in a status, with who uses their queries.',
      'assay executions analysis.assay --status error --json',
    ),
  )
    .addOption(new Option('--status <status>', 'how they ended').choices(EXECUTION_STATUSES).makeOptionMandatory())
    .option('--limit <n>', 'at most so many', wholeNumber(1), 1000)
    .action((file: string, options: Common & { status: ExecutionStatus; limit: number }) =>
      onProject(file, options, async (client) => {
        const { total, executions } = await client.call('execution.list', { status: options.status, limit: options.limit });
        if (options.json) return printJson({ total, executions });
        const rows = executions.map(({ uses, database, errorCode, errorMessage, sql }) => [
          uses.map(({ instanceId, system }) => `${instanceId}/${system?.name ?? 'gold'}`).join(' '),
          database,
          errorCode ?? '',
          (errorMessage ?? sql).replace(/\s+/g, ' '),
        ]);
        print(table(['instance/system', 'database', 'code', 'message'], rows));
        if (executions.length < total) print(`${executions.length} of ${total}; --limit shows more`);
      }),
    );
}

const seconds = (value: number): string => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`);

function runText(run: RunSummary): string {
  const { window } = run;
  const lines = [show.run(run)];
  if (run.stopReason !== null) lines.push(run.stopReason);
  if (window !== null) {
    lines.push(
      `window ${seconds(window.seconds)}; within an instance ${seconds(window.medianInstanceSeconds)} (median), ${seconds(window.longestInstanceSeconds)} at most`,
    );
  }
  return lines.join('\n');
}

/** What `execute --dry-run` prints: what would run, on which engines, for whom, and what is left out. */
function dryRunText(plan: DryRun): string {
  return [
    `${counted(plan.executions, 'execution')} would run in ${plan.runId === null ? 'a new run' : `run ${plan.runId}`}: ${counted(plan.queries, 'different query', 'different queries')} for ${counted(plan.references, 'gold and prediction', 'golds and predictions')}, ${plan.repetitions} × each, at most ${plan.timeoutMs / 1000} s and ${plan.attempts} attempts`,
    table(
      ['engine', 'databases', 'queries', 'executions'],
      plan.byEngine.map(({ engine, databases, queries, executions }) => [engine, databases, queries, executions]),
    ),
    table(
      ['for', 'queries', 'shared'],
      plan.byUser.map(({ name, queries, shared }) => [name, queries, shared]),
    ),
    ...plan.skipped.map(({ reason, count }) => `left out: ${count.toLocaleString('en')} ${reason}`),
    ...plan.missingDatabases.map(
      ({ database, reason, executions }) =>
        `${database}: ${counted(executions, 'execution')} would end as environment: ${reason}`,
    ),
    ...(plan.snowflake === null
      ? []
      : [
          `on Snowflake ${plan.snowflake.refused} would be refused and ${plan.snowflake.needConsent} cannot be read and wait for consent (--allow-unparsed)`,
        ]),
  ].join('\n');
}
