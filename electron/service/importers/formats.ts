import type { ImportItem } from '#shared/contract/import.ts';
import { importBird } from './benchmarks/bird.ts';
import { takeGold } from './benchmarks/gold.ts';
import { takeGoldTables } from './benchmarks/gold-tables.ts';
import { importSpider } from './benchmarks/spider.ts';
import { importSpider2 } from './benchmarks/spider2.ts';
import { importTable } from './benchmarks/table.ts';
import type { ItemJob } from './item-job.ts';
import { aifuncUnits } from './outcomes/aifunc.ts';
import { takeOutcomes } from './outcomes/outcome.ts';
import { spider2IdUnits, spider2LogUnits } from './outcomes/spider2.ts';
import { toolkitUnits } from './outcomes/text2sql-eval-toolkit.ts';
import { importBirdPredictions } from './predictions/bird-json.ts';
import { importPredictionCsv } from './predictions/csv.ts';
import { importPredictionFolder } from './predictions/folder.ts';
import { importPredictionJsonl } from './predictions/jsonl.ts';
import { importPredictionLines } from './predictions/lines.ts';
import { takeDatabases } from './schemas/databases.ts';
import { takeDocuments } from './schemas/documents.ts';
import { takeSchemas } from './schemas/schemas.ts';
import { TRAJECTORY_READERS } from './trajectories/formats.ts';
import { takeTrajectories } from './trajectories/trajectory.ts';

type Kind = ImportItem['kind'];
type FormatsOf<K extends Kind> = Extract<ImportItem, { kind: K }>['format'];
type Importer<K extends Kind> = (job: ItemJob, item: Extract<ImportItem, { kind: K }>) => Promise<void>;
type Importers = { readonly [K in Kind]: Readonly<Record<FormatsOf<K>, Importer<K>>> };

const trajectories: Importer<'trajectories'> = (job, item) => takeTrajectories(job, item, TRAJECTORY_READERS[item.format]);

/** Every format that is read, by kind. */
const IMPORTERS: Importers = {
  benchmark: {
    spider: importSpider,
    bird: importBird,
    'spider2-snow': (job) => importSpider2(job, 'spider2-snow'),
    'spider2-lite': (job) => importSpider2(job, 'spider2-lite'),
    'spider2-aifunc': (job) => importSpider2(job, 'spider2-aifunc'),
    table: importTable,
    gold: (job, item) => takeGold(job, item.path),
    'gold-tables': (job, item) => takeGoldTables(job, item.path),
    schemas: (job, item) => takeSchemas(job, item.path),
    databases: (job, item) => takeDatabases(job, item.path),
    documents: (job, item) => takeDocuments(job, item.path),
  },
  predictions: {
    lines: importPredictionLines,
    'sql-folder': (job, item) => importPredictionFolder(job, item, 'sql'),
    'csv-folder': (job, item) => importPredictionFolder(job, item, 'csv'),
    jsonl: importPredictionJsonl,
    'bird-json': importBirdPredictions,
    csv: importPredictionCsv,
  },
  trajectories: {
    'spider-agent-tc': trajectories,
    'spider-agent': trajectories,
    'dsr-sql': trajectories,
    reforce: trajectories,
    messages: trajectories,
    inspect: trajectories,
  },
  outcomes: {
    'aifunc-eval': (job, item) => takeOutcomes(job, item, 'spider2-aifunc', aifuncUnits(item.path)),
    'spider2-ids': (job, item) =>
      takeOutcomes(
        job,
        item,
        'spider2',
        spider2IdUnits(item.path, (id) => job.catalog.instances.has(id)),
      ),
    'spider2-log': (job, item) => takeOutcomes(job, item, 'spider2', spider2LogUnits(item.path)),
    'text2sql-eval-toolkit': (job, item) =>
      takeOutcomes(job, item, 'text2sql-eval-toolkit', toolkitUnits(item.path, item.system)),
  },
};

/** Reads one item. @throws AssayError IMPORT_REFUSED where nothing of it can be taken */
export function readItem(job: ItemJob): Promise<void> {
  const { item } = job;
  switch (item.kind) {
    case 'benchmark':
      return IMPORTERS.benchmark[item.format](job, item);
    case 'predictions':
      return IMPORTERS.predictions[item.format](job, item);
    case 'trajectories':
      return IMPORTERS.trajectories[item.format](job, item);
    case 'outcomes':
      return IMPORTERS.outcomes[item.format](job, item);
  }
}
