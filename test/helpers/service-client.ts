import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ASSAY, type AssayClient } from '#shared/contract/contract.ts';
import { createClient } from '#shared/contract/rpc.ts';
import type { Port, Wire } from '#shared/contract/wire.ts';

/** The built parts: `npm run service` builds them before it runs the tests. */
export const BUILT = path.resolve(import.meta.dirname, '..', '..', 'dist');

/** A real service process, as the window and the command line start it. */
export type TestService = {
  readonly client: AssayClient;
  readonly pid: number;
  /** Ends the process by a signal; resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Lets go of the service, which then ends by itself; resolves when it is gone. */
  stop(): Promise<void>;
};

function portOf(child: ChildProcess): Port {
  return {
    post: (message: Wire) => void child.send(message, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onClose: (listener) => void child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`)),
  };
}

/** Starts a service process. It ends with the test process at the latest. */
export function startService(): TestService {
  const entry = path.join(BUILT, 'service', 'main.cjs');
  if (!fs.existsSync(entry)) throw new Error('dist/service is missing: run node scripts/build.mjs first');
  const child = fork(entry, ['--files', BUILT], { execArgv: [], serialization: 'advanced' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    client: createClient(ASSAY, portOf(child)),
    pid: child.pid!,
    kill: (signal) => {
      child.kill(signal);
      return gone;
    },
    stop: () => {
      if (child.connected) child.disconnect();
      return gone;
    },
  };
}

/** A service of its own for the time of `work`. */
export async function withService<T>(work: (service: TestService) => Promise<T>): Promise<T> {
  const service = startService();
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** The same with a project open; makes the project where there is none. */
export const withProject = <T>(file: string, work: (client: AssayClient, service: TestService) => Promise<T>): Promise<T> =>
  withService(async (service) => {
    const method = fs.existsSync(file) ? 'project.open' : 'project.create';
    await service.client.call(method, { path: file, annotator: 'mk' });
    return work(service.client, service);
  });
