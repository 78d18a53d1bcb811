import path from 'node:path';
import { z } from 'zod';
import { fileAt, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { jsonElements } from '../sources/json-elements.ts';
import { Problem } from '../sources/problem.ts';
import { decode, LARGEST_RECORD_BYTES, parseJson } from '../sources/text.ts';
import { zipEntries } from '../sources/zip.ts';
import { type Read, unitOf, unitsOf } from '../unit.ts';
import { issuesOf } from '../zod-issues.ts';
import { answerOf } from './answer.ts';
import { contentText, messageSchema, stepsOfMessages } from './message.ts';
import type { Modelled, Part, TrajectoryFormat, TrajectoryRecord } from './trajectory.ts';

const usageSchema = z.looseObject({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() });

/** A sample of an Inspect AI log (log format 2). `epoch` counts from 1. */
const sampleSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: z.number().int().min(1).default(1),
  input: z.unknown().optional(),
  metadata: z.looseObject({ instance_id: z.string().optional() }).nullish(),
  messages: z.array(messageSchema).default([]),
  output: z
    .looseObject({
      completion: z.string().nullish(),
      choices: z.array(z.looseObject({ message: messageSchema.optional() })).nullish(),
    })
    .nullish(),
  error: z.looseObject({ message: z.string().optional() }).nullish(),
  limit: z.unknown().optional(),
  events: z.array(z.looseObject({ event: z.string().optional() })).nullish(),
});
type Sample = z.infer<typeof sampleSchema>;

/** Tokens of each turn, where the log has a model event for every turn. */
function turnTokens(sample: Sample, turns: number): ({ input: number | null; output: number | null } | undefined)[] {
  const usages = (sample.events ?? [])
    .filter((event) => event.event === 'model')
    .map((event) => usageSchema.safeParse((event.output as { usage?: unknown } | undefined)?.usage).data);
  if (usages.length !== turns) return [];
  return usages.map((usage) => (usage ? { input: usage.input_tokens ?? null, output: usage.output_tokens ?? null } : undefined));
}

const FENCED = /```(?:sql)?\s*\n([\s\S]*?)```/i;

function model(parts: readonly Part[]): Modelled {
  const sample = sampleSchema.parse(parseJson(parts[0]![1]));
  const { steps, submitted, prompt } = stepsOfMessages(sample.messages);
  const tokens = turnTokens(sample, steps.at(-1)?.round ?? 0);
  for (const [index, step] of steps.entries()) {
    const own = steps[index - 1]?.round === step.round ? undefined : tokens[(step.round ?? 0) - 1];
    if (own) step.tokens = own;
  }
  const completion = sample.output?.completion ?? contentText(sample.output?.choices?.[0]?.message?.content);
  const fenced = FENCED.exec(completion)?.[1]?.trim();
  const handedIn = submitted ?? fenced ?? null;
  const answer = answerOf(handedIn, steps, submitted === null ? 'completion' : 'closing call');
  const limited = sample.limit !== undefined && sample.limit !== null;
  return {
    prompt: typeof sample.input === 'string' ? sample.input : prompt,
    trajectory: {
      steps,
      terminated: handedIn !== null && !limited,
      answer: answer?.sql ?? null,
      extractionMethod: answer?.method ?? null,
      ...(sample.error?.message ? { error: sample.error.message } : {}),
    },
  };
}

function recordOf(value: unknown, name: string, text: string): Read<TrajectoryRecord> {
  const parsed = sampleSchema.safeParse(value);
  if (!parsed.success) return { problem: new Problem(`not a sample of Inspect: ${issuesOf(parsed.error)}`, text), key: name };
  const instanceId = parsed.data.metadata?.instance_id ?? String(parsed.data.id);
  return { key: instanceId, text: name, record: { instanceId, rollout: parsed.data.epoch - 1, parts: [[name, text]] } };
}

async function* readArchive(file: SourceFile): AsyncGenerator<Read<TrajectoryRecord>> {
  let found = 0;
  for await (const entry of zipEntries(file.path, (name) => /^samples\/[^/]+\.json$/.test(name))) {
    found++;
    const key = entry.name === '' ? file.name : entry.name;
    if ('problem' in entry) {
      yield { problem: entry.problem, key };
      continue;
    }
    try {
      const text = decode(entry.bytes);
      yield recordOf(parseJson(text), entry.name, text);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      yield { problem: error, key };
    }
  }
  if (found === 0) yield { problem: new Problem('the log holds no samples'), key: file.name };
}

async function* readLog(file: SourceFile): AsyncGenerator<Read<TrajectoryRecord>> {
  let found = 0;
  for await (const element of jsonElements(file.path, LARGEST_RECORD_BYTES, 'samples')) {
    found++;
    if ('problem' in element) yield element;
    else yield recordOf(element.value, path.basename(file.name), element.text);
  }
  if (found === 0) yield { problem: new Problem('the log holds no samples'), key: file.name };
}

const read = (file: SourceFile) => (/\.eval$/i.test(file.name) ? readArchive(file) : readLog(file));

/** Inspect AI logs: `.eval` archives (one JSON a sample) and `.json` logs. */
export const inspect: TrajectoryFormat = {
  read: (place) =>
    isFolder(place) ? unitsOf(walk(place), (file) => /\.(eval|json)$/i.test(file.name), read) : [unitOf(fileAt(place), read)],
  model,
};
