import path from 'node:path';
import { z } from 'zod';
import type { Step } from '#shared/model/trajectory.ts';
import { cleanSql, isNoAnswer } from '../predictions/cleaning.ts';
import { isFolder, type SourceFile, walk } from '../sources/files.ts';
import { Problem, systemProblem } from '../sources/problem.ts';
import { parseJson, readText } from '../sources/text.ts';
import { brokenUnit, type Read, type Unit } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import type { Modelled, Part, TrajectoryFormat, TrajectoryRecord } from './trajectory.ts';

const outcomeSchema = z
  .array(
    z.looseObject({
      instance_id: z.string().min(1),
      question: z.string().nullish(),
      temp_SQL: z.unknown().optional(),
      final_SQL: z.string().nullish(),
    }),
  )
  .min(1);

const statusSchema = z.looseObject({
  TIME: z.union([z.string(), z.number()]).nullish(),
  step: z.union([z.string(), z.number()]).nullish(),
  if_in_fix: z.unknown().optional(),
  input_token_count: z.number().nullish(),
  output_token_count: z.number().nullish(),
  status: z
    .looseObject({ sql: z.string().nullish(), current_state: z.unknown().optional(), result_acceptable: z.unknown().optional() })
    .nullish(),
  SQL: z.string().nullish(),
});
type Status = z.infer<typeof statusSchema>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const isTimeCost = (status: Status) => /time cost/i.test(String(status.step ?? ''));

function statusesOf(text: string): Status[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      const parsed = statusSchema.safeParse(parseJson(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      // The raw line stays in the kept log; it is no step.
      return [];
    }
  });
}

function stepOf(status: Status): Step {
  const sql = status.SQL || status.status?.sql || null;
  const state = status.status?.current_state;
  return {
    thought: state === undefined || state === null ? null : textOf(state),
    tool: status.step === undefined || status.step === null ? null : String(status.step),
    call: sql === null ? [] : [{ name: 'sql', text: sql }],
    sql,
    observation: status.status ? JSON.stringify(status.status) : null,
    outcome: status.status?.result_acceptable === true ? 'ok' : 'unknown',
    tokens: { input: status.input_token_count ?? null, output: status.output_token_count ?? null },
    ...(status.TIME ? { at: String(status.TIME) } : {}),
  };
}

/** The "Time Cost" line has the times of beginning and end, in seconds since 1970, where others have tokens. */
function model(parts: readonly Part[]): Modelled {
  const outcome = outcomeSchema.parse(parseJson(parts[0]![1]))[0]!;
  const steps = parts.slice(1).flatMap(([, text]) =>
    statusesOf(text)
      .filter((status) => !isTimeCost(status))
      .map(stepOf),
  );
  const final = outcome.final_SQL ?? '';
  const answered = !isNoAnswer(cleanSql(final).sql);
  return {
    prompt: outcome.question ?? null,
    trajectory: { steps, terminated: answered, answer: answered ? final : null, extractionMethod: answered ? 'final_SQL' : null },
  };
}

const OUTCOME = /^(.+)_(\d+)_result\.json$/;

async function* readOutcome(
  file: SourceFile,
  statuses: readonly SourceFile[],
  rollout: number,
): AsyncGenerator<Read<TrajectoryRecord>> {
  const text = await readText(file.path);
  const parsed = outcomeSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    yield { problem: new Problem(`not an outcome of DSR-SQL: ${issuesOf(parsed.error)}`, text), key: file.name };
    return;
  }
  const parts: Part[] = [[file.name, text]];
  for (const status of statuses) {
    try {
      parts.push([status.name, await readText(status.path)]);
    } catch (error) {
      const problem = error instanceof Problem ? error : systemProblem(error);
      if (problem === null) throw error;
      yield { note: `${status.name}: ${problem.message}; the run is taken without it` };
    }
  }
  const instanceId = parsed.data[0]!.instance_id;
  yield { key: instanceId, text: file.name, record: { instanceId, rollout, parts } };
}

async function* unitsBelow(place: string): AsyncGenerator<Unit<TrajectoryRecord>> {
  const root = path.basename(place) === 'outcome' ? path.dirname(place) : place;
  const outcomes: SourceFile[] = [];
  const statuses = new Map<string, SourceFile[]>();
  for await (const file of walk(root)) {
    if ('problem' in file) {
      yield brokenUnit(file.name, file.problem);
      continue;
    }
    const name = path.basename(file.name);
    const run = path.basename(path.dirname(file.name));
    if (OUTCOME.test(name)) outcomes.push(file);
    else if (/^status_.*\.jsonl$/.test(name)) statuses.set(run, [...(statuses.get(run) ?? []), file]);
  }
  for (const file of outcomes) {
    const [, id, rollout] = OUTCOME.exec(path.basename(file.name))!;
    const logs = statuses.get(`${id}_${rollout}`) ?? [];
    yield {
      name: file.name,
      size: [file, ...logs].reduce((sum, each) => sum + each.size, 0),
      modified: Math.max(...[file, ...logs].map((each) => each.modified)),
      read: () => readOutcome(file, logs, Number(rollout)),
    };
  }
}

/** DSR-SQL: `outcome/{id}_{run}_result.json` with `log/{id}_{run}/status_*.jsonl`. */
export const dsrSql: TrajectoryFormat = {
  read: (place) => (isFolder(place) ? unitsBelow(place) : unitsBelow(path.dirname(place))),
  model,
};
