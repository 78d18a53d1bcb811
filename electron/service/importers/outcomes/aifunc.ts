import path from 'node:path';
import { z } from 'zod';
import type { VerdictState } from '#shared/model/verdict.ts';
import { fileAt, firstFile, firstFolder, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { parseJson, readText } from '../sources/text.ts';
import { type Read, type Unit, unitOf, unitsOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import type { OutcomeRecord } from './outcome.ts';

/** A line of eval_details.jsonl, and an instance's eval_result.json. */
const resultSchema = z.looseObject({
  instance_id: z.string().min(1),
  score: z.number().nullish(),
  status: z.string().min(1),
  error_info: z.unknown().optional(),
  gold_majority_ratio: z.string().nullish(),
});

/** The published statuses in our words. A gold without a majority, or with too few runs, is not stable. */
const STATES: Readonly<Record<string, VerdictState>> = {
  match: 'match',
  mismatch: 'mismatch',
  gold_execution_failed: 'gold failed',
  gold_insufficient: 'unstable gold',
  gold_unreliable_match: 'unstable gold',
  gold_unreliable_mismatch: 'unstable gold',
  pred_execution_failed: 'prediction failed',
  error: 'not judged',
};

function recordOf(value: unknown, raw: string): OutcomeRecord | Problem {
  const parsed = resultSchema.safeParse(value);
  if (!parsed.success) return new Problem(`not a result of Spider2-AIFunc: ${issuesOf(parsed.error)}`, raw);
  const { instance_id, status, score, error_info, gold_majority_ratio } = parsed.data;
  const state = Object.hasOwn(STATES, status) ? STATES[status]! : null;
  if (state === null) return new Problem(`unknown status ${status}`, raw);
  const reason =
    typeof error_info === 'string' && error_info !== ''
      ? error_info
      : gold_majority_ratio
        ? `gold majority ${gold_majority_ratio}`
        : null;
  return { instanceId: instance_id, status, state, score: score ?? null, reason, raw };
}

async function* readDetails(file: SourceFile): AsyncGenerator<Read<OutcomeRecord>> {
  for await (const read of jsonRecords(file.path)) {
    if ('problem' in read) {
      yield read;
      continue;
    }
    const record = recordOf(read.value, read.text);
    if (record instanceof Problem) yield { problem: record, line: read.line };
    else yield { record, line: read.line, key: record.instanceId, text: read.text };
  }
}

async function* readResult(file: SourceFile): AsyncGenerator<Read<OutcomeRecord>> {
  const text = await readText(file.path);
  const record = recordOf(parseJson(text), text);
  if (record instanceof Problem) yield { problem: record, key: file.name };
  else yield { record, key: record.instanceId, text };
}

/** The output of Spider2-AIFunc's evaluator: `eval_details.jsonl`, or the folder `instances/{id}/eval_result.json`. */
export function aifuncUnits(place: string): AsyncIterable<Unit<OutcomeRecord>> | Unit<OutcomeRecord>[] {
  if (!isFolder(place)) return [unitOf(fileAt(place), path.basename(place).endsWith('.jsonl') ? readDetails : readResult)];
  const details = firstFile(place, ['eval_details.jsonl', 'out/eval_details.jsonl']);
  if (details !== null) return [unitOf(fileAt(details), readDetails)];
  const instances = firstFolder(place, ['instances']) ?? place;
  return unitsOf(walk(instances, 2), (file) => file.name.endsWith('eval_result.json'), readResult);
}
