import fs from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Built, RunnerDone } from '#shared/contract/runner.ts';
import { DEFAULT_LIMITS } from '#shared/model/execution.ts';
import { type AiCall, callKey, type Json, missingCallsOf, RECORDING_MISS, recordingLine } from '#shared/model/recording.ts';
import { decodeTable } from '#shared/model/result-encoding.ts';
import type { Table } from '#shared/model/value.ts';
import { RunnerProcess } from '../../electron/service/execution/runner-process.ts';
import { runnerRequest } from '../../electron/service/execution/runner-request.ts';
import { BUILT } from './service-client.ts';

const entry = path.join(BUILT, 'sql-runner', 'main.cjs');

export type Outcome = RunnerDone['outcome'];

type Source = {
  readonly database: string;
  readonly location: string;
  readonly recording?: string | null;
  readonly compileOnly?: boolean;
};

/** One runner process for a test file: loading the parser takes longer than its queries. */
export class LocalEngine {
  #runner: RunnerProcess | null = null;

  #get(): RunnerProcess {
    if (!this.#runner || this.#runner.exited) this.#runner = new RunnerProcess(entry);
    return this.#runner;
  }

  /** Makes a DuckDB file. */
  async build(kind: 'spider2-schema' | 'data-files', folder: string, target: string): Promise<Built> {
    await this.#get().ready;
    return this.#get().build({ t: 'build', kind, folder, target });
  }

  /** Runs queries of Snowflake's dialect; one that hangs or ends the process fails the test. */
  async run(
    { database, location, recording = null, compileOnly = false }: Source,
    queries: readonly string[],
  ): Promise<Outcome[]> {
    await this.#get().ready;
    const outcomes: Outcome[] = [];
    const items = queries.map((sql, id) => ({ id, sql, engine: 'duckdb' as const, database, location }));
    const request = runnerRequest(items, DEFAULT_LIMITS, recording, compileOnly);
    const interruption = await this.#get().run(request, 60_000, (reply) => outcomes.push(reply.outcome));
    if (interruption) throw new Error(`the runner ended (${interruption.kind}) during: ${queries[outcomes.length]}`);
    return outcomes;
  }

  /**
   * Runs queries again and again, answering the calls that they miss, until none is missing; answers the recording's
   * lines. Later calls show only when earlier ones have answers.
   */
  async record(
    source: Source & { recording: string },
    queries: readonly string[],
    answer: (call: AiCall) => Json,
  ): Promise<string[]> {
    const lines = new Map<string, string>();
    for (let round = 0; round < 10; round++) {
      fs.writeFileSync(source.recording, [...lines.values()].join('\n'));
      const missing = (await this.run(source, queries)).flatMap((outcome) =>
        outcome.status === 'environment' && outcome.code === RECORDING_MISS ? missingCallsOf(outcome.message) : [],
      );
      if (missing.length === 0) return [...lines.values()];
      for (const call of missing) lines.set(callKey(call), recordingLine({ ...call, answer: answer(call) }));
    }
    throw new Error('calls are still missing after ten rounds');
  }

  stop(): void {
    this.#runner?.stop();
    this.#runner = null;
  }
}

/** The table of an outcome; throws where there is none. */
export function tableOf(outcome: Outcome | undefined): Table {
  if (outcome?.status !== 'ok') throw new Error(`${outcome?.code}: ${outcome?.message}`);
  const { data, encoding } = outcome.result;
  return decodeTable(Buffer.from(encoding === 'plain' ? data : inflateRawSync(data)).toString());
}
