import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { BUILT } from './service-client.ts';

export type Finished = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON; throws where it is none. Callers name the shape that the contract promises. */
  json<T>(): T;
};

/**
 * Runs the built command line, as `npm run -s assay -- …` does after its check that the build is fresh. `started` gets the
 * process, for tests that signal it.
 */
export function assay(args: readonly string[], input = '', started = (_child: ChildProcess) => {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(BUILT, 'cli', 'main.cjs'), ...args], { stdio: 'pipe' });
    started(child);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T }));
    child.stdin.end(input);
  });
}

/** The same, but a failure is an error of the test, with what the command said. */
export async function assayOk(args: readonly string[], input = ''): Promise<Finished> {
  const finished = await assay(args, input);
  if (finished.code !== 0) throw new Error(`assay ${args.join(' ')} ended with ${finished.code}:\n${finished.stderr}`);
  return finished;
}
