import path from 'node:path';
import { z } from 'zod';
import { fileAt, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { jsonElements } from '../sources/json-elements.ts';
import { firstCharacter, jsonRecords } from '../sources/json-records.ts';
import { Problem } from '../sources/problem.ts';
import { parseJson, readText } from '../sources/text.ts';
import { type Read, unitOf, unitsOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { answerOf } from './answer.ts';
import { messageSchema, stepsOfMessages } from './message.ts';
import type { Modelled, Part, TrajectoryFormat, TrajectoryRecord } from './trajectory.ts';

/** A record with a chat in it. */
const chatSchema = z.looseObject({
  instance_id: z.union([z.string(), z.number()]).optional(),
  id: z.union([z.string(), z.number()]).optional(),
  rollout_idx: z.number().int().min(0).optional(),
  rollout: z.number().int().min(0).optional(),
  messages: z.array(messageSchema).optional(),
  conversation: z.array(messageSchema).optional(),
  trajectory: z.array(messageSchema).optional(),
});

const FENCE_METHOD = 'SQL in the last words';

function model(parts: readonly Part[]): Modelled {
  const value: unknown = parseJson(parts[0]![1]);
  const chat = Array.isArray(value) ? { messages: z.array(messageSchema).parse(value) } : chatSchema.parse(value);
  const messages = chat.messages ?? ('conversation' in chat ? (chat.conversation ?? chat.trajectory) : undefined) ?? [];
  const { steps, submitted, fenced, prompt } = stepsOfMessages(messages);
  const answer = answerOf(submitted, steps, 'closing call');
  const fromWords = submitted === null && fenced !== null ? { sql: fenced, method: FENCE_METHOD } : null;
  const chosen = answer?.method === 'closing call' ? answer : (fromWords ?? answer);
  return {
    prompt,
    trajectory: {
      steps,
      terminated: submitted !== null || fromWords !== null,
      answer: chosen?.sql ?? null,
      extractionMethod: chosen?.method ?? null,
    },
  };
}

/** The record of one parsed value. A bare list of messages is known by its file's name. */
function recordOf(value: unknown, text: string, file: SourceFile): TrajectoryRecord | Problem {
  const name = path.basename(file.name);
  if (Array.isArray(value)) {
    const messages = z.array(messageSchema).safeParse(value);
    if (!messages.success) return new Problem(`not a list of messages: ${issuesOf(messages.error)}`, text);
    return { instanceId: path.basename(name, path.extname(name)), rollout: 0, parts: [[name, text]] };
  }
  const chat = chatSchema.safeParse(value);
  if (!chat.success) return new Problem(`not a chat: ${issuesOf(chat.error)}`, text);
  const { instance_id, id, rollout_idx, rollout, messages, conversation, trajectory } = chat.data;
  if ((messages ?? conversation ?? trajectory) === undefined) return new Problem('the record has no messages', text);
  const instanceId = String(instance_id ?? id ?? path.basename(name, path.extname(name)));
  return { instanceId, rollout: rollout_idx ?? rollout ?? 0, parts: [[name, text]] };
}

const isChat = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !('role' in value) &&
  ('messages' in value || 'conversation' in value || 'trajectory' in value);

/** Whether an array holds whole chats, to be taken one by one, rather than the messages of one: its first element tells. */
async function isListOfChats(file: string): Promise<boolean> {
  if ((await firstCharacter(file)) !== '[') return false;
  for await (const read of jsonElements(file)) if ('value' in read) return isChat(read.value);
  return false;
}

async function* readChats(file: SourceFile): AsyncGenerator<Read<TrajectoryRecord>> {
  if (/\.jsonl$/i.test(file.name)) {
    for await (const read of jsonRecords(file.path)) {
      if ('problem' in read) yield read;
      else {
        const record = recordOf(read.value, read.text, file);
        if (record instanceof Problem) yield { problem: record, line: read.line };
        else yield { record, line: read.line, key: record.instanceId, text: file.name };
      }
    }
    return;
  }
  if (await isListOfChats(file.path)) {
    for await (const read of jsonElements(file.path)) {
      if ('problem' in read) yield read;
      else {
        const record = recordOf(read.value, read.text, file);
        if (record instanceof Problem) yield { problem: record, line: read.line, key: file.name };
        else yield { record, line: read.line, key: record.instanceId, text: file.name };
      }
    }
    return;
  }
  const text = await readText(file.path);
  const record = recordOf(parseJson(text), text, file);
  if (record instanceof Problem) yield { problem: record, key: file.name };
  else yield { record, key: record.instanceId, text: file.name };
}

/** OpenAI-style chats: a JSONL file with `messages`, a JSON file with one or many, or a folder of `{instance_id}.json`. */
export const messages: TrajectoryFormat = {
  read: (place) =>
    isFolder(place)
      ? unitsOf(walk(place), (file) => /\.jsonl?$/i.test(file.name), readChats)
      : [unitOf(fileAt(place), readChats)],
  model,
};
