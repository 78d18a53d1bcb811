import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { ASSAY, type AssayClient } from '#shared/contract/contract.ts';
import { createClient } from '#shared/contract/rpc.ts';
import type { Port, Wire } from '#shared/contract/wire.ts';

/** The folder that holds the built service beside the built command line. */
const BUILT = path.join(__dirname, '..');

function portOf(child: ChildProcess): Port {
  return {
    post: (message: Wire) => void child.send(message, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onClose: (listener) => void child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`)),
  };
}

/** Starts a service process for the time of `work`: the same that the window uses. */
export async function withService<T>(work: (client: AssayClient) => Promise<T>): Promise<T> {
  const child = fork(path.join(BUILT, 'service', 'main.cjs'), ['--files', BUILT], {
    execArgv: [],
    serialization: 'advanced',
    // Not our own group's Ctrl-C: a cancellation goes through the contract, so that finished work is stored.
    detached: process.platform !== 'win32',
  });
  try {
    return await work(createClient(ASSAY, portOf(child)));
  } finally {
    if (child.connected) child.disconnect();
  }
}
