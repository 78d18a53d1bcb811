import fs from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AssayClient } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import {
  BENCHMARK_FORMATS,
  type ColumnMapping,
  type ImportItem,
  type ImportPreview,
  OUTCOME_FORMATS,
  PREDICTION_FORMATS,
  type Recognised,
  TRAJECTORY_FORMATS,
} from '#shared/contract/import.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import { type Common, commandOf, interruptible, onProject } from './common.ts';
import { wholeNumber } from './numbers.ts';
import { EXIT, print, printJson, progressLine } from './output.ts';
import * as show from './show.ts';

type ImportOptions = Common & {
  format?: string;
  path?: string;
  predictions?: string;
  trajectories?: string;
  outcomes?: string;
  databases?: string;
  system?: string;
  group?: string;
  evaluatorVersion?: string;
  map?: ColumnMapping;
  rollout?: number;
  repeats?: 'reject' | 'rollouts';
  dryRun?: boolean;
  discard?: boolean;
};

const FORMATS = [...BENCHMARK_FORMATS, ...PREDICTION_FORMATS, ...TRAJECTORY_FORMATS, ...OUTCOME_FORMATS];
const isOneOf = <T extends string>(all: readonly T[], value: string): value is T => (all as readonly string[]).includes(value);

/** `question=Question,gold=Gold SQL`, repeatable. */
function mappingOf(text: string, before: ColumnMapping = {}): ColumnMapping {
  const mapping = { ...before };
  for (const part of text.split(',')) {
    const [, field, column] = /^\s*([a-z]+)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
    if (field === undefined || column === undefined) throw new InvalidArgumentError('Write them as question=Column,gold=Column.');
    mapping[field] = column;
  }
  return mapping;
}

/** Where rollouts begin and what repeats are, as far as the options say it. */
const rolloutsOf = ({ rollout }: ImportOptions) => (rollout === undefined ? {} : { rollout });
const repeatsOf = ({ repeats }: ImportOptions) => (repeats === 'rollouts' ? { repeats } : {});

/** One item of a named format; whose it is must be said. */
function itemOf(format: string, place: string, options: ImportOptions): ImportItem {
  const full = path.resolve(place);
  const mapping = options.map === undefined ? {} : { mapping: options.map };
  if (isOneOf(BENCHMARK_FORMATS, format)) return { kind: 'benchmark', format, path: full, ...mapping };
  const { system, group } = options;
  const systemOf = (what: string) => {
    if (system !== undefined) return system;
    throw new AssayError('INVALID_INPUT', `--system is missing: whose ${what} are they?`);
  };
  if (isOneOf(PREDICTION_FORMATS, format)) {
    return {
      kind: 'predictions',
      format,
      path: full,
      system: systemOf('predictions'),
      group: group ?? 'open',
      ...mapping,
      ...rolloutsOf(options),
      ...repeatsOf(options),
    };
  }
  if (isOneOf(TRAJECTORY_FORMATS, format)) {
    return {
      kind: 'trajectories',
      format,
      path: full,
      system: systemOf('trajectories'),
      ...(group === undefined ? {} : { group }),
      ...rolloutsOf(options),
    };
  }
  if (isOneOf(OUTCOME_FORMATS, format)) {
    const version = options.evaluatorVersion;
    return { kind: 'outcomes', format, path: full, system: systemOf('outcomes'), ...(version === undefined ? {} : { version }) };
  }
  throw new AssayError('INVALID_INPUT', `There is no format ${format}.`, { next: `Formats: ${FORMATS.join(', ')}.` });
}

/** What the options name, without looking at the files. A `--format` of another kind than the option is a mistake. */
function namedItems(paths: readonly string[], options: ImportOptions): ImportItem[] {
  const { format } = options;
  const formatOf = (formats: readonly string[], otherwise: string) =>
    format !== undefined && formats.includes(format) ? format : otherwise;
  const items: ImportItem[] = [];
  if (options.path !== undefined) items.push(itemOf(format ?? 'spider', options.path, options));
  if (options.databases !== undefined) items.push(itemOf('databases', options.databases, options));
  if (options.predictions !== undefined) items.push(itemOf(formatOf(PREDICTION_FORMATS, 'lines'), options.predictions, options));
  if (options.trajectories !== undefined) {
    items.push(itemOf(formatOf(TRAJECTORY_FORMATS, 'spider-agent-tc'), options.trajectories, options));
  }
  if (options.outcomes !== undefined) items.push(itemOf(formatOf(OUTCOME_FORMATS, 'aifunc-eval'), options.outcomes, options));
  if (format !== undefined) items.push(...paths.map((place) => itemOf(format, place, options)));
  return items;
}

