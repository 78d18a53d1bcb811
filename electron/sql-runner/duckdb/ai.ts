import fs from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type AiCall, callKey, type Json, normaliseArguments, parseRecordingLine } from '#shared/model/recording.ts';

/** Answers of AI functions from a recording, and the calls of the current query that it lacks. */
export class Answers {
  readonly #answers = new Map<string, Json>();
  readonly #missing = new Map<string, AiCall>();

  /** Reads a recording; lines that are none are left out (the import refuses them). */
  constructor(file: string | null) {
    if (file === null) return;
    for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
      const read = line.trim() === '' ? null : parseRecordingLine(line);
      if (read !== null && typeof read !== 'string') this.#answers.set(callKey(read), read.answer);
    }
  }

  startQuery(): void {
    this.#missing.clear();
  }

  get missing(): AiCall[] {
    return [...this.#missing.values()];
  }

  /** The answer as JSON text; null for a call on NULL, as in Snowflake, and for a call that is missing. */
  answer(name: string, argumentsJson: string): string | null {
    const given = JSON.parse(argumentsJson) as Json[];
    if (given[0] === null || given[0] === undefined) return null;
    const call = { function: name, arguments: given } as AiCall;
    const key = callKey(call);
    const answer = this.#answers.get(key);
    if (answer !== undefined) return answer === null ? null : JSON.stringify(answer);
    this.#missing.set(key, { function: call.function, arguments: normaliseArguments(call.function, given) });
    return null;
  }
}

/**
 * Registers assay_ai(function, arguments). It counts as volatile, so that DuckDB does not move it below joins and asks it
 * about rows that the query does not need.
 */
export async function registerAiFunction(connection: DuckDBConnection, answers: Answers): Promise<void> {
  const { DuckDBScalarFunction, VARCHAR } = await import('@duckdb/node-api');
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: 'assay_ai',
      parameterTypes: [VARCHAR, VARCHAR],
      returnType: VARCHAR,
      volatile: true,
      specialHandling: true,
      mainFunction: (_info, input, output) => {
        const names = input.getColumnVector(0);
        const given = input.getColumnVector(1);
        for (let row = 0; row < input.rowCount; row++) {
          const json = given.getItem(row);
          output.setItem(row, json === null ? null : answers.answer(String(names.getItem(row)), String(json)));
        }
        output.flush();
      },
    }),
  );
}
