import os from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { RULES } from '#shared/comparison/registry.ts';
import { ruleDefinition } from '#shared/comparison/ruleTexts.ts';
import type { AssayClient } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { ImportItem } from '#shared/contract/import.ts';
import { DEFAULT_LIMITS, SNOWFLAKE_TIMEOUT_MS } from '#shared/model/execution.ts';
import { DEFAULT_SIZES, S2_READINGS, type S2Reading, type SampleSizes } from '#shared/model/stratum.ts';
import { compareCases } from './compare.ts';
import { addConnectionCommands, type EngineOptions, engineParams, withEngine } from './connection.ts';
import { addLocalCommands } from './local-commands.ts';
import { print, printJson, progressLine } from './output.ts';
import { withService } from './service.ts';
import * as show from './show.ts';

const positive = (text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
};

const positiveInteger = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
};

const seedOf = (text: string): number => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be a whole number from 0 on.');
  return value;
};

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

/** Ctrl-C cancels through the contract, so that what is finished is stored. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  return controller.signal;
}

type Common = { annotator: string; json?: boolean };

/** Opens the project in a service of its own for the time of `work`. */
const onProject = <T>(file: string, { annotator }: Common, work: (client: AssayClient) => Promise<T>): Promise<T> =>
  withService(async (client) => {
    await client.call('project.open', { path: path.resolve(file), annotator });
    return work(client);
  });

function importItems(options: ImportOptions): ImportItem[] {
  const items: ImportItem[] = [];
  if (options.path !== undefined) items.push({ kind: 'benchmark', format: 'spider', path: path.resolve(options.path) });
  const systemOf = (what: string) => {
    if (options.system === undefined) throw new AssayError('INVALID_INPUT', `--system is missing: whose ${what} are they?`);
    return options.system;
  };
  if (options.predictions !== undefined) {
    items.push({
      kind: 'predictions',
      format: 'lines',
      path: path.resolve(options.predictions),
      system: systemOf('predictions'),
      group: options.group,
    });
  }
  if (options.trajectories !== undefined) {
    items.push({
      kind: 'trajectories',
      format: 'spider-agent-tc',
      path: path.resolve(options.trajectories),
      system: systemOf('trajectories'),
    });
  }
  if (items.length > 0) return items;
  throw new AssayError('INVALID_INPUT', 'There is nothing to import.', {
    next: 'Name --path (with --format spider), --predictions or --trajectories.',
  });
}

type ImportOptions = Common & {
  format: string;
  path?: string;
  predictions?: string;
  trajectories?: string;
  system?: string;
  group: string;
  dryRun?: boolean;
};

