import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import { databaseNames, instances, putQuery, theBenchmark } from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import { addPrediction, predictionOf, putSystem } from '../database/systems.ts';
import { decodeUtf8, type Imported, readBytes, Tally } from './import-context.ts';

type Line = {
  readonly text: string;
  /** Why the line cannot be taken as it is written, whatever it says; null where it can. */
  readonly broken: string | null;
};

/**
 * Lines of a text file; the newline at the end closes the last line and opens none. Each line is decoded for itself, so
 * that one with bytes of another encoding spoils no other.
 */
function linesOf(bytes: Buffer): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, from);
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.subarray(from, end > from && newline >= 0 && bytes[end - 1] === 0x0d ? end - 1 : end);
    const text = decodeUtf8(line);
    const broken = text === null ? 'the line is not valid UTF-8' : text.includes('\0') ? 'the line holds a NUL character' : null;
    lines.push({ text: text ?? line.toString('utf8'), broken });
    from = end + 1;
  }
  return lines;
}

/**
 * Imports one SQL a line, in the order of the benchmark (Spider's prediction files; `SQL\tdb_id` is taken too, and the
 * cut-off name counted as cleaned). A blank line keeps its place and is rejected: the instance stays without a prediction.
 * @throws AssayError IMPORT_REFUSED where the number of lines is not that of the instances: positions would shift.
 */
export function importPredictionLines(db: Db, file: string, systemName: string, group: string): Imported {
  const name = path.basename(file);
  const benchmark = theBenchmark(db);
  if (benchmark === null) {
    throw new AssayError('IMPORT_REFUSED', 'There is no benchmark yet, so lines have nothing to stand for.', {
      next: 'Import the benchmark first.',
    });
  }
  const lines = linesOf(readBytes(file));
  if (lines.length !== benchmark.recordCount) {
    const blank = lines.filter(({ text }) => text.trim() === '').length;
    const [has, needs] = [lines.length, benchmark.recordCount].map((number) => number.toLocaleString('en'));
    throw new AssayError(
      'IMPORT_REFUSED',
      `${name} has ${has} lines${blank > 0 ? ` (${blank} of them blank)` : ''}, the benchmark has ${needs} instances.`,
      {
        next: 'A line stands for an instance by its position, so nothing was taken. Write one line for each instance, in order.',
      },
    );
  }
  const byPosition = new Map(instances(db).map((instance) => [instance.position, instance]));
  const system = putSystem(db, systemName, group);
  const tally = new Tally(`predictions of ${systemName}`, name);
  const names = new Set(databaseNames(db));
  const firstTen: Imported['firstTen'] = [];
  const without: string[] = [];
  for (const [index, { text: line, broken }] of lines.entries()) {
    const position = index + 1;
    const instance = byPosition.get(position);
    if (instance === undefined) {
      tally.reject({ line: position, reason: 'the instance at this position was rejected with the benchmark', text: line });
      continue;
    }
    if (broken !== null) {
      without.push(instance.instanceId);
      tally.reject({ line: position, key: instance.instanceId, reason: broken, text: line });
      continue;
    }
    const [beforeTab, afterTab, ...more] = line.split('\t');
    const tabbed = afterTab !== undefined && more.length === 0 && names.has(afterTab.trim());
    const sql = (tabbed ? beforeTab! : line).trim();
    if (sql === '') {
      without.push(instance.instanceId);
      tally.reject({ line: position, key: instance.instanceId, reason: 'blank line: no prediction', text: line });
      continue;
    }
    if (tabbed && afterTab.trim() !== instance.databaseName) {
      without.push(instance.instanceId);
      tally.reject({
        line: position,
        key: instance.instanceId,
        reason: `the line names database ${afterTab.trim()}, the instance is on ${instance.databaseName}`,
        text: line,
      });
      continue;
    }
    if (tabbed) tally.cleaned();
    if (firstTen.length < 10) firstTen.push({ line: position, key: instance.instanceId, text: sql, note: instance.databaseName });
    const old = predictionOf(db, instance.id, system.id);
    if (old) {
      if (old.sql === sql) tally.unchanged();
      else {
        tally.reject({
          line: position,
          key: instance.instanceId,
          reason: `${systemName} has another prediction for this instance (${old.source})`,
          text: sql,
        });
      }
      continue;
    }
    addPrediction(db, {
      instance: instance.id,
      system: system.id,
      query: putQuery(db, instance.database, sql),
      file: name,
      line: position,
    });
    tally.keep();
  }
  return { receipts: [tally.receipt()], firstTen, without };
}
