import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { AssayError } from '#shared/contract/errors.ts';
import type { Compiled, LeftOut } from '#shared/contract/local.ts';
import type { RunnerDone } from '#shared/contract/runner.ts';
import type { RunnerProcess } from '../execution/runner-process.ts';
import { runnerRequest } from '../execution/runner-request.ts';
import { withRunner } from '../execution/with-runner.ts';
import { Problem, systemProblem } from '../importers/sources/problem.ts';
import { isPlainName, readText } from '../importers/sources/text.ts';
import { buildDatabase } from './build.ts';

/** A query that takes longer to compile hangs the parser. */
const COMPILE_TIMEOUT_MS = 60_000;

const taskSchema = z.union([
  z.object({ instance_id: z.string(), db_id: z.string() }).transform(({ instance_id, db_id }) => [instance_id, db_id] as const),
  z.object({ instance_id: z.string(), db: z.string() }).transform(({ instance_id, db }) => [instance_id, db] as const),
]);

export type Query = { readonly instanceId: string; readonly database: string; readonly sql: string };

/** Larger files are no lists of tasks and no queries. */
const LARGEST_BYTES = 256 * 1024 * 1024;

/** Database by instance, from the JSON lines of a benchmark. @throws AssayError INVALID_INPUT where none is named */
async function databasesOfTasks(file: string, leftOut: LeftOut[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const name = path.basename(file);
  const text = await readText(file, LARGEST_BYTES).catch((error: unknown) => {
    throw new AssayError('INVALID_INPUT', `${name} cannot be read: ${problemOf(error)}.`, { next: 'Check the path.' });
  });
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const task = taskOf(line);
    const leave = (reason: string) => leftOut.push({ file: name, line: index + 1, reason });
    if (typeof task === 'string') {
      leave(task);
      continue;
    }
    const [instanceId, database] = task;
    const before = found.get(instanceId);
    if (before === undefined) found.set(instanceId, database);
    else if (before !== database) leave(`${instanceId} is named before with the database ${before}, which is used`);
  }
  if (found.size > 0) return found;
  throw new AssayError('INVALID_INPUT', `${name} names no instances.`, {
    next: 'It must hold a JSON object a line with instance_id and db_id.',
  });
}

/** The instance and its database that a line names, or why it names none. */
function taskOf(line: string): readonly [instanceId: string, database: string] | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'the line is not JSON';
  }
  return taskSchema.safeParse(value).data ?? 'the line lacks instance_id or db_id';
}

/** Why a file cannot be read, in words. @throws what is no problem of a file */
function problemOf(error: unknown): string {
  const problem = systemProblem(error) ?? error;
  if (problem instanceof Problem) return problem.message;
  throw error;
}

function filesOf(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    throw new AssayError('INVALID_INPUT', `${path.basename(folder)} cannot be read: ${problemOf(error)}.`, {
      next: 'It must be a folder of files named {instance_id}.sql.',
    });
  }
}

async function queriesOf(folder: string, databases: ReadonlyMap<string, string>, leftOut: LeftOut[]): Promise<Query[]> {
  const queries: Query[] = [];
  for (const file of filesOf(folder).sort()) {
    if (!file.endsWith('.sql')) continue;
    const instanceId = file.slice(0, -'.sql'.length);
    const database = databases.get(instanceId);
    if (database === undefined) {
      leftOut.push({ file, line: null, reason: 'the tasks name no such instance' });
      continue;
    }
    try {
      queries.push({ instanceId, database, sql: await readText(path.join(folder, file)) });
    } catch (error) {
      leftOut.push({ file, line: null, reason: problemOf(error) });
    }
  }
  if (queries.length > 0) return queries;
  throw new AssayError('NOTHING_TO_DO', `${path.basename(folder)} has no query of these instances.`, {
    next: 'It must hold files named {instance_id}.sql.',
  });
}

