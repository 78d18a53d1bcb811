import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { AssayError } from '#shared/contract/errors.ts';
import type { ExportItem } from '#shared/contract/export.ts';
import { type ItemOf, PREDICTION_FORMATS } from '#shared/contract/import.ts';
import { SEARCHED, type Searched } from '#shared/contract/search.ts';
import { type Common, commandOf, interruptible, onProject, revealing } from './common.ts';
import { wholeNumber } from './numbers.ts';
import { print, printJson, progressLine, table } from './output.ts';

const KINDS = ['benchmark', 'predictions', 'trajectories', 'outcomes', 'receipts'] as const;

type ExportOptions = Common & { out: string; system?: string; format: ItemOf<'predictions'>['format'] };

function exportItemOf(kind: string, { system, format }: ExportOptions): ExportItem {
  const named = () => {
    if (system !== undefined) return system;
    throw new AssayError('INVALID_INPUT', `--system is missing: whose ${kind}?`);
  };
  switch (kind) {
    case 'benchmark':
    case 'receipts':
      return { kind };
    case 'predictions':
      return { kind, system: named(), format };
    case 'trajectories':
    case 'outcomes':
      return { kind, system: named() };
    default:
      throw new AssayError('INVALID_INPUT', `There is no ${kind} to export.`, { next: `Name one of ${KINDS.join(', ')}.` });
  }
}

const kindsOf = (text: string): Searched[] =>
  text.split(',').map((part) => {
    const kind = SEARCHED.find((each) => each === part.trim());
    if (kind === undefined) throw new InvalidArgumentError(`Name some of ${SEARCHED.join(', ')}.`);
    return kind;
  });

const oneDecimal = (value: number | null) => (value === null ? '–' : value.toFixed(1));

/** Adds `export`, `search`, `trajectories` and `outcomes`: what was imported, written out and looked through. */
export function addExchange(program: Command): void {
  const command = commandOf(program);
  revealing(
    command(
      'export <project> <kind>',
      `Write what was imported in its own format: ${KINDS.join(', ')}.`,
      [
        'assay export analysis.assay benchmark --out again/',
        'assay export analysis.assay predictions --system reforce --format sql-folder --out reforce-sql/',
        'assay export analysis.assay trajectories --system reforce --out reforce-logs/',
        'assay export analysis.assay receipts --out receipts/',
      ].join('\n  '),
      program,
      'files, records, left: names of what the format cannot hold, each with the reason',
    ),
  )
    .requiredOption('--out <folder>', 'a new or empty folder')
    .option('--system <name>', 'whose predictions, trajectories or outcomes')
    .addOption(new Option('--format <format>', 'the format of predictions').choices(PREDICTION_FORMATS).default('jsonl'))
    .action((file: string, kind: string, options: ExportOptions) => {
      const item = exportItemOf(kind, options);
      return onProject(file, options, async (client) => {
        const line = progressLine();
        const exported = await client
          .call(
            'export.run',
            { item, directory: path.resolve(options.out) },
            { signal: interruptible(), onProgress: ({ phase, done, total }) => line.show(`${phase}: ${done} of ${total}`) },
          )
          .finally(() => line.end());
        if (options.json) printJson(exported);
        else
          print(
            [`${exported.records} records in ${exported.files} files`, ...exported.left.map((name) => `  left: ${name}`)].join(
              '\n',
            ),
          );
      });
    });

  command(
    'search <project> <words...>',
    'Find words in instructions, SQL, notes and trajectories.',
    [
      'assay search analysis.assay ai_classify "news articles" --in sql,trajectory',
      'assay search analysis.assay haversine --in instruction,note --limit 200 --json',
    ].join('\n  '),
    program,
    'hits [{in, instance, instanceId, system, rollout, step, annotator, snippet [{text, hit}]}], cut: whether there are more, unsearched: numbers that are not looked for in what trajectories observed (those of five digits and more, and decimals)',
  )
    .option('--in <kinds>', `some of ${SEARCHED.join(', ')} (all)`, kindsOf)
    .option('--limit <n>', 'hits of each kind (50)', wholeNumber(1, 500))
    .action((file: string, words: string[], options: Common & { in?: Searched[]; limit?: number }) =>
      onProject(file, options, async (client) => {
        const text = words.map((word) => (/\s/.test(word) ? `"${word.replaceAll('"', ' ')}"` : word)).join(' ');
        const found = await client.call('search.find', { text, in: options.in ?? [...SEARCHED], limit: options.limit ?? 50 });
        if (options.json) {
          printJson(found);
          return;
        }
        const lines = found.hits.map((hit) => {
          const whose = [
            hit.instanceId,
            hit.system?.name,
            hit.rollout ? `rollout ${hit.rollout}` : null,
            hit.step === null ? null : `step ${hit.step + 1}`,
          ];
          const snippet = hit.snippet.map((piece) => (piece.hit ? `»${piece.text}«` : piece.text)).join('');
          return `${hit.in}  ${whose.filter(Boolean).join(', ')}: ${snippet.replace(/\s+/g, ' ')}`;
        });
        print([...lines, `${found.hits.length} hits${found.cut ? ', and more (--limit)' : ''}`].join('\n'));
        if (found.unsearched.length > 0) {
          print(
            `Not looked for in what trajectories observed: ${found.unsearched.join(', ')}. Numbers of five digits and more, and decimals, are left out there.`,
          );
        }
      }),
    );

  revealing(
    command(
      'trajectories <project>',
      'Figures of the runs of each system: rounds, SQL and bash calls, first SQL, first success, limit reached.',
      'assay trajectories analysis.assay --json',
    ),
  ).action((file: string, options: Common) =>
    onProject(file, options, async (client) => {
      const figures = await client.call('trajectories.figures', null);
      if (options.json) printJson(figures);
      else {
        print(
          table(
            ['system', 'runs', 'rounds', 'SQL calls', 'bash calls', 'first SQL', 'first success', 'limit reached'],
            figures.map((each) => [
              each.system,
              each.runs,
              oneDecimal(each.rounds),
              oneDecimal(each.sqlCalls),
              oneDecimal(each.bashCalls),
              oneDecimal(each.firstSql.mean),
              oneDecimal(each.firstSuccess.mean),
              `${(each.limitReached * 100).toFixed(0)} %`,
            ]),
          ),
        );
      }
    }),
  );

  revealing(
    command(
      'outcomes <project>',
      'What other evaluators said, with their versions; apart from the verdicts.',
      'assay outcomes analysis.assay',
    ),
  ).action((file: string, options: Common) =>
    onProject(file, options, async (client) => {
      const evaluations = await client.call('outcomes.list', null);
      if (options.json) printJson(evaluations);
      else {
        print(
          table(
            ['evaluator', 'version', 'system', 'outcomes', 'match'],
            evaluations.map((each) => [
              each.evaluator,
              each.evaluatorVersion,
              each.system,
              each.outcomes,
              each.byState.match ?? 0,
            ]),
          ),
        );
      }
    }),
  );
}
