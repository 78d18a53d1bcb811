import fs from 'node:fs';
import path from 'node:path';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { AiCall } from '#shared/model/recording.ts';
import { connectionFrom } from '../connections/connection-source.ts';
import { databasesOn } from '../database/benchmark.ts';
import { compiledQueries, putCompiled, queriesToCompile } from '../database/compiled.ts';
import { currentRun } from '../database/executions.ts';
import { missingCalls, putRecordedCall, recordedCallCount, recordedCalls } from '../database/recording.ts';
import { SnowflakeEngine } from '../engines/snowflake/snowflake-engine.ts';
import { withRunner } from '../execution/with-runner.ts';
import { buildDatabase } from '../local/build.ts';
import { compileAll, compileQueries } from '../local/compile.ts';
import { makeRecording } from '../recording/make-recording.ts';
import { importRecording, linesOfCalls, writeRecording } from '../recording/recording-file.ts';
import type { Session } from '../session.ts';

type Methods =
  | 'local.build'
  | 'local.compile'
  | 'local.compileProject'
  | 'local.compiled'
  | 'recording.make'
  | 'recording.summary'
  | 'recording.file'
  | 'recording.import'
  | 'recording.export'
  | 'recording.missing';

/** Calls that the current run lacked; none where nothing has run. */
function missingNow(session: Session): AiCall[] {
  const run = currentRun(session.db);
  return run === null ? [] : missingCalls(session.db, run);
}

function requirePath(file: string): string {
  if (fs.existsSync(file)) return file;
  throw new AssayError('NOT_FOUND', `There is no ${path.basename(file)}.`, { next: 'Check the path.' });
}

export const localHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'local.build': ({ folder, target }, { signal }) =>
    withRunner(session.files.runner, signal, async (ready) => buildDatabase(await ready(), folder, target)),
  'local.compile': ({ tasks, schemas, queries }, { signal, progress }) =>
    compileQueries({
      tasks: requirePath(tasks),
      schemas: requirePath(schemas),
      queries: requirePath(queries),
      runnerEntry: session.files.runner,
      signal,
      onProgress: (done, total) => progress({ phase: 'Compiling', done, total, etaSeconds: null }),
    }),
  'local.compileProject': async ({ schemas }, { signal, progress }) => {
    const { db } = session;
    const queries = queriesToCompile(db);
    if (queries.length === 0) {
      throw new AssayError('NOTHING_TO_DO', 'No gold and no prediction is in Snowflake’s dialect.', {
        next: 'Import a benchmark for Snowflake first.',
      });
    }
    const compiled = await compileAll(queries, {
      schemas: requirePath(schemas),
      runnerEntry: session.files.runner,
      signal,
      onProgress: (done, total) => progress({ phase: 'Compiling', done, total, etaSeconds: null }),
    });
    putCompiled(db, compiled);
    session.changed('execution');
    return { queries: compiled.length };
  },
  'local.compiled': () => compiledQueries(session.db),
  'recording.make': async ({ connection: source }, { signal, progress }) => {
    const { db } = session;
    const calls = missingNow(session);
    if (calls.length === 0) {
      throw new AssayError('NOTHING_TO_DO', 'The run lacked no call.', {
        next: 'Run the queries first: what they lack is asked.',
      });
    }
    const connection = await connectionFrom(source, session.keychain);
    const engine = new SnowflakeEngine({ connection, tag: 'assay', allowUnparsed: false, knownObjects: () => null });
    try {
      return await makeRecording({
        engine,
        location: connection.settings.database ?? databasesOn(db, 'snowflake')[0]?.location ?? 'SNOWFLAKE',
        calls,
        store: (call) => putRecordedCall(db, call, `Snowflake, connection ${connection.settings.name}`),
        signal,
        onProgress: (done, total) => progress({ phase: 'Asking Snowflake', done, total, etaSeconds: null }),
      });
    } finally {
      await engine.close();
      session.changed('project', 'execution');
    }
  },
  'recording.summary': () => ({ calls: recordedCallCount(session.db), missing: missingNow(session).length }),
  'recording.file': ({ which }) => ({
    name: which === 'answers' ? 'recording.jsonl' : 'missing-calls.jsonl',
    bytes: new TextEncoder().encode(linesOfCalls(which === 'answers' ? recordedCalls(session.db) : missingNow(session))),
  }),
  'recording.import': async ({ path: file }) => {
    const receipt = await importRecording(session.db, requirePath(file));
    session.changed('project', 'execution');
    return receipt;
  },
  'recording.export': ({ path: file }) => ({ calls: writeRecording(session.db, file) }),
  'recording.missing': () => missingNow(session).map((call) => ({ ...call, arguments: [...call.arguments] })),
});
