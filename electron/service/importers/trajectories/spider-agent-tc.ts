import path from 'node:path';
import { z } from 'zod';
import type { Step } from '#shared/model/trajectory.ts';
import { fileAt, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { jsonElements } from '../sources/json-elements.ts';
import { Problem } from '../sources/problem.ts';
import { parseJson } from '../sources/text.ts';
import { type Read, unitOf, unitsOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { answerOf } from './answer.ts';
import { argumentText } from './argument-text.ts';
import { readObservation, roundLimitIn } from './observation.ts';
import type { Modelled, Part, TrajectoryFormat, TrajectoryRecord } from './trajectory.ts';

/** A rollout as spider-agent-tc writes it (Spider2, methods/spider-agent-tc): one call a turn at most. */
const rolloutSchema = z.looseObject({
  instance_id: z.string().min(1),
  rollout_idx: z.number().int().min(0).optional(),
  terminated: z.boolean().optional(),
  error: z.unknown().optional(),
  conversation: z
    .array(
      z.looseObject({
        role: z.string(),
        content: z.string().nullish(),
        tool_calls: z.array(z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).nullish(),
      }),
    )
    .default([]),
});
export type Rollout = z.infer<typeof rolloutSchema>;

/** The steps of a rollout's conversation; an import, which keeps the log itself, needs no result tables in them. */
function modelOfRollout(rollout: Rollout, withResults = true): Modelled {
  const steps: Step[] = [];
  let submitted: string | null = null;
  let roundLimit: number | undefined;
  for (const [index, message] of rollout.conversation.entries()) {
    if (message.role !== 'assistant') continue;
    const call = message.tool_calls?.[0];
    const next = rollout.conversation[index + 1];
    const observation = next?.role === 'tool' || (call && next?.role === 'user') ? (next.content ?? null) : null;
    roundLimit ??= roundLimitIn(observation);
    const parameters = Object.entries(call?.arguments ?? {});
    const isTerminate = call?.name === 'terminate';
    const sql = parameters.find(([name]) => name === 'sql' || name === 'answer')?.[1];
    if (isTerminate) submitted = typeof sql === 'string' ? sql : null;
    const isSql = typeof sql === 'string' && !isTerminate;
    steps.push({
      thought: message.content ? message.content : null,
      tool: call?.name ?? null,
      call: parameters.map(([name, value]) => ({ name, text: argumentText(value) })),
      sql: typeof sql === 'string' ? sql : null,
      observation,
      ...(isTerminate ? { outcome: 'unknown' as const } : readObservation(observation, isSql && withResults)),
    });
  }
  const answer = answerOf(submitted, steps);
  const failure = rollout.error === undefined || rollout.error === null ? null : argumentText(rollout.error);
  return {
    prompt: rollout.conversation.find((message) => message.role === 'user')?.content ?? null,
    trajectory: {
      steps,
      terminated: rollout.terminated ?? submitted !== null,
      answer: answer?.sql ?? null,
      extractionMethod: answer?.method ?? null,
      ...(failure === null ? {} : { error: failure }),
      ...(roundLimit === undefined ? {} : { roundLimit }),
    },
  };
}

function modelOrProblem(rollout: Rollout): Modelled | Problem {
  try {
    return modelOfRollout(rollout, false);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function* readRollouts(file: SourceFile): AsyncGenerator<Read<TrajectoryRecord>> {
  const name = path.basename(file.name);
  let found = 0;
  for await (const element of jsonElements(file.path)) {
    found++;
    if ('problem' in element) {
      yield { ...element, key: name };
      continue;
    }
    const parsed = rolloutSchema.safeParse(element.value);
    if (!parsed.success) {
      yield {
        problem: new Problem(`not a spider-agent-tc rollout: ${issuesOf(parsed.error)}`, element.text),
        line: element.line,
        key: name,
      };
      continue;
    }
    const { instance_id, rollout_idx } = parsed.data;
    const modelled = modelOrProblem(parsed.data);
    if (modelled instanceof Problem) {
      yield { problem: modelled, line: element.line, key: instance_id };
      continue;
    }
    yield {
      line: element.line,
      key: instance_id,
      text: file.name,
      record: {
        instanceId: instance_id,
        rollout: rollout_idx ?? found - 1,
        parts: [[name, element.text]],
        modelled,
      },
    };
  }
  if (found === 0) yield { problem: new Problem('the list of rollouts is empty'), key: name };
}

const model = (parts: readonly Part[]): Modelled => modelOfRollout(rolloutSchema.parse(parseJson(parts[0]![1])));

/** A folder of `{instance_id}.json`, each a list of rollouts. */
export const spiderAgentTc: TrajectoryFormat = {
  read: (place) =>
    isFolder(place)
      ? unitsOf(walk(place), (file) => file.name.endsWith('.json'), readRollouts)
      : [unitOf(fileAt(place), readRollouts)],
  model,
};
