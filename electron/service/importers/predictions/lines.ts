import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { ItemOf } from '#shared/contract/import.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { ItemJob } from '../item-job.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { linesOf } from '../sources/lines.ts';
import { Problem } from '../sources/problem.ts';
import { decode } from '../sources/text.ts';
import { type Read, unitOf } from '../unit.ts';
import { type PredictionRecord, plainPrediction, takePredictions } from './prediction.ts';

/** How many lines a file has, and how many of them are blank; too long ones count as lines. */
export async function countLines(file: string): Promise<{ lines: number; blank: number }> {
  let lines = 0;
  let blank = 0;
  for await (const read of linesOf(file)) {
    lines++;
    if ('bytes' in read && read.bytes.toString('latin1').trim() === '') blank++;
  }
  return { lines, blank };
}

/**
 * The file must have a line for each instance, or (sessions of SParC and CoSQL, which blank lines separate) so many lines
 * that are not blank. Answers whether blank lines keep a place.
 * @throws AssayError IMPORT_REFUSED where the number is another: positions would shift
 */
async function checkCount(job: ItemJob, file: string): Promise<boolean> {
  const name = path.basename(file);
  const expected = job.catalog.benchmark?.recordCount ?? 0;
  const { lines, blank } = await countLines(file);
  if (lines === expected) return true;
  if (blank > 0 && lines - blank === expected) return false;
  const [has, needs] = [lines, expected].map((number) => number.toLocaleString('en'));
  throw new AssayError(
    'IMPORT_REFUSED',
    `${name} has ${has} lines${blank > 0 ? ` (${blank} of them blank)` : ''}, the benchmark has ${needs} instances.`,
    { next: 'A line stands for an instance by its position, so nothing was taken. Write one line for each instance, in order.' },
  );
}

const readLines = (databases: ReadonlySet<string>, blankKeepsPlace: boolean) =>
  async function* (file: SourceFile): AsyncGenerator<Read<PredictionRecord>> {
    let position = 0;
    for await (const read of linesOf(file.path)) {
      const { line } = read;
      try {
        const text = 'problem' in read ? '' : decode(read.bytes);
        const isBlank = 'bytes' in read && text.trim() === '';
        if (!isBlank || blankKeepsPlace) position++;
        if ('problem' in read) yield read;
        else if (isBlank && !blankKeepsPlace) continue;
        else {
          const [beforeTab = '', afterTab, ...more] = text.split('\t');
          const database = afterTab !== undefined && more.length === 0 && databases.has(afterTab.trim()) ? afterTab.trim() : null;
          const sql = (database === null ? text : beforeTab).trim();
          const record = {
            ...plainPrediction({ position }, sql),
            database,
            cleaning: database === null ? [] : ['database name'],
          };
          if (sql === '') yield { line, problem: new Problem('blank line: no prediction', text) };
          else yield { line, record, text };
        }
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        position++;
        yield { line, problem: error };
      }
    }
  };

/**
 * Imports one SQL a line, in the order of the benchmark (Spider's prediction files; `SQL\tdb_id` is taken too, and the
 * cut-off name counted as cleaned). A blank line keeps its place and is rejected: the instance stays without a prediction.
 * @throws AssayError IMPORT_REFUSED where the number of lines is not that of the instances: positions would shift.
 */
export async function importPredictionLines(job: ItemJob, item: ItemOf<'predictions'>): Promise<void> {
  requireBenchmark(job, 'lines');
  const blankKeepsPlace = await checkCount(job, item.path);
  const reader = readLines(new Set(job.catalog.databases.keys()), blankKeepsPlace);
  await takePredictions(job, item, path.basename(item.path), [unitOf(fileAt(item.path), reader)]);
}
