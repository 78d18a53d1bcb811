import fs from 'node:fs';
import path from 'node:path';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { currentRun } from '../database/executions.ts';
import { missingCalls } from '../database/recording.ts';
import { RunnerProcess } from '../execution/runner-process.ts';
import { buildDatabase } from '../local/build.ts';
import { compileQueries } from '../local/compile.ts';
import { importRecording, writeRecording } from '../recording/recording-file.ts';
import type { Session } from '../session.ts';

type Methods = 'local.build' | 'local.compile' | 'recording.import' | 'recording.export' | 'recording.missing';

function requirePath(file: string): string {
  if (fs.existsSync(file)) return file;
  throw new AssayError('NOT_FOUND', `There is no ${path.basename(file)}.`, { next: 'Check the path.' });
}

export const localHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'local.build': async ({ folder, target }) => {
    const runner = new RunnerProcess(session.files.runner);
    try {
      return await buildDatabase(runner, folder, target);
    } finally {
      runner.stop();
    }
  },
  'local.compile': ({ tasks, schemas, queries }, { signal, progress }) =>
    compileQueries({
      tasks: requirePath(tasks),
      schemas: requirePath(schemas),
      queries: requirePath(queries),
      runnerEntry: session.files.runner,
      signal,
      onProgress: (done, total) => progress({ phase: 'Compiling', done, total, etaSeconds: null }),
    }),
  'recording.import': ({ path: file }) => {
    const receipt = importRecording(session.db, requirePath(file));
    session.changed('project', 'execution');
    return receipt;
  },
  'recording.export': ({ path: file }) => ({ calls: writeRecording(session.db, file) }),
  'recording.missing': () => {
    const run = currentRun(session.db);
    return run === null ? [] : missingCalls(session.db, run).map((call) => ({ ...call, arguments: [...call.arguments] }));
  },
});