/** Recognised items under the names that the options give. @throws AssayError where one name would be given to several */
function renamed(found: readonly Recognised[], options: ImportOptions): ImportItem[] {
  const ofSystems = found.filter(({ item }) => item.kind !== 'benchmark');
  const names = new Set(ofSystems.map(({ item }) => ('system' in item ? item.system : '')));
  if (options.system !== undefined && names.size > 1) {
    throw new AssayError(
      'INVALID_INPUT',
      `Several systems were recognised (${[...names].join(', ')}); --system can name only one.`,
      {
        next: 'Import them one by one, or leave --system out.',
      },
    );
  }
  return found.map(({ item }) => {
    if (item.kind === 'benchmark') return options.map === undefined ? item : { ...item, mapping: options.map };
    const system = options.system ?? item.system;
    if (item.kind === 'outcomes') return { ...item, system };
    const group = options.group === undefined ? {} : { group: options.group };
    const own = { ...item, system, ...group, ...rolloutsOf(options) };
    if (own.kind !== 'predictions') return own;
    return { ...own, ...repeatsOf(options), ...(options.map === undefined ? {} : { mapping: options.map }) };
  });
}

const progressText = ({ phase, done, total, etaSeconds }: ProgressReport): string => {
  const read = `${Math.round(done / 1e6)}${total === null ? '' : ` of ${Math.round(total / 1e6)}`} MB`;
  return `${path.basename(phase)}: ${read}${etaSeconds === null ? '' : `, about ${etaSeconds} s left`}`;
};

/** Named items: all are imported, or none where one is refused. */
async function importNamed(client: AssayClient, items: ImportItem[], options: ImportOptions): Promise<void> {
  const line = progressLine();
  const listening = { signal: interruptible(), onProgress: (report: ProgressReport) => line.show(progressText(report)) };
  if (options.dryRun) {
    const previews = await client.call('import.preview', { items }, listening);
    line.end();
    const refused = previews.find((preview) => preview.refused !== null)?.refused;
    if (refused) throw new AssayError('IMPORT_REFUSED', refused.message, refused.next === null ? {} : { next: refused.next });
    const receipts = previews.flatMap((preview) => preview.receipts);
    if (options.json) printJson({ written: false, receipts });
    else print(show.receipts(receipts));
    return;
  }
  const receipts = await client.call('import.run', { items }, listening).finally(() => line.end());
  if (options.json) printJson({ written: true, receipts });
  else print(show.receipts(receipts));
}

/** Recognises what the paths are, imports what can be, and says what was refused and what no reader claims. */
async function importRecognised(client: AssayClient, paths: readonly string[], options: ImportOptions): Promise<void> {
  const missing = paths.filter((place) => !fs.existsSync(place));
  if (missing.length > 0) {
    const message = `${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist.`;
    throw new AssayError('NOT_FOUND', message, { next: 'Check the path; nothing was imported.' });
  }
  const { found, leftAlone } = await client.call('import.detect', { paths: paths.map((place) => path.resolve(place)) });
  const items = renamed(found, options);
  if (items.length === 0) {
    throw new AssayError('IMPORT_REFUSED', `Nothing was recognised in ${paths.join(', ')}.`, {
      next: `Name the format with --format: ${FORMATS.join(', ')}.`,
    });
  }
  const line = progressLine();
  const listening = { signal: interruptible(), onProgress: (report: ProgressReport) => line.show(progressText(report)) };
  const previews = await client.call('import.preview', { items }, listening);
  const refused = previews.filter((preview): preview is ImportPreview & { refused: object } => preview.refused !== null);
  const taken = previews.filter((preview) => preview.refused === null);
  const receipts = options.dryRun
    ? taken.flatMap((preview) => preview.receipts)
    : await client.call('import.run', { items: taken.map((preview) => preview.item) }, listening).finally(() => line.end());
  line.end();
  const written = !options.dryRun && taken.length > 0;
  if (options.json) {
    printJson({ written, found, leftAlone, refused: refused.map((each) => ({ item: each.item, ...each.refused })), receipts });
  } else print(show.recognised(found, leftAlone, refused, receipts));
  if (refused.length > 0) process.exitCode = EXIT.failed;
}

