import path from 'node:path';
import { z } from 'zod';
import { AssayError } from '#shared/contract/errors.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import type { EvaluationConfiguration } from '../operations.ts';
import { cleanSql } from '../predictions/cleaning.ts';
import { firstFolder, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { decode, nulProblem, readBytes } from '../sources/text.ts';
import { type Read, unitOf, unitsOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { requireBenchmark } from './instance.ts';

type GoldFile = { readonly stem: string; readonly bytes: Buffer };

async function* readWhole(file: SourceFile): AsyncGenerator<Read<GoldFile>> {
  const stem = path.basename(file.name, path.extname(file.name));
  yield { record: { stem, bytes: await readBytes(file.path) }, key: stem, text: file.name };
}

/** The instance and the gold's own name in a file name: `{id}` or `{id}_a` … `{id}_z`. */
function goldName(stem: string, knows: (id: string) => boolean): { instanceId: string; name: string } | null {
  if (knows(stem)) return { instanceId: stem, name: '' };
  const [, instanceId, name] = /^(.+)_([a-z])$/.exec(stem) ?? [];
  return instanceId !== undefined && name !== undefined && knows(instanceId) ? { instanceId, name } : null;
}

async function writeGold(file: GoldFile, part: 'sql' | 'csv', writer: UnitWriter): Promise<Decision> {
  const found = goldName(file.stem, (id) => writer.catalog.instances.has(id));
  if (found === null) return writer.reject('the id is not in this benchmark', file.stem);
  const { instanceId, name } = found;
  if (writer.isRepeated(`gold ${part} ${instanceId} ${name}`)) return writer.reject('second gold with the same name', file.stem);
  const known = writer.catalog.gold(instanceId, name, part);
  let sql: string | null = null;
  if (part === 'sql') {
    const cleaned = cleanSql(decode(file.bytes));
    sql = cleaned.sql;
    const nul = nulProblem(sql);
    if (nul !== null) return writer.reject(nul, file.stem, sql);
    if (sql === '') return writer.reject('the file is empty: no gold', file.stem);
    if (cleaned.cleaning.length > 0) writer.cleaned();
  }
  const csv = part === 'csv' ? await writer.csv(file.bytes) : null;
  const value = sql ?? csv!.text;
  if (known === value) return writer.unchanged();
  if (known !== null) return writer.reject('the project has another gold of this name', file.stem);
  if (part === 'sql') writer.show(instanceId, value, writer.file);
  writer.put({ op: 'gold', instanceId, name, sql, csv, source: writer.file });
  return writer.keep();
}

const configurationSchema = z.looseObject({
  instance_id: z.string().min(1),
  ignore_order: z.boolean().optional(),
  temporal: z.boolean().optional(),
});

async function* readConfiguration(file: SourceFile): AsyncGenerator<Read<z.infer<typeof configurationSchema>>> {
  for await (const read of jsonRecords(file.path)) {
    if ('problem' in read) {
      yield read;
      continue;
    }
    const parsed = configurationSchema.safeParse(read.value);
    if (parsed.success) yield { record: parsed.data, line: read.line, key: parsed.data.instance_id, text: read.text };
    else yield { problem: new Problem(`not an evaluation configuration: ${issuesOf(parsed.error)}`, read.text), line: read.line };
  }
}

function writeConfiguration({ instance_id, ...evaluation }: z.infer<typeof configurationSchema>, writer: UnitWriter): Decision {
  const instance = writer.catalog.instances.get(instance_id);
  if (instance === undefined) return writer.reject('the id is not in this benchmark', instance_id);
  if (writer.isRepeated(`configuration ${instance_id}`)) return writer.reject('second configuration of the same id', instance_id);
  if (JSON.stringify(instance.evaluation) === JSON.stringify(evaluation)) return writer.unchanged();
  writer.put({ op: 'evaluation', instanceId: instance_id, evaluation: evaluation as EvaluationConfiguration });
  return writer.keep();
}

/**
 * Takes a gold folder: `sql/{id}.sql`, `exec_result/{id}[_a].csv` and `*_eval.jsonl`, or the same files side by side. SQL
 * and result tables of an instance are kept side by side: that the gold SQL no longer gives the stored table is a finding.
 * @throws AssayError IMPORT_REFUSED without a benchmark
 */
export async function takeGold(job: ItemJob, folder: string): Promise<void> {
  requireBenchmark(job, 'golds');
  if (!isFolder(folder))
    throw new AssayError('IMPORT_REFUSED', `${path.basename(folder)} is no folder.`, { next: 'Choose the folder of golds.' });
  const isConfiguration = (file: SourceFile) => /_eval\.jsonl$/i.test(file.name);
  for await (const file of walk(folder, 2)) {
    if ('path' in file && isConfiguration(file)) {
      await job.take('evaluation configuration', file.name, [unitOf(file, readConfiguration)], writeConfiguration);
    }
  }
  const parts = [
    { part: 'sql', what: 'gold SQL', folder: firstFolder(folder, ['sql']) ?? folder },
    { part: 'csv', what: 'gold result tables', folder: firstFolder(folder, ['exec_result']) ?? folder },
  ] as const;
  for (const { part, what, folder: place } of parts) {
    const files = unitsOf(walk(place, 1), (file) => file.name.toLowerCase().endsWith(`.${part}`), readWhole);
    const label = place === folder ? `${path.basename(folder)}/*.${part}` : `${path.basename(folder)}/${path.basename(place)}`;
    await job.take(what, label, files, (file, writer) => writeGold(file, part, writer));
  }
  noteConfigurationFaults(job, folder);
}

/** Names configurations that cannot mean what they say: more or fewer lists than result tables. */
function noteConfigurationFaults(job: ItemJob, folder: string): void {
  const faults: string[] = [];
  for (const instance of job.catalog.instances.values()) {
    const lists = instance.evaluation?.condition_cols;
    if (!Array.isArray(lists) || !Array.isArray(lists[0])) continue;
    const tables = job.catalog.goldTables(instance.instanceId).length;
    if (tables > 0 && lists.length !== tables) faults.push(`${instance.instanceId} (${lists.length} for ${tables})`);
  }
  if (faults.length > 0) {
    job
      .tally('gold result tables', `${path.basename(folder)}/exec_result`)
      .note(`Lists of condition columns that do not fit the number of result tables: ${faults.join(', ')}`);
  }
}
