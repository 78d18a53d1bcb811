import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { RULE_IDS } from '#shared/comparison/rule.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { DEFAULT_SIZES, type S2Reading, type SampleSizes } from '#shared/model/stratum.ts';
import { JUDGING_MODES, type JudgingMode } from '#shared/model/verdict.ts';
import { addCodebookCommands } from './codebook.ts';
import { type Common, commandOf, interruptible, onProject, readingOption, revealing, sayWhatIsHidden } from './common.ts';
import { compareCases } from './compare.ts';
import { addConnectionCommands, type ConnectionOptions, connectionSource, withConnection } from './connection.ts';
import { addExchange } from './exchange.ts';
import { addImport } from './import.ts';
import { addLocalCommands } from './local-commands.ts';
import { wholeNumber } from './numbers.ts';
import { print, printJson, progressLine } from './output.ts';
import { addRuleCommands } from './rules.ts';
import { addRunCommands } from './run.ts';
import { withService } from './service.ts';
import * as show from './show.ts';
import { addVerifyCommand } from './verify.ts';

/** `S1=30,S2=30,S3=25`; a stratum that is not named is not drawn from. */
function sizesOf(text: string): SampleSizes {
  const sizes: SampleSizes = { S1: 0, S2: 0, S3: 0 };
  for (const part of text.split(',')) {
    const [, stratum, size] = /^\s*(S1|S2|S3)\s*=\s*(\d+)\s*$/.exec(part) ?? [];
    if (stratum === undefined) throw new InvalidArgumentError('Write them as S1=30,S2=30,S3=25.');
    sizes[stratum as keyof SampleSizes] = Number(size);
  }
  return sizes;
}

const COMPARE_HELP = `
A case has an id and one of three layouts:
  rows   pred, gold: lists of rows; order_matters: true or false
  table  pred, gold: {"columns": [names], "rows": [rows]}; condition_cols: [gold columns from 0, all without it];
         ignore_order: true or false (false without it)
  CSV    pred_csv: a text; gold_csvs: [texts]; condition_cols: in any shape of Spider2's evaluation configuration;
         ignore_order; call: "single" or "multi" (multi without it), the published function that is asked

A cell is null, true, false, a text, a whole number, or a number with a point or exponent; or {"real": 1},
{"decimal": "1.10"}, {"date": "2020-01-31"}, {"timestamp": "2020-01-31 10:00:00"}.

Out: id, verdict (1, 0, a score, or "error:…" where the published function raises) and, where there is more to say, why.

Rules: ${RULE_IDS.join(', ')}.

Example:
  assay compare --rule bird-ex < cases.jsonl > verdicts.jsonl`;