/** The command line. Every command opens the project through the same service as the window. */
export function createProgram(): Command {
  const program = new Command('assay')
    .description('Error analysis for text-to-SQL. Predictions and gold are both on trial.')
    .showHelpAfterError('Try assay --help.')
    .exitOverride();

  const command = (usage: string, description: string, example: string) =>
    program
      .command(usage)
      .description(description)
      .option('--json', 'print JSON')
      .option('--annotator <name>', 'who works', os.userInfo().username)
      .exitOverride()
      .addHelpText('after', `\nExample:\n  ${example}`);

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

  command(
    'import <project>',
    'Import a benchmark, predictions or trajectories, with a receipt.',
    'assay import analysis.assay --predictions runs/dail-sql.txt --system dail-sql --group strong',
  )
    .addOption(new Option('--format <format>', "the benchmark's format").choices(['spider']).default('spider'))
    .option('--path <folder>', 'the benchmark: dev.json, tables.json and database/')
    .option('--predictions <file>', 'one SQL a line, in the order of the benchmark')
    .option('--trajectories <folder>', 'transcripts of spider-agent-tc, {instance_id}.json')
    .option('--system <name>', 'the system whose predictions or trajectories they are')
    .option('--group <group>', "the system's group: strong, open or your own", 'open')
    .option('--dry-run', 'say what would be imported and write nothing')
    .action((file: string, options: ImportOptions) => {
      const items = importItems(options);
      return onProject(file, options, async (client) => {
        const previews = await client.call('import.preview', { items });
        const refused = previews.find((preview) => preview.refused !== null)?.refused;
        if (refused) throw new AssayError('IMPORT_REFUSED', refused.message, refused.next === null ? {} : { next: refused.next });
        const receipts = options.dryRun
          ? previews.flatMap((preview) => preview.receipts)
          : await client.call('import.run', { items }, { signal: interruptible() });
        if (options.json) printJson({ written: !options.dryRun, receipts });
        else print(show.receipts(receipts));
      });
    });

  command('receipts <project>', 'Show the receipts of all imports.', 'assay receipts analysis.assay --json').action(
    (file: string, options: Common) =>
      onProject(file, options, async (client) => {
        const receipts = await client.call('import.receipts', null);
        if (options.json) printJson(receipts);
        else print(show.receipts(receipts));
      }),
  );

  command(
    'group <project> <system> <group>',
    'Move a system to a group: strong, open or your own.',
    'assay group a.assay gpt-4 strong',
  ).action((file: string, system: string, group: string, options: Common) =>
    onProject(file, options, async (client) => {
      await client.call('systems.setGroup', { system, group });
      if (options.json) printJson({ system, group });
      else print(`${system} is in ${group}`);
    }),
  );

  withEngine(
    command(
      'execute <project>',
      'Run gold and predictions; goes on where it was stopped.',
      'assay execute analysis.assay --jobs 4 --timeout 30',
    ),
    positiveInteger,
  )
    .option('--jobs <n>', 'queries at a time: sql-runners, or sessions of Snowflake', positiveInteger)
    .option(
      '--timeout <seconds>',
      `seconds a query may take (${DEFAULT_LIMITS.timeoutMs / 1000}; Snowflake ${SNOWFLAKE_TIMEOUT_MS / 1000})`,
      positive,
    )
    .option('--rows <n>', `rows kept of a result (${DEFAULT_LIMITS.rowCap.toLocaleString('en')})`, positiveInteger)
    .option('--bytes <n>', `bytes kept of a result (${DEFAULT_LIMITS.byteCap.toLocaleString('en')})`, positiveInteger)
    .option('--again', 'open a new run instead of completing the current one')
    .action(
      (
        file: string,
        options: Common & EngineOptions & { jobs?: number; timeout?: number; rows?: number; bytes?: number; again?: boolean },
      ) =>
        onProject(file, options, async (client) => {
          const line = progressLine();
          const run = await client.call(
            'execution.start',
            {
              jobs: options.jobs ?? null,
              limits: {
                ...(options.timeout === undefined ? {} : { timeoutMs: Math.round(options.timeout * 1000) }),
                ...(options.rows === undefined ? {} : { rowCap: options.rows }),
                ...(options.bytes === undefined ? {} : { byteCap: options.bytes }),
              },
              again: options.again ?? false,
              ...engineParams(options),
            },
            {
              signal: interruptible(),
              onProgress: ({ done, total, etaSeconds }) =>
                line.show(`${done} of ${total} executions${etaSeconds === null ? '' : `, about ${etaSeconds} s left`}`),
            },
          );
          line.end();
          if (options.json) printJson(run);
          else print(show.run(run));
        }),
    );

  command(
    'judge <project>',
    'Judge predictions by a rule (all rules without one).',
    'assay judge analysis.assay --rule multiset --json',
  )
    .option('--rule <rule>', 'multiset, bird-ex or test-suite')
    .action((file: string, options: Common & { rule?: string }) =>
      onProject(file, options, async (client) => {
        const judged = await client.call(
          'judge.run',
          { rules: options.rule === undefined ? null : [options.rule] },
          { signal: interruptible() },
        );
        if (!options.json) print(judged.map(show.judged).join('\n\n'));
        else printJson(options.rule === undefined ? judged : judged[0]);
      }),
    );

  const readingOption = () =>
    new Option('--reading <reading>', 'how S2 is read: disjoint, or as the paper words it')
      .choices(S2_READINGS)
      .default('disjoint');

  command(
    'strata <project>',
    'Count the strata S1, S2 and S3 under a rule.',
    'assay strata analysis.assay --rule multiset --json',
  )
    .requiredOption('--rule <rule>', 'multiset, bird-ex or test-suite')
    .addOption(readingOption())
    .action((file: string, options: Common & { rule: string; reading: S2Reading }) =>
      onProject(file, options, async (client) => {
        const strata = await client.call('strata.get', { rule: options.rule, reading: options.reading });
        const counts = Object.fromEntries(strata.strata.map(({ stratum, count }) => [stratum, count]));
        if (options.json) printJson({ ...strata, counts });
        else print(show.strata(strata));
      }),
    );

  command(
    'sample <project>',
    'Draw a sample from the strata and lock it.',
    'assay sample analysis.assay --rule multiset --seed 7 --sizes S1=30,S2=30,S3=25 --json',
  )
    .requiredOption('--rule <rule>', 'multiset, bird-ex or test-suite')
    .requiredOption('--seed <n>', 'the same seed draws the same instances on every machine', seedOf)
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
        if (options.json) printJson(sample);
        else print(show.sample(sample));
      }),
    );

  command('report <project>', 'Write figures and tables: SVG, PNG, CSV, JSON.', 'assay report analysis.assay --out report')
    .requiredOption('--out <folder>', 'where the files go')
    .option('--sample <name>', 'the sample that the figure shows (the newest)')
    .action((file: string, options: Common & { out: string; sample?: string }) =>
      onProject(file, options, async (client) => {
        const samples = await client.call('sample.list', null);
        const sample = options.sample === undefined ? null : samples.find((candidate) => candidate.name === options.sample);
        if (sample === undefined) throw new AssayError('NOT_FOUND', `There is no sample ${options.sample}.`);
        const { files } = await client.call('report.export', {
          sample: sample?.id ?? null,
          directory: path.resolve(options.out),
        });
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
    .addHelpText('after', '\nExample:\n  assay compare --rule bird-ex < cases.jsonl > verdicts.jsonl')
    .action(({ rule }: { rule: string }) => compareCases(rule, process.stdin, process.stdout));

  command(
    'rules [project]',
    'Say what the comparison rules mean: all that ship, or those that judge a project.',
    'assay rules --json',
  ).action((file: string | undefined, options: Common) => {
    const show = (rules: readonly DefinedRule[]) => (options.json ? printJson(rules) : print(rules.map(ruleText).join('\n\n')));
    if (file !== undefined) return onProject(file, options, async (client) => show(await client.call('judge.rules', null)));
    show(
      Object.values(RULES).map(({ id, version, title, source }) => ({
        id,
        version,
        title,
        source,
        definition: ruleDefinition(id),
      })),
    );
  });

  addConnectionCommands(program);
  addLocalCommands(program, { onProject, interruptible });
  return program;
}

type DefinedRule = { id: string; version: string; title: string; source: string; definition: string | null };

/** A rule as a person reads it: name, what it means, where it comes from. */
const ruleText = ({ id, version, title, source, definition }: DefinedRule): string =>
  [`${id} ${version}: ${title}`, ...(definition === null ? [] : [`  ${definition}`]), `  From: ${source}`].join('\n');

type SampleOptions = Common & {
  rule: string;
  seed: number;
  sizes: SampleSizes;
  name?: string;
  without?: string[];
  reading: S2Reading;
};