const toCompiled = ({ instanceId, database }: Query, outcome: RunnerDone['outcome']): Compiled =>
  outcome.status === 'ok'
    ? { instanceId, database, state: 'compiles', code: null, message: null }
    : {
        instanceId,
        database,
        state: outcome.status === 'refused' ? 'refused' : 'fails',
        code: outcome.code,
        message: outcome.message,
      };

async function compileOnDatabase(
  ready: () => Promise<RunnerProcess>,
  location: string,
  queries: readonly Query[],
  signal: AbortSignal,
): Promise<Compiled[]> {
  const compiled: Compiled[] = [];
  while (compiled.length < queries.length) {
    const runner = await ready();
    const left = queries.slice(compiled.length);
    const items = left.map(({ sql, database }, id) => ({ id, sql, database, engine: 'duckdb' as const, location }));
    const request = runnerRequest(items, { rowCap: 1, byteCap: 1 }, null, true);
    const interruption = await runner.run(request, COMPILE_TIMEOUT_MS, (reply) =>
      compiled.push(toCompiled(left[reply.id]!, reply.outcome)),
    );
    signal.throwIfAborted();
    const next = queries[compiled.length];
    if (interruption === null || next === undefined) break;
    const message = interruption.kind === 'timeout' ? 'compiling took too long' : 'compiling ended the process';
    compiled.push({ instanceId: next.instanceId, database: next.database, state: 'fails', code: 'NOT_COMPILED', message });
  }
  return compiled;
}

/** Makes the sample database of a database's folder; else why there is none, null where the folder is not there. */
async function builtOr(runner: RunnerProcess, schemas: string, database: string, target: string): Promise<true | string | null> {
  if (!isPlainName(database)) return 'the database id is no plain name';
  const schema = path.join(schemas, database);
  if (!fs.existsSync(schema)) return null;
  try {
    await buildDatabase(runner, schema, target);
    return true;
  } catch (error) {
    // One folder that gives no table says nothing of the others.
    if (error instanceof AssayError) return error.message;
    throw error;
  }
}

type Options = {
  /** The folder of database folders. */
  readonly schemas: string;
  readonly runnerEntry: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

/** Compiles queries of Snowflake's dialect on sample databases made for the purpose; answers in the order of the queries. */
export async function compileAll<Q extends Query>(all: readonly Q[], options: Options): Promise<(Q & Compiled)[]> {
  const { schemas, runnerEntry, signal, onProgress } = options;
  const byDatabase = new Map<string, Q[]>();
  for (const query of all) byDatabase.set(query.database, [...(byDatabase.get(query.database) ?? []), query]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-compile-'));
  const compiled = new Map<Q, Compiled>();
  try {
    // One runner for all: loading the parser takes longer than most queries.
    await withRunner(runnerEntry, signal, async (ready) => {
      for (const [database, some] of byDatabase) {
        const target = path.join(folder, `${compiled.size}.duckdb`);
        const built = await builtOr(await ready(), schemas, database, target);
        const found = built === true ? await compileOnDatabase(ready, target, some, signal) : null;
        for (const [index, query] of some.entries()) {
          const { instanceId } = query;
          const message = built === true ? null : built;
          compiled.set(query, found?.[index] ?? { instanceId, database, state: 'no schema', code: null, message });
        }
        fs.rmSync(target, { force: true });
        onProgress(compiled.size, all.length);
      }
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return all.map((query) => ({ ...query, ...compiled.get(query)! }));
}

/**
 * Compiles the `{instance_id}.sql` of a folder, each on the sample database of its instance, and says what it left out.
 * @throws AssayError INVALID_INPUT or NOTHING_TO_DO where files do not fit together
 */
export async function compileQueries({
  tasks,
  queries,
  ...options
}: Options & { readonly tasks: string; readonly queries: string }): Promise<{ compiled: Compiled[]; leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = [];
  const databases = await databasesOfTasks(tasks, leftOut);
  const compiled = await compileAll(await queriesOf(queries, databases, leftOut), options);
  return { compiled: compiled.map(({ sql: _sql, ...rest }) => rest), leftOut };
}
