import {
  BENCHMARK_FORMATS,
  type ImportItem,
  OUTCOME_FORMATS,
  PREDICTION_FORMATS,
  type TABLE_PURPOSES,
  TRAJECTORY_FORMATS,
} from '#shared/contract/import.ts';
import type { IconName } from '../../ui/index.ts';
import { itemFor } from './parts.ts';

export const KINDS: Record<ImportItem['kind'], { title: string; icon: IconName }> = {
  benchmark: { title: 'Benchmark', icon: 'database' },
  predictions: { title: 'Predictions', icon: 'lines' },
  trajectories: { title: 'Trajectories', icon: 'terminal' },
  outcomes: { title: 'Outcomes', icon: 'check' },
};

export const FORMATS: Record<ImportItem['format'], string> = {
  spider: 'Spider: dev.json, tables.json, database/',
  bird: 'BIRD',
  'spider2-snow': 'Spider2-Snow',
  'spider2-lite': 'Spider2-Lite',
  'spider2-aifunc': 'Spider2-AIFunc',
  table: 'a table of questions',
  gold: 'golds: SQL, result tables',
  'gold-tables': 'lists of gold tables',
  schemas: 'schemas',
  databases: 'database files',
  documents: 'documents',
  lines: 'one SQL a line',
  'sql-folder': 'one SQL file an instance',
  'csv-folder': 'one result table an instance',
  jsonl: 'JSON, one object a prediction',
  'bird-json': 'BIRD’s dictionary',
  csv: 'a table of predictions',
  'spider-agent-tc': 'Spider-Agent, tool calls',
  'spider-agent': 'Spider-Agent',
  'dsr-sql': 'DSR-SQL',
  reforce: 'ReFoRCE',
  messages: 'chats with tool calls',
  inspect: 'Inspect AI log',
  'aifunc-eval': 'evaluator of Spider2-AIFunc',
  'spider2-ids': 'evaluator of Spider 2.0, passed ids',
  'spider2-log': 'evaluator of Spider 2.0, log',
  'text2sql-eval-toolkit': 'text2sql-eval-toolkit',
};

type Choice = { readonly kind: ImportItem['kind']; readonly format: ImportItem['format'] };

/** Every format with its kind, in the order of the menus. */
export const CHOICES: readonly Choice[] = [
  ...BENCHMARK_FORMATS.map((format): Choice => ({ kind: 'benchmark', format })),
  ...PREDICTION_FORMATS.map((format): Choice => ({ kind: 'predictions', format })),
  ...TRAJECTORY_FORMATS.map((format): Choice => ({ kind: 'trajectories', format })),
  ...OUTCOME_FORMATS.map((format): Choice => ({ kind: 'outcomes', format })),
];

/** The item read as another format; its system, group and rollout stay where the new kind has them. */
export function inFormat(item: ImportItem, { kind, format }: Choice): ImportItem {
  if (item.format === format) return item;
  const made = { ...itemFor(item.path, kind), format } as ImportItem;
  if (made.kind === 'benchmark' || item.kind === 'benchmark') return made;
  const named = { ...made, system: item.system };
  return named.kind === 'predictions' && 'group' in item && item.group !== undefined ? { ...named, group: item.group } : named;
}

/** What a generic table is mapped to; null where the format names its own fields. */
export function tablePurpose(item: ImportItem): (typeof TABLE_PURPOSES)[number] | null {
  if (item.kind === 'benchmark' && item.format === 'table') return 'instances';
  return item.kind === 'predictions' && item.format === 'csv' ? 'predictions' : null;
}
