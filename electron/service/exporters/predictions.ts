import { AssayError } from '#shared/contract/errors.ts';
import type { ExportItem } from '#shared/contract/export.ts';
import { theBenchmark } from '../database/benchmark.ts';
import { bodyBytes, bodyText } from '../database/bodies.ts';
import type { Db } from '../database/open.ts';
import { integer, rows, text, textOrNull } from '../database/statements.ts';
import { csvCell } from '../importers/sources/csv.ts';
import { breath } from './breath.ts';
import type { ExportContext } from './export.ts';
import type { ExportWriter } from './writer.ts';

type PredictionRow = {
  readonly instanceId: string;
  readonly position: number;
  readonly database: string;
  readonly questionId: string | null;
  readonly instruction: string;
  readonly rollout: number;
  readonly sql: string | null;
  readonly csv: string | null;
  /** The record as it was read; null where file and SQL give it back. */
  readonly raw: string | null;
};

const predictionRows = (db: Db, system: string): PredictionRow[] =>
  rows(
    db,
    `SELECT instance.instance_id, position, benchmark_database.name AS database, question_id, instruction, rollout, sql, csv_hash,
       prediction.record_hash
     FROM prediction JOIN instance ON instance.id = prediction.instance_id JOIN system ON system.id = system_id
     JOIN benchmark_database ON benchmark_database.id = instance.database_id LEFT JOIN query ON query.id = query_id
     WHERE system.name = ? ORDER BY position, rollout`,
    system,
  ).map((found) => ({
    instanceId: text(found.instance_id),
    position: integer(found.position),
    database: text(found.database),
    questionId: textOrNull(found.question_id),
    instruction: text(found.instruction),
    rollout: integer(found.rollout),
    sql: textOrNull(found.sql),
    csv: textOrNull(found.csv_hash),
    raw: found.record_hash == null ? null : bodyText(db, text(found.record_hash)),
  }));

const isObject = (raw: string | null): raw is string => raw?.startsWith('{') ?? false;
const fileName = ({ instanceId, rollout }: PredictionRow) => (rollout === 0 ? instanceId : `${instanceId}_${rollout}`);

/** As one JSON object; a record that came as one is given back as it was. */
const jsonLine = (row: PredictionRow): string =>
  isObject(row.raw)
    ? row.raw
    : JSON.stringify({ id: row.instanceId, pred_sql: row.sql ?? '', ...(row.rollout === 0 ? {} : { rollout: row.rollout }) });

/** An entry of BIRD's dictionary: the one that was read, or the position with SQL and database; 0 without an answer. */
function birdEntry(row: PredictionRow): string {
  if (row.raw !== null && /^"\d+"\s*:/.test(row.raw)) return row.raw;
  const value = row.sql === null ? 0 : `${row.sql}\t----- bird -----\t${row.database}`;
  return `${JSON.stringify(String(row.position - 1))}: ${JSON.stringify(value)}`;
}

function* lines(all: readonly PredictionRow[], instances: number, writer: ExportWriter): Generator<string> {
  const byPosition = new Map(all.filter((row) => row.rollout === 0).map((row) => [row.position, row]));
  for (let position = 1; position <= instances; position++) {
    const row = byPosition.get(position);
    if (row?.sql?.includes('\n')) writer.left.push(`${row.instanceId}: its line ends were made spaces`);
    // A blank line keeps the place of an instance without a prediction.
    yield (row?.sql ?? '').replace(/\s*\r?\n\s*/g, ' ');
  }
}

function* csvLines(all: readonly PredictionRow[]): Generator<string> {
  const parsed = all.map((row) => (isObject(row.raw) ? (JSON.parse(row.raw) as Record<string, unknown>) : null));
  const header = parsed.find((each) => each !== null) ?? null;
  const columns = header === null ? ['instance_id', 'pred_sql', 'rollout'] : Object.keys(header);
  yield columns.map(csvCell).join(',');
  for (const [index, row] of all.entries()) {
    const own = parsed[index] ?? { instance_id: row.instanceId, pred_sql: row.sql ?? '', rollout: String(row.rollout) };
    yield columns.map((column) => csvCell(String(own[column] ?? ''))).join(',');
  }
}

/** Writes a system's predictions in one of their formats. @throws AssayError NOT_FOUND where it has none */
export async function exportPredictions(
  db: Db,
  { system, format }: Extract<ExportItem, { kind: 'predictions' }>,
  writer: ExportWriter,
  context: ExportContext,
): Promise<void> {
  const all = predictionRows(db, system);
  if (all.length === 0) throw new AssayError('NOT_FOUND', `There are no predictions of ${system}.`);
  const name = system.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'predictions';
  const wait = breath(context, `Predictions of ${system}`, all.length);
  switch (format) {
    case 'lines':
      writer.joined(`${name}.txt`, lines(all, theBenchmark(db)?.recordCount ?? 0, writer), { between: '\n', after: '\n' });
      break;
    case 'jsonl':
      writer.joined(`${name}.jsonl`, all.map(jsonLine), { between: '\n', after: '\n' });
      break;
    case 'bird-json': {
      const first = all.filter((row) => row.rollout === 0);
      writer.joined(`predict_${name}.json`, first.map(birdEntry), { before: '{\n', between: ',\n', after: '\n}\n' });
      break;
    }
    case 'csv':
      writer.joined(`${name}.csv`, csvLines(all), { between: '\r\n', after: '\r\n' });
      break;
    case 'sql-folder':
    case 'csv-folder':
      for (const [index, row] of all.entries()) {
        if (format === 'sql-folder' && (row.sql !== null || row.csv === null)) {
          writer.file(`${fileName(row)}.sql`, isObject(row.raw) ? (row.sql ?? '') : (row.raw ?? row.sql ?? ''));
        }
        if (row.csv !== null) writer.file(`${fileName(row)}.csv`, bodyBytes(db, row.csv));
        else if (format === 'csv-folder') writer.left.push(`${row.instanceId}: it has no result table`);
        await wait(index);
      }
  }
}
