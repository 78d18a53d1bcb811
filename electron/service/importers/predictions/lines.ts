import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { ItemOf } from '#shared/contract/import.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { Catalog } from '../catalog.ts';
import type { ItemJob } from '../item-job.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { linesOf } from '../sources/lines.ts';
import { Problem } from '../sources/problem.ts';
import { decode } from '../sources/text.ts';
import { type Read, unitOf } from '../unit.ts';
import { type PredictionRecord, plainPrediction, takePredictions } from './prediction.ts';

/** How many lines a file has, how many of them are blank, and how many JSON records; too long ones count as lines. */
async function countLines(file: string): Promise<{ lines: number; blank: number; records: number }> {
  let lines = 0;
  let blank = 0;
  let records = 0;
  for await (const read of linesOf(file)) {
    lines++;
    const text = 'bytes' in read ? read.bytes.toString('latin1').trim() : null;
    if (text === '') blank++;
    // No SQL begins so.
    else if (text?.startsWith('{')) records++;
  }
  return { lines, blank, records };
}

/**
 * The file must have a line for each instance, or (sessions of SParC and CoSQL, which blank lines separate) so many lines
 * that are not blank. Answers whether blank lines keep a place.
 * @throws AssayError IMPORT_REFUSED where the number is another: positions would shift; or where the lines are JSON records
 */
async function checkCount(job: ItemJob, file: string): Promise<boolean> {
  const name = path.basename(file);
  const expected = job.catalog.benchmark?.recordCount ?? 0;
  const { lines, blank, records } = await countLines(file);
  if (records > 0 && records === lines - blank) {
    throw new AssayError('IMPORT_REFUSED', `${name} holds a JSON record in each line, not SQL.`, {
      next: 'Import it as JSONL, or as a path alone: then its format is recognised.',
    });
  }
  if (lines === expected) return true;
  const hasSessions = job.catalog.byPosition.get(1)?.isTurn ?? false;
  if (hasSessions && lines - blank === expected) return false;
  const [has, needs] = [lines, expected].map((number) => number.toLocaleString('en'));
  throw new AssayError(
    'IMPORT_REFUSED',
    `${name} has ${has} lines${blank > 0 ? ` (${blank} of them blank)` : ''}, the benchmark has ${needs} instances.`,
    { next: 'A line stands for an instance by its position, so nothing was taken. Write one line for each instance, in order.' },
  );
}

const readLines = (catalog: Catalog, blankKeepsPlace: boolean) =>
  async function* (file: SourceFile): AsyncGenerator<Read<PredictionRecord>> {
    let position = 0;
    for await (const read of linesOf(file.path)) {
      const { line } = read;
      const isBlank = 'bytes' in read && read.bytes.toString('latin1').trim() === '';
      if (isBlank && !blankKeepsPlace) continue;
      position++;
      const key = catalog.byPosition.get(position)?.instanceId ?? null;
      const problem = (reason: string, text: string) => ({ line, key, problem: new Problem(reason, text) });
      if ('problem' in read) yield { ...read, key };
      else {
        const text = decodeLine(read.bytes);
        if (text === null) yield problem('the line is not valid UTF-8', read.bytes.toString('latin1'));
        else if (text.includes('\0')) yield problem('the line holds a NUL character', text);
        else {
          const [beforeTab = '', afterTab, ...more] = text.split('\t');
          const isDatabase = afterTab !== undefined && more.length === 0 && catalog.databases.has(afterTab.trim());
          const sql = (isDatabase ? beforeTab : text).trim();
          const named = isDatabase ? { database: afterTab.trim(), cleaning: ['database name'] } : {};
          if (sql === '') yield problem('blank line: no prediction', text);
          else yield { line, key, text, record: { ...plainPrediction({ position }, sql), ...named, called: 'line' } };
        }
      }
    }
  };

/** A line's text, or null where it is no UTF-8. Each line is decoded for itself: one of another encoding spoils no other. */
function decodeLine(bytes: Buffer): string | null {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/**
 * Imports one SQL a line, in the order of the benchmark (Spider's prediction files; `SQL\tdb_id` is taken too, and the
 * cut-off name counted as cleaned). A blank line keeps its place and is rejected: the instance stays without a prediction.
 * @throws AssayError IMPORT_REFUSED where the number of lines is not that of the instances: positions would shift.
 */
export async function importPredictionLines(job: ItemJob, item: ItemOf<'predictions'>): Promise<void> {
  requireBenchmark(job, 'lines');
  const blankKeepsPlace = await checkCount(job, item.path);
  const reader = readLines(job.catalog, blankKeepsPlace);
  await takePredictions(job, item, path.basename(item.path), [unitOf(fileAt(item.path), reader)]);
}