/** Adds `import`. */
export function addImport(program: Command): void {
  commandOf(program)(
    'import <project> [paths...]',
    'Import benchmarks, golds, schemas, predictions, trajectories or outcomes of other evaluators, with a receipt. Paths alone are recognised.',
    [
      'assay import analysis.assay Spider2/spider2-snow runs/dail-sql.txt',
      'assay import analysis.assay --dry-run --json runs/',
      'assay import analysis.assay --predictions runs/dail-sql.txt --system dail-sql --group strong',
      'assay import analysis.assay --format csv-folder --path runs/results --system reforce',
      'assay import analysis.assay --format jsonl --path runs/second.jsonl --system orion --rollout 1',
      'assay import analysis.assay --format table --path questions.csv --map "question=Frage,gold=SQL richtig"',
      'assay import analysis.assay --format gold-tables --path methods/gold-tables/spider2-snow-gold-tables.jsonl',
    ].join('\n  '),
    program,
    'written, receipts [{what, file, read, kept, unchanged, rejected, rejections [{file, line, key, reason, excerpt}], cleaned, notes}]; where paths were recognised also found [{item, confidence, description, why}], refused and leftAlone',
  )
    .addOption(new Option('--format <format>', 'the format, instead of recognising it').choices(FORMATS))
    .option('--path <path>', 'what --format says (a Spider benchmark without it)')
    .option('--databases <folder>', 'database files of the benchmark: {database}.sqlite or .duckdb, in folders or not')
    .option('--predictions <file>', 'predictions: one SQL a line, in the order of the benchmark, or as --format says')
    .option('--trajectories <folder>', 'agent logs: transcripts of spider-agent-tc, or as --format says')
    .option('--outcomes <path>', 'outcomes of another evaluator: Spider2-AIFunc’s, or as --format says')
    .option('--system <name>', 'the system whose predictions, trajectories or outcomes they are')
    .option('--group <group>', "the system's group: strong, open or your own (open where it is new)")
    .option('--evaluator-version <version>', 'the version of the other evaluator')
    .option('--map <field=column,…>', 'columns of a table, e.g. question=Question,gold=Gold SQL', mappingOf)
    .option('--rollout <n>', 'the rollout of what states none; stated ones count from it (0)', wholeNumber(0, 9_999))
    .addOption(
      new Option('--repeats <what>', 'what a second prediction of an instance is')
        .choices(['reject', 'rollouts'])
        .default('reject'),
    )
    .option('--dry-run', 'say what would be imported and write nothing')
    .option('--discard', 'forget imports that were stopped')
    .action((file: string, paths: string[], options: ImportOptions) => {
      const items = namedItems(paths, options);
      if (items.length === 0 && paths.length === 0 && !options.discard) {
        throw new AssayError('INVALID_INPUT', 'There is nothing to import.', {
          next: 'Name files or folders, or --path (with --format), --databases, --predictions, --trajectories or --outcomes.',
        });
      }
      return onProject(file, options, async (client) => {
        if (options.discard) {
          const { discarded } = await client.call('import.discard', { jobs: null });
          if (items.length === 0 && paths.length === 0) {
            if (options.json) printJson({ discarded });
            else print(`${discarded} stopped imports forgotten`);
            return;
          }
        }
        if (items.length > 0) await importNamed(client, items, options);
        else await importRecognised(client, paths, options);
      });
    });

  commandOf(program)('receipts <project>', 'Show the receipts of all imports.', 'assay receipts analysis.assay --json').action(
    (file: string, options: Common) =>
      onProject(file, options, async (client) => {
        const receipts = await client.call('import.receipts', null);
        if (options.json) printJson(receipts);
        else print(show.receipts(receipts));
      }),
  );
}
