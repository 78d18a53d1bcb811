import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import type { ColumnMapping, ItemOf } from '#shared/contract/import.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import { mappingFor, tableRows } from '../column-mapping.ts';
import type { ItemJob } from '../item-job.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { type PredictionRecord, plainPrediction, takePredictions } from './prediction.ts';

const readTable = (mapping: ColumnMapping) =>
  async function* (file: SourceFile): AsyncGenerator<Read<PredictionRecord>> {
    let position = 0;
    for await (const read of tableRows(file.path)) {
      position++;
      if ('problem' in read) {
        yield read;
        continue;
      }
      const cell = (field: string) => (mapping[field] === undefined ? null : (read.cells[mapping[field]] ?? null));
      const id = cell('id');
      const rollout = Number(cell('rollout') ?? 0);
      if (id === '') yield { line: read.line, problem: new Problem('the id is empty', read.raw) };
      else if (!Number.isInteger(rollout) || rollout < 0)
        yield { line: read.line, problem: new Problem('the rollout is no whole number', read.raw) };
      else {
        const record = {
          ...plainPrediction(id === null ? { position } : { id }, cell('sql')),
          rollout,
          called: 'row' as const,
          database: cell('database') || null,
          question: cell('question') || null,
          raw: read.raw,
        };
        yield { line: read.line, key: id, text: record.sql ?? '', record };
      }
    }
  };

/**
 * Imports a CSV or TSV table of predictions (DIN-SQL's has NLQ, PREDICTED SQL, GOLD SQL, DATABASE). Without a column of ids
 * a row stands for an instance by its position.
 * @throws AssayError IMPORT_REFUSED where rows have no ids and are not as many as the instances, or a column is missing
 */
export async function importPredictionCsv(job: ItemJob, item: ItemOf<'predictions'>): Promise<void> {
  requireBenchmark(job, 'rows');
  const name = path.basename(item.path);
  const { columns, mapping } = await mappingFor(item.path, 'predictions', item.mapping, job.catalog);
  if (mapping.id === undefined) {
    let rows = 0;
    for await (const _row of tableRows(item.path)) rows++;
    const expected = job.catalog.benchmark?.recordCount ?? 0;
    if (rows !== expected) {
      throw new AssayError(
        'IMPORT_REFUSED',
        `${name} has ${rows.toLocaleString('en')} rows, the benchmark has ${expected.toLocaleString('en')} instances.`,
        {
          next: 'Without a column of ids a row stands for an instance by its position, so nothing was taken. Name the column of ids.',
        },
      );
    }
  }
  await takePredictions(job, item, name, [unitOf(fileAt(item.path), readTable(mapping))]);
  job.remember('predictions', columns, mapping);
}
