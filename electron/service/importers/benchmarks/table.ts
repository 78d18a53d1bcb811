import path from 'node:path';
import type { ColumnMapping, ItemOf } from '#shared/contract/import.ts';
import { mappingFor, tableRows } from '../column-mapping.ts';
import type { ItemJob } from '../item-job.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { beginBenchmark, type InstanceRecord, nameOfPath, writeInstance } from './instance.ts';

const readRows = (benchmark: string, mapping: ColumnMapping) =>
  async function* (file: SourceFile): AsyncGenerator<Read<InstanceRecord>> {
    let position = 0;
    for await (const read of tableRows(file.path)) {
      position++;
      if ('problem' in read) {
        yield read;
        continue;
      }
      const cell = (field: string) => (mapping[field] === undefined ? '' : (read.cells[mapping[field]] ?? ''));
      const question = cell('question');
      const id = mapping.id === undefined ? `${benchmark}-${String(position).padStart(4, '0')}` : cell('id');
      const lacking = question === '' ? 'question' : id === '' ? 'id' : null;
      if (lacking !== null) {
        yield { line: read.line, problem: new Problem(`the ${lacking} is empty`, read.raw) };
        continue;
      }
      const mapped = new Set(Object.values(mapping));
      yield {
        line: read.line,
        key: id,
        text: question,
        record: {
          instanceId: id,
          position,
          database: cell('database') || benchmark,
          engine: 'sqlite',
          location: '',
          instruction: question,
          knowledge: cell('evidence') || null,
          document: null,
          difficulty: cell('difficulty') || null,
          ignoreOrder: false,
          questionId: mapping.id === undefined ? null : id,
          tags: Object.fromEntries(
            Object.entries(read.cells).filter(([name, value]) => !mapped.has(name) && value.length <= 200),
          ),
          evaluation: null,
          golds: cell('gold').trim() === '' ? [] : [{ name: '', sql: cell('gold').trim() }],
          raw: read.raw,
        },
      };
    }
    yield { records: position };
  };

/**
 * Imports instances from a table (CSV, TSV, JSON, JSONL) whose columns are mapped: question is needed; id, database, gold,
 * evidence and difficulty are taken where they are. The mapping is remembered for tables with the same columns.
 * @throws AssayError IMPORT_REFUSED where no column is the question
 */
export async function importTable(job: ItemJob, item: ItemOf<'benchmark'>): Promise<void> {
  const name = nameOfPath(item.path);
  const begin = beginBenchmark(job, name, 'table');
  const { columns, mapping } = await mappingFor(item.path, 'instances', item.mapping, job.catalog);
  await job.take(
    'instances',
    path.basename(item.path),
    [unitOf(fileAt(item.path), readRows(name, mapping))],
    async (record, writer) => {
      begin(writer);
      return writeInstance(record, writer);
    },
  );
  job.remember('instances', columns, mapping);
}
