import path from 'node:path';
import { z } from 'zod';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { type Read, unitOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { requireBenchmark } from './instance.ts';

/** A line of Spider2's methods/gold-tables: the tables that the gold needs, as `DB.SCHEMA.TABLE`. */
const recordSchema = z.looseObject({ instance_id: z.string().min(1), gold_tables: z.array(z.string().min(1)) });
type GoldTables = z.infer<typeof recordSchema>;

async function* readGoldTables(file: SourceFile): AsyncGenerator<Read<GoldTables>> {
  for await (const read of jsonRecords(file.path)) {
    if ('problem' in read) {
      yield read;
      continue;
    }
    const parsed = recordSchema.safeParse(read.value);
    if (parsed.success) yield { record: parsed.data, line: read.line, key: parsed.data.instance_id, text: read.text };
    else yield { problem: new Problem(`not a list of gold tables: ${issuesOf(parsed.error)}`, read.text), line: read.line };
  }
}

function writeGoldTables({ instance_id, gold_tables }: GoldTables, writer: UnitWriter): Decision {
  const instance = writer.catalog.instances.get(instance_id);
  if (instance === undefined) return writer.reject('the id is not in this benchmark', instance_id);
  if (writer.isRepeated(`gold tables ${instance_id}`)) return writer.reject('second list of the same id', instance_id);
  writer.show(instance_id, gold_tables.join(', '), `${gold_tables.length} tables`);
  if (instance.goldTables === JSON.stringify(gold_tables)) return writer.unchanged();
  writer.put({ op: 'gold tables', instanceId: instance_id, tables: gold_tables });
  return writer.keep();
}

/** Takes the lists of tables that golds need; they are kept among the instance's tags, as `gold_tables`. */
export async function takeGoldTables(job: ItemJob, place: string): Promise<void> {
  requireBenchmark(job, 'gold tables');
  await job.take('gold tables', path.basename(place), [unitOf(fileAt(place), readGoldTables)], writeGoldTables);
}
