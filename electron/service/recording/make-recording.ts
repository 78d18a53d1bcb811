import { inflateRawSync } from 'node:zlib';
import type { StoredResult } from '#shared/contract/runner.ts';
import { DEFAULT_LIMITS } from '#shared/model/execution.ts';
import { type AiCall, type Json, parseRecordingLine, type RecordedCall } from '#shared/model/recording.ts';
import { decodeTable } from '#shared/model/result-encoding.ts';
import type { Value } from '#shared/model/value.ts';
import type { Engine } from '../engines/engine.ts';
import { callAsQuery } from './call-as-query.ts';

export type Made = {
  asked: number;
  stored: number;
  failed: { call: { function: AiCall['function']; arguments: Json[] }; message: string }[];
};

type Options = {
  readonly engine: Engine;
  /** Where the queries run; they read no table. */
  readonly location: string;
  readonly calls: readonly AiCall[];
  readonly store: (call: RecordedCall) => void;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

/** A cell as JSON: objects come as JSON text. */
function jsonOf(value: Value): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return null;
  return value.type === 'json' ? (JSON.parse(value.text) as Json) : value.type === 'decimal' ? Number(value.text) : value.text;
}

function onlyCell({ data, encoding }: StoredResult): Value {
  const bytes = encoding === 'plain' ? data : inflateRawSync(data);
  return decodeTable(Buffer.from(bytes).toString('utf8')).rows[0]?.[0] ?? null;
}

/** The recorded call that an answer makes, or why it makes none. */
function recorded(call: AiCall, value: Value): RecordedCall | string {
  const isText = call.function === 'AI_AGG';
  const answer = isText && typeof value !== 'string' && value !== null ? String(jsonOf(value)) : jsonOf(value);
  const parsed = typeof answer === 'string' && !isText ? (JSON.parse(answer) as Json) : answer;
  return parseRecordingLine(JSON.stringify({ ...call, answer: parsed }));
}

/**
 * Asks an engine for calls, one after the other, and stores each answer at once. What fails is told call by call; a
 * cancelled making keeps what it has.
 */
export async function makeRecording({ engine, location, calls, store, signal, onProgress }: Options): Promise<Made> {
  const made: Made = { asked: 0, stored: 0, failed: [] };
  for (const { function: name, arguments: given } of calls) {
    const call = { function: name, arguments: [...given] };
    signal.throwIfAborted();
    const outcome = await engine.execute(
      { sql: callAsQuery(call), location },
      {
        limits: DEFAULT_LIMITS,
        signal,
        request: () => crypto.randomUUID(),
        onAccepted: () => {},
      },
    );
    signal.throwIfAborted();
    made.asked++;
    if (outcome.status !== 'ok') made.failed.push({ call, message: `${outcome.code}: ${outcome.message}` });
    else {
      try {
        const answer = recorded(call, onlyCell(outcome.result));
        if (typeof answer === 'string') made.failed.push({ call, message: answer });
        else {
          store(answer);
          made.stored++;
        }
      } catch {
        made.failed.push({ call, message: 'the answer is not JSON' });
      }
    }
    onProgress(made.asked, calls.length);
  }
  return made;
}
