import { z } from 'zod';
import { parseExactJson } from '#shared/model/exactJson.ts';
import type { Step } from '#shared/model/trajectory.ts';
import { argumentText } from './argument-text.ts';
import { readObservation } from './observation.ts';

/** A message of a chat, as OpenAI's and Anthropic's interfaces and Inspect AI write it. */
export const messageSchema = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string().optional() }))]).nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string().nullish(),
        /** OpenAI: an object with the arguments as JSON text. Inspect: the name, the arguments beside it. */
        function: z.union([z.string(), z.looseObject({ name: z.string(), arguments: z.unknown().optional() })]).optional(),
        name: z.string().optional(),
        arguments: z.unknown().optional(),
      }),
    )
    .nullish(),
  tool_call_id: z.string().nullish(),
  /** OpenAI's interface before tools: one call a message, answered by a message of the role `function`. */
  function_call: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }).nullish(),
  error: z.unknown().optional(),
});
export type Message = z.infer<typeof messageSchema>;

type Call = { readonly id: string | null; readonly name: string; readonly parameters: [string, unknown][] };

function parametersOf(value: unknown): [string, unknown][] {
  if (typeof value === 'string') {
    try {
      return parametersOf(parseExactJson(value));
    } catch {
      return value === '' ? [] : [['arguments', value]];
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** The text of a message; reasoning and text parts are joined, calls and results left out. */
export function contentText(content: Message['content']): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      const { text, reasoning, thinking } = part as { text?: unknown; reasoning?: unknown; thinking?: unknown };
      return [reasoning, thinking, text].filter((each) => typeof each === 'string').join('\n');
    })
    .filter((text) => text !== '')
    .join('\n');
}

function callsOf(message: Message): Call[] {
  const calls: Call[] = (message.tool_calls ?? []).map((call) => {
    const inner = typeof call.function === 'object' ? call.function : null;
    const name = inner?.name ?? (typeof call.function === 'string' ? call.function : (call.name ?? ''));
    return { id: call.id ?? null, name, parameters: parametersOf(inner?.arguments ?? call.arguments) };
  });
  const { function_call: older } = message;
  if (older) calls.push({ id: null, name: older.name, parameters: parametersOf(older.arguments) });
  const parts = Array.isArray(message.content) ? message.content : [];
  for (const part of parts) {
    const { type, id, name, input } = part as { type?: string; id?: unknown; name?: unknown; input?: unknown };
    if (type === 'tool_use')
      calls.push({ id: typeof id === 'string' ? id : null, name: String(name), parameters: parametersOf(input) });
  }
  return calls;
}

/** Answers of tools by the id of their call. */
function answersOf(messages: readonly Message[]): Map<string, { text: string; error: unknown }> {
  const answers = new Map<string, { text: string; error: unknown }>();
  for (const message of messages) {
    if (message.role === 'tool' && message.tool_call_id) {
      answers.set(message.tool_call_id, { text: contentText(message.content), error: message.error });
    }
    for (const part of Array.isArray(message.content) ? message.content : []) {
      const { type, tool_use_id, content, is_error } = part as {
        type?: string;
        tool_use_id?: string;
        content?: unknown;
        is_error?: boolean;
      };
      if (type === 'tool_result' && tool_use_id) {
        answers.set(tool_use_id, {
          text: contentText(content as Message['content']),
          error: is_error === true ? 'error' : undefined,
        });
      }
    }
  }
  return answers;
}

const SQL_PARAMETER = /^(sql|sql_query|query|statement|answer|sql_text|code|cmd)$/i;
/** A comment ends in one place: to look for other ends of many would take for ever. */
const SQL_BEGINS =
  /^\s*(?:--[^\n]*\n\s*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/\s*)*(?:select|with|show|describe|desc|explain|insert|update|create|pragma|values)\b/i;

/** The SQL in a call's arguments: an argument that is named so, or holds a text that begins as SQL does. */
function sqlIn(call: Call): string | null {
  const texts = call.parameters.filter((each): each is [string, string] => typeof each[1] === 'string');
  const named = texts.find(([name, text]) => /^(sql|sql_query|answer)$/i.test(name) && text.trim() !== '');
  const found = named ?? texts.find(([name, text]) => SQL_PARAMETER.test(name) && SQL_BEGINS.test(text));
  return found?.[1] ?? null;
}

const CLOSING = /^(terminate|submit|finish|final_answer|submit_answer|submit_sql)$/i;
const FENCED = /```sql[^\S\n]*\n([\s\S]*?)```/gi;

/** The steps of a chat, one for each call (or for a turn without calls), and what it handed in. */
export function stepsOfMessages(messages: readonly Message[]): {
  steps: Step[];
  submitted: string | null;
  fenced: string | null;
  prompt: string | null;
} {
  const answers = answersOf(messages);
  const steps: Step[] = [];
  let submitted: string | null = null;
  let fenced: string | null = null;
  let round = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    round++;
    const thought = contentText(message.content) || null;
    fenced = [...(thought ?? '').matchAll(FENCED)].at(-1)?.[1]?.trim() ?? fenced;
    const calls = callsOf(message);
    if (calls.length === 0)
      steps.push({ thought, tool: null, call: [], sql: null, observation: null, outcome: 'unknown', round });
    for (const [position, call] of calls.entries()) {
      const next = messages[index + 1];
      const answer = call.id === null ? undefined : answers.get(call.id);
      const observation =
        answer?.text ??
        (call.id === null && (next?.role === 'tool' || next?.role === 'function') ? contentText(next.content) : null);
      const sql = sqlIn(call);
      const closes = CLOSING.test(call.name);
      if (closes)
        submitted = sql ?? argumentText(call.parameters.find(([, value]) => typeof value === 'string')?.[1] ?? '') ?? null;
      const observed = closes ? { outcome: 'unknown' as const } : readObservation(observation, sql !== null);
      steps.push({
        thought: position === 0 ? thought : null,
        tool: call.name,
        call: call.parameters.map(([name, value]) => ({ name, text: argumentText(value) })),
        sql,
        observation,
        ...(answer?.error && !closes
          ? { outcome: 'error' as const, error: argumentText(answer.error).slice(0, 2_000) }
          : observed),
        round,
      });
    }
  }
  const prompt = messages.filter((message) => message.role === 'user').map((message) => contentText(message.content));
  return { steps, submitted, fenced, prompt: prompt[0] ?? null };
}
