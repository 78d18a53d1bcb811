import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { AssayError } from '#shared/contract/errors.ts';
import type { Step, Trajectory } from '#shared/model/trajectory.ts';
import { instances } from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import { addTrajectory, putSystem, systems, trajectoryOf } from '../database/systems.ts';
import { type Imported, readJson, Tally } from './import-context.ts';

const argumentsSchema = z.record(z.string(), z.unknown());

/** A rollout as spider-agent-tc writes it (Spider2, methods/spider-agent-tc): one call a turn at most. */
const rolloutSchema = z.object({
  instance_id: z.string(),
  rollout_idx: z.number().int().optional(),
  terminated: z.boolean().optional(),
  error: z.unknown().optional(),
  conversation: z
    .array(
      z.object({
        role: z.string(),
        content: z.string().nullish(),
        tool_calls: z.array(z.object({ name: z.string(), arguments: argumentsSchema })).nullish(),
      }),
    )
    .default([]),
});
type Rollout = z.infer<typeof rolloutSchema>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** How a tool's answer went, by the words that spider-agent-tc's tools begin with. */
function outcomeOf(observation: string | null): Step['outcome'] {
  if (observation === null) return 'unknown';
  const body = observation.replace(/^EXECUTION RESULT of \[[^\]]*\]:\s*/, '').replace(/^\[Round [^\]]*\]\s*/, '');
  if (/^(SQL Error|Database error|Execution timed out|Error\b|\{'error')/i.test(body)) return 'error';
  return 'ok';
}

/** The one model of a trajectory, made of a rollout's conversation. Exported for its tests. */
export function trajectoryOfRollout(rollout: Rollout): Trajectory {
  const steps: Step[] = [];
  let answer: string | null = null;
  for (const [index, message] of rollout.conversation.entries()) {
    if (message.role !== 'assistant') continue;
    const call = message.tool_calls?.[0];
    const next = rollout.conversation[index + 1];
    const observation = next?.role === 'tool' || (call && next?.role === 'user') ? (next.content ?? null) : null;
    const parameters = Object.entries(call?.arguments ?? {});
    const sql = parameters.find(([name]) => name === 'sql' || name === 'answer')?.[1];
    if (call?.name === 'terminate') answer = typeof sql === 'string' ? sql : null;
    steps.push({
      thought: message.content ? message.content : null,
      tool: call?.name ?? null,
      call: parameters.map(([name, value]) => ({ name, text: textOf(value) })),
      sql: typeof sql === 'string' ? sql : null,
      observation,
      outcome: call?.name === 'terminate' ? 'unknown' : outcomeOf(observation),
    });
  }
  return {
    steps,
    terminated: rollout.terminated ?? answer !== null,
    answer,
    extractionMethod: answer === null ? null : 'terminate(answer)',
  };
}

/**
 * Imports a folder of `{instance_id}.json`, each a list of rollouts; the first rollout is kept, the others are named in
 * the receipt.
 */
export function importSpiderAgentTc(db: Db, folder: string, systemName: string): Imported {
  const files = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  if (files.length === 0) {
    throw new AssayError('IMPORT_REFUSED', `${path.basename(folder)} holds no .json files.`, {
      next: 'Choose the folder of transcripts.',
    });
  }
  const group = systems(db).find((system) => system.name === systemName)?.group ?? 'open';
  const system = putSystem(db, systemName, group);
  const byId = new Map(instances(db).map((instance) => [instance.instanceId, instance]));
  const tally = new Tally(`trajectories of ${systemName}`, path.basename(folder));
  const firstTen: Imported['firstTen'] = [];
  for (const file of files) {
    const parsed = z
      .array(rolloutSchema)
      .min(1)
      .safeParse(tryReading(path.join(folder, file), tally));
    if (!parsed.success) {
      tally.reject({ key: file, reason: 'not a list of spider-agent-tc rollouts', text: parsed.error.issues[0]?.message ?? '' });
      continue;
    }
    const [rollout, ...others] = parsed.data;
    const instance = byId.get(rollout!.instance_id);
    if (!instance) {
      tally.reject({ key: rollout!.instance_id, reason: 'the id is not in this benchmark', text: file });
      continue;
    }
    if (others.length > 0) tally.note(`${file}: ${others.length} further rollouts were left out`);
    const trajectory = trajectoryOfRollout(rollout!);
    if (firstTen.length < 10) {
      firstTen.push({
        line: null,
        key: instance.instanceId,
        text: `${trajectory.steps.length} steps`,
        note: trajectory.terminated ? 'answered' : 'no answer',
      });
    }
    if (addTrajectory(db, instance.id, system.id, trajectory)) tally.keep();
    else if (JSON.stringify(trajectoryOf(db, instance.id, system.id)) === JSON.stringify(trajectory)) tally.unchanged();
    else tally.reject({ key: instance.instanceId, reason: 'the project has another trajectory of this item', text: file });
  }
  return { receipts: [tally.receipt()], firstTen, without: [] };
}

/** The file's JSON, or the reason why there is none, which then fails the schema and is rejected with the file's name. */
function tryReading(file: string, tally: Tally): unknown {
  try {
    return readJson(file);
  } catch (error) {
    tally.note(error instanceof Error ? error.message : String(error));
    return null;
  }
}