/** The command line. Every command opens the project through the same service as the window. */
export function createProgram(): Command {
  const program = new Command('assay')
    .description('Error analysis for text-to-SQL. Predictions and gold are both on trial.')
    .showHelpAfterError('Try assay --help.')
    .exitOverride();

  const command = commandOf(program);

  command('new <project>', 'Make a project file.', 'assay new analysis.assay')
    .option('--sample', 'with the sample that ships with Assay: imported, executed and judged')
    .action((file: string, options: Common & { sample?: boolean }) =>
      withService(async (client) => {
        const line = progressLine();
        const params = { path: path.resolve(file), annotator: options.annotator };
        const summary = options.sample
          ? await client.call('project.openSample', params, {
              signal: interruptible(),
              onProgress: ({ phase, done, total }) => line.show(`${phase} ${done}${total === null ? '' : `/${total}`}`),
            })
          : await client.call('project.create', params);
        line.end();
        if (options.json) printJson(summary);
        else
          print(
            `Made ${summary.path}${options.sample ? ` with ${summary.instances} instances and ${summary.systems} systems` : ''}`,
          );
      }),
    );

  addImport(program);

  command(
    'group <project> <system> <group>',
    'Move a system to a group: strong, open or your own.',
    'assay group a.assay gpt-4 strong',
  ).action((file: string, system: string, group: string, options: Common) =>
    onProject(file, options, async (client) => {
      await client.call('systems.setGroup', { systems: [system], group });
      if (options.json) printJson({ system, group });
      else print(`${system} is in ${group}`);
    }),
  );

  addRunCommands(command);
  addVerifyCommand(command);

  revealing(
    command(
      'judge <project>',
      'Judge predictions by a rule (by the rules of the project without one).',
      'assay judge analysis.assay --rule multiset --json',
    ),
  )
    .option('--rule <rule>', 'one rule, which then belongs to the project (assay rules lists them)')
    .addOption(
      new Option('--mode <mode>', 'how queries that ran several times are judged: by the majority, or by any pair').choices(
        JUDGING_MODES,
      ),
    )
    .action((file: string, options: Common & { rule?: string; mode?: JudgingMode }) =>
      onProject(file, options, async (client) => {
        const judged = await client.call(
          'judge.run',
          { rules: options.rule === undefined ? null : [options.rule], mode: options.mode },
          { signal: interruptible() },
        );
        await sayWhatIsHidden(client, options);
        if (!options.json) print(judged.map(show.judged).join('\n\n'));
        else printJson(options.rule === undefined ? judged : judged[0]);
      }),
    );

  withConnection(
    revealing(
      command(
        'check-gold <project>',
        'Look for golds that may be wrong: failed, drifted, ambiguous, at odds with several systems.',
        'assay check-gold analysis.assay --json\n  assay check-gold analysis.assay --connection paper --max-queries 50',
      ),
    ),
  )
    .option('--max-queries <n>', 'ask Snowflake at most so many queries; without --connection none', wholeNumber(1))
    .action((file: string, options: Common & ConnectionOptions & { maxQueries?: number }) =>
      onProject(file, options, async (client) => {
        const line = progressLine();
        // Only what is named here: a connection of the environment is no consent to ask the warehouse.
        const isNamed = options.connection !== undefined || options.connectionsFile !== undefined;
        const connection = isNamed ? connectionSource(options) : undefined;
        const found = await client.call(
          'gold.check',
          {
            ...(connection === undefined ? {} : { connection }),
            ...(options.maxQueries === undefined ? {} : { maxQueries: options.maxQueries }),
          },
          {
            signal: interruptible(),
            onProgress: ({ phase, done, total }) => line.show(`${phase}: ${done} of ${total}`),
          },
        );
        line.end();
        await sayWhatIsHidden(client, options);
        if (options.json) printJson(found);
        else print(show.goldFindings(found));
      }),
    );

  revealing(
    command(
      'strata <project>',
      'Count the strata S1, S2 and S3 under a rule.',
      'assay strata analysis.assay --rule multiset --json',
    ),
  )
    .requiredOption('--rule <rule>', 'a rule that has judged: multiset, bird-ex …')
    .addOption(readingOption())
    .action((file: string, options: Common & { rule: string; reading: S2Reading }) =>
      onProject(file, options, async (client) => {
        const strata = await client.call('strata.get', { rule: options.rule, reading: options.reading });
        const counts = Object.fromEntries(strata.strata.map(({ stratum, count }) => [stratum, count]));
        if (options.json) printJson({ ...strata, counts });
        else print(show.strata(strata));
      }),
    );

  revealing(
    command(
      'sample <project>',
      'Draw a sample from the strata and lock it.',
      'assay sample analysis.assay --rule multiset --seed 7 --sizes S1=30,S2=30,S3=25 --json',
    ),
  )
    .requiredOption('--rule <rule>', 'a rule that has judged: multiset, bird-ex …')
    .requiredOption('--seed <n>', 'the same seed draws the same instances on every machine', wholeNumber(0))
    .option('--sizes <sizes>', 'instances of each stratum', sizesOf, DEFAULT_SIZES)
    .option('--name <name>', "the sample's name (sample-1, sample-2 …)")
    .option('--without <name...>', 'leave out the instances of earlier samples')
    .addOption(readingOption())
    .action((file: string, options: SampleOptions) =>
      onProject(file, options, async (client) => {
        const taken = new Set((await client.call('sample.list', null)).map((sample) => sample.name));
        let name = options.name ?? 'sample-1';
        for (let n = 2; options.name === undefined && taken.has(name); n++) name = `sample-${n}`;
        const sample = await client.call('sample.draw', {
          name,
          rule: options.rule,
          reading: options.reading,
          seed: options.seed,
          sizes: options.sizes,
          without: options.without ?? [],
        });
        await sayWhatIsHidden(client, options);
        if (options.json) printJson(sample);
        else print(show.sample(sample));
      }),
    );

  revealing(
    command('report <project>', 'Write figures and tables: SVG, PNG, CSV, JSON.', 'assay report analysis.assay --out report'),
  )
    .requiredOption('--out <folder>', 'where the files go')
    .option('--sample <name>', 'the sample that the figure shows (the newest)')
    .action((file: string, options: Common & { out: string; sample?: string }) =>
      onProject(file, options, async (client) => {
        const samples = await client.call('sample.list', null);
        const sample = options.sample === undefined ? null : samples.find((candidate) => candidate.name === options.sample);
        if (sample === undefined) throw new AssayError('NOT_FOUND', `There is no sample ${options.sample}.`);
        const line = progressLine();
        const { files } = await client
          .call(
            'report.export',
            { sample: sample?.id ?? null, directory: path.resolve(options.out) },
            { signal: interruptible(), onProgress: ({ phase, done, total }) => line.show(`${phase}: ${done} of ${total}`) },
          )
          .finally(() => line.end());
        if (options.json) printJson({ files });
        else print(files.join('\n'));
      }),
    );

  program
    .command('compare')
    .description('Judge result tables without a project: a JSON case a line in, {"id","verdict"} a line out.')
    .requiredOption('--rule <rule>', 'the comparison rule')
    .option('--json', 'accepted for likeness; the output is always JSON lines')
    .exitOverride()
    .addHelpText('after', COMPARE_HELP)
    .action(({ rule }: { rule: string }) => compareCases(rule, process.stdin, process.stdout));

  addRuleCommands(program);

  addCodebookCommands(program);
  addExchange(program);
  addConnectionCommands(program);
  addLocalCommands(program);
  return program;
}

type SampleOptions = Common & {
  rule: string;
  seed: number;
  sizes: SampleSizes;
  name?: string;
  without?: string[];
  reading: S2Reading;
};
