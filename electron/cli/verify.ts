import fs from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { unstableGoldsCsv } from '#shared/analysis/tables/verification.ts';
import { AssayError } from '#shared/contract/errors.ts';
import {
  VERIFICATION_PRESETS,
  type VerificationPreset,
  type VerificationReport,
  type VerificationRequest,
} from '#shared/contract/verification.ts';
import { interruptible, onProject } from './common.ts';
import { wholeNumber } from './numbers.ts';
import { percent, print, printJson, table } from './output.ts';
import { executionLine, type RunOptions, requestOf, withSelection } from './run.ts';

type VerifyOptions = Omit<RunOptions, 'rule'> & {
  plan: VerificationPreset;
  passes?: number[];
  gap?: number;
  agreeBy: string;
  rule?: string;
  report?: boolean;
  out?: string;
};

function passesOf(text: string): number[] {
  const passes = text.split(',').map(Number);
  if (passes.some((runs) => !Number.isInteger(runs) || runs < 2)) {
    throw new InvalidArgumentError('Write the runs of each pass, at least 2: 5,10,10,10.');
  }
  return passes;
}

function requestFrom(options: VerifyOptions): VerificationRequest {
  const preset = VERIFICATION_PRESETS[options.plan];
  const { jobs, limits, engine, connection, allowUnparsed, attempts, scope, maxQueries } = requestOf(options);
  return {
    jobs,
    limits,
    engine,
    connection,
    allowUnparsed,
    attempts,
    scope,
    maxQueries,
    passes: options.passes ?? [...preset.passes],
    gapSeconds: options.gap ?? preset.gapSeconds,
    rule: options.agreeBy,
  };
}

/** `assay verify` */
export function addVerifyCommand(command: (usage: string, description: string, example: string) => Command): void {
  withSelection(
    command(
      'verify <project>',
      'Run golds again and again, and report those that do not return the same each time.',
      'assay verify analysis.assay --plan passes --out verification/\n  assay verify analysis.assay --passes 3,3 --gap 60 --json',
    ),
  )
    .addOption(
      new Option('--plan <plan>', 'passes: 5, 10, 10, 10 runs; windows: 3 × 10 runs an hour apart')
        .choices(Object.keys(VERIFICATION_PRESETS))
        .default('passes'),
    )
    .option('--passes <runs>', 'own numbers of runs, pass by pass: 3,5', passesOf)
    .option('--gap <seconds>', 'seconds between two passes', wholeNumber(1))
    .option(
      '--agree-by <rule>',
      'the rule that says whether two runs agree; the default is that of the AIFunc paper, which allows 0.0101',
      'aifunc',
    )
    .option('--resume', 'go on with the latest verification, whatever other options say')
    .option('--report', 'only report the latest verification, and run nothing')
    .option('--out <folder>', 'write verification.json and unstable-golds.csv there')
    .action((file: string, options: VerifyOptions) =>
      onProject(file, options, async (client) => {
        if (!options.report) {
          const { onProgress, end } = executionLine();
          const call = { signal: interruptible(), onProgress };
          if (options.resume) await client.call('verification.resume', null, call);
          else await client.call('verification.start', requestFrom(options), call);
          end();
        }
        const report = await client.call('verification.report', { id: null });
        if (report === null) throw new AssayError('NOTHING_TO_DO', 'No verification was started yet.');
        if (options.out !== undefined) writeReport(options.out, report);
        if (options.json) printJson(report);
        else print(reportText(report));
      }),
    );
}

function writeReport(folder: string, report: VerificationReport): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'verification.json'), `${JSON.stringify(report, null, 2)}\n`);
  fs.writeFileSync(path.join(folder, 'unstable-golds.csv'), unstableGoldsCsv(report.unstable));
}

function reportText(report: VerificationReport): string {
  const { verified } = report;
  return [
    `verification ${report.id} ${report.state}, ${report.golds} golds, agreement by ${report.rule} ${report.ruleVersion}${report.stopReason === null ? '' : `: ${report.stopReason}`}`,
    table(
      ['pass', 'runs', 'checked', 'consistent', '% (95 %)', 'so far', 'new'],
      report.passes.map(({ pass, runs, checked, consistent, consistentSoFar, newlyInconsistent }) => [
        pass,
        runs,
        checked,
        consistent.count,
        percent(consistent),
        consistentSoFar.count,
        newlyInconsistent,
      ]),
    ),
    `verified in every pass and between them: ${verified.count} of ${verified.n}`,
    ...(report.environment > 0 ? [`not checked, since the environment kept them from running: ${report.environment}`] : []),
    ...report.unstable.map(({ instanceId, gold, passes, variation, error }) => {
      const agreeing = passes.map(({ agreeing: runs, runs: of }) => `${runs}/${of}`).join(' ');
      const cells = variation.columns.map(({ column, rows }) => `${column} (${rows})`).join(', ');
      return `  ${instanceId}${gold === '' ? '' : ` ${gold}`}: ${agreeing}, ${variation.kind}${cells === '' ? '' : `: ${cells}`}${error === null ? '' : `; ${error}`}`;
    }),
  ].join('\n');
}
