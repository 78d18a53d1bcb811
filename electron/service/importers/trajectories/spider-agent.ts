import path from 'node:path';
import { z } from 'zod';
import type { Step } from '#shared/model/trajectory.ts';
import { csvCell } from '../sources/csv.ts';
import { fileAt, isFile, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { Problem } from '../sources/problem.ts';
import { isPlainName, parseJson, readBytes, readText } from '../sources/text.ts';
import { type Read, unitOf, unitsOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { readObservation } from './observation.ts';
import { parseAction } from './python-call.ts';
import type { Modelled, Part, TrajectoryFormat, TrajectoryRecord } from './trajectory.ts';

/** result.json of Spider-Agent. Older runs have `code` beside `action`. */
const resultSchema = z.looseObject({
  finished: z.boolean(),
  result: z.unknown().optional(),
  Task: z.unknown().optional(),
  trajectory: z.array(
    z.looseObject({
      observation: z.unknown().optional(),
      thought: z.string().nullish(),
      action: z.string().nullish(),
      code: z.string().nullish(),
      response: z.string().nullish(),
    }),
  ),
});

const textOrNull = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

const SQL_TOOLS = /SQL/i;
const isSave = (step: Step) => /true/i.test(step.call.find((argument) => argument.name === 'is_save')?.text ?? '');

/**
 * Observation i is what the agent saw before action i, so the result of action i is observation i + 1; what came of the last
 * action is not in the log.
 */
function model(parts: readonly Part[]): Modelled {
  const log = resultSchema.parse(parseJson(parts[0]![1]));
  const steps = log.trajectory.map((entry, index): Step => {
    const action = entry.action && entry.action !== 'None' ? parseAction(entry.action) : null;
    const call = action?.call ?? (entry.code ? [{ name: 'code', text: entry.code }] : []);
    const isSql = action !== null && SQL_TOOLS.test(action.name);
    const sql = isSql
      ? (call.find(({ name }) => name === 'sql_query' || name === 'command' || name === 'query' || name === 'code')?.text ?? null)
      : null;
    const observation = textOrNull(log.trajectory[index + 1]?.observation);
    return {
      thought: entry.thought ?? (action === null ? (entry.response ?? null) : null),
      tool: action?.name ?? null,
      call,
      sql,
      observation,
      ...readObservation(observation, isSql),
    };
  });
  const result = textOrNull(log.result) ?? '';
  const saved =
    steps.findLast((step) => step.sql !== null && isSave(step)) ??
    steps.findLast((step) => step.sql !== null && step.outcome === 'ok');
  const failed = result === '' || result.startsWith('ERROR');
  return {
    prompt: textOrNull(log.Task),
    trajectory: {
      steps,
      terminated: log.finished && !failed,
      answer: failed ? null : (saved?.sql ?? null),
      extractionMethod: failed || saved === undefined ? null : isSave(saved) ? 'last saved SQL' : 'last SQL that ran',
      ...(result.startsWith('ERROR') ? { error: result } : {}),
    },
  };
}

/** The result table that the agent handed in: a file of its folder, or a literal, which the published conversion writes as one cell. */
async function submittedTable(folder: string, result: string | null): Promise<Buffer | null> {
  if (result === null || result === '' || result.startsWith('ERROR')) return null;
  const name = path.basename(result.trim());
  if (isPlainName(name) && /\.csv$/i.test(name) && isFile(path.join(folder, name))) return readBytes(path.join(folder, name));
  return /\.(csv|sql|txt)$/i.test(result.trim()) ? null : Buffer.from(`output\n${csvCell(result.trim())}\n`);
}

async function* readResult(file: SourceFile): AsyncGenerator<Read<TrajectoryRecord>> {
  const text = await readText(file.path);
  const folder = path.dirname(path.dirname(path.resolve(file.path)));
  const instanceId = path.basename(folder);
  const parsed = resultSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    yield { problem: new Problem(`not a Spider-Agent log: ${issuesOf(parsed.error)}`, text), key: instanceId };
    return;
  }
  const csv = await submittedTable(folder, textOrNull(parsed.data.result));
  yield {
    key: instanceId,
    text: file.name,
    record: { instanceId, rollout: 0, parts: [[`${instanceId}/spider/result.json`, text]], csv },
  };
}

/** `{instance_id}/spider/result.json` of Spider-Agent (docker; Snow, Lite, dbt). */
export const spiderAgent: TrajectoryFormat = {
  read: (place) =>
    isFolder(place)
      ? unitsOf(walk(place), (file) => /(^|\/)spider\/result\.json$/.test(file.name), readResult)
      : [unitOf(fileAt(place), readResult)],
  model,
};
