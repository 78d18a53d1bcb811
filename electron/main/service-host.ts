import { fork } from 'node:child_process';
import { type MessagePortMain, utilityProcess } from 'electron';
import { type KeychainReply, keychainRequestSchema } from '#shared/contract/keychain.ts';
import type { Connection } from '#shared/model/connection.ts';
import type { ServiceProcess } from './service-keeper.ts';

/** How long the service may take to finish writing when it is asked to end, in milliseconds. */
const PATIENCE = 5_000;
/** How much of the end of its error output is kept to tell why it stopped, in characters. */
const TAIL = 4_000;

export type ServiceProgram = {
  readonly entry: string;
  readonly args: readonly string[];
  /** A Node.js of version 22.12 or newer, for Electrons that are too old for the service's native code. */
  readonly node: string | undefined;
  /** A connection with its secret, when the service asks for it. */
  connection(name: string): Connection | null;
  /** Keeps a connection that the service read from a file. */
  keepConnection(connection: Connection): void;
};

/**
 * Answers about a whole project leave much that is soon forgotten, and V8 by itself lets it lie until a heap has grown by
 * hundreds of megabytes. A small nursery and a heap that is swept before it has grown by half hold the process and its
 * threads at some 115 to 145 MB on 10,000 instances × 10 systems.
 */
const NODE_FLAGS = ['--max-semi-space-size=4', '--initial-old-space-size=24', '--heap-growing-percent=40'];

/**
 * Bytes from which an allocation is given back to the system as soon as it is freed. By itself glibc raises this to 32 MB
 * once something large was freed, and what was compared then stays: 120 MB after a result of 100,000 × 100.
 */
const LARGE_ALLOCATION = '131072';

/** better-sqlite3 13 needs Node-API 10. A current Electron has it; the fallback runtime, Electron 25, has 8. */
const needsPlainNode = (): boolean => Number(process.versions.napi) < 10;

/**
 * Starts a service process: in a current Electron a utility process, else a plain Node child.
 * `onExit` is called once, however it ended. Throws where the Node.js that the latter needs is not known.
 */
export function startService(program: ServiceProgram, onExit: (reason: string) => void): ServiceProcess<MessagePortMain> {
  if (!needsPlainNode()) return startUtilityProcess(program, onExit);
  if (program.node === undefined) {
    throw new Error(
      `Electron ${process.versions.electron} is too old to run the service by itself. Start Assay with npm start, which finds a Node.js for it.`,
    );
  }
  return startNodeChild(program, program.node, onExit);
}

/** The answer to a service that asks for a connection or brings one; null where a message is something else. */
function keychainAnswer(program: ServiceProgram, message: unknown): KeychainReply | null {
  const request = keychainRequestSchema.safeParse(message);
  if (!request.success) return null;
  const { id } = request.data;
  if (request.data.type === 'keychain:get') {
    return { type: 'keychain:connection', id, connection: program.connection(request.data.name) };
  }
  try {
    program.keepConnection(request.data.connection);
    return { type: 'keychain:kept', id, problem: null };
  } catch (error) {
    return { type: 'keychain:kept', id, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Passes error output on and keeps its end. */
function keepTail(stream: NodeJS.ReadableStream | null): () => string {
  let tail = '';
  stream?.on('data', (text: Buffer) => {
    process.stderr.write(text);
    tail = (tail + text.toString('utf8')).slice(-TAIL);
  });
  return () => tail;
}

/** "exit code 1: Error: no such file": the first line that names an error, else how it ended. */
function reasonOf(end: string, errorOutput: string): string {
  const line = errorOutput.split('\n').find((candidate) => /^\w*Error\b/.test(candidate.trim()));
  return line === undefined ? end : `${end}: ${line.trim()}`;
}

/** The page and the service hold the two ends of the port: main sees none of the messages. */
function startUtilityProcess(program: ServiceProgram, onExit: (reason: string) => void): ServiceProcess<MessagePortMain> {
  const child = utilityProcess.fork(program.entry, [...program.args], {
    serviceName: 'Assay service',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  child.on('message', (message: unknown) => {
    const answer = keychainAnswer(program, message);
    if (answer) child.postMessage(answer);
  });
  const tail = keepTail(child.stderr);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      resolve();
      onExit(reasonOf(`exit code ${code}`, tail()));
    });
  });
  return {
    connect: (port) => child.postMessage({ type: 'port' }, [port]),
    async stop() {
      child.postMessage({ type: 'stop' });
      const timer = setTimeout(() => child.kill(), PATIENCE);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** A plain child cannot take a port, so main relays between the two without looking at the messages. */
function startNodeChild(
  program: ServiceProgram,
  node: string,
  onExit: (reason: string) => void,
): ServiceProcess<MessagePortMain> {
  const env = { ...process.env };
  delete env.ELECTRON_RUN_AS_NODE;
  delete env.NODE_OPTIONS;
  env.MALLOC_MMAP_THRESHOLD_ = LARGE_ALLOCATION;
  const child = fork(program.entry, [...program.args], {
    execPath: node,
    execArgv: NODE_FLAGS,
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const tail = keepTail(child.stderr);
  let stopping = false;
  const exited = new Promise<void>((resolve) => {
    let settled = false;
    const settle = (end: string) => {
      if (settled) return;
      settled = true;
      resolve();
      onExit(reasonOf(end, tail()));
    };
    child.once('error', (error) => {
      if (child.pid === undefined) settle(error.message);
    });
    // 'close' comes after the last message and the last error output, 'exit' may not. But Node.js gives no 'close' to
    // whoever closed the channel himself, as stop() does.
    child.once('close', (code, signal) => settle(signal ?? `exit code ${code}`));
    child.once('exit', (code, signal) => {
      if (stopping) settle(signal ?? `exit code ${code}`);
    });
  });
  return {
    connect(port) {
      child.on('message', (message) => {
        const answer = keychainAnswer(program, message);
        if (answer) child.send(answer, () => {});
        else port.postMessage(message);
      });
      port.on('message', ({ data }) => {
        // A page's requests only: what main and the service say to each other has no `t`.
        if (child.connected && typeof data === 'object' && data !== null && 't' in data) child.send(data, () => {});
      });
      port.start();
    },
    async stop() {
      stopping = true;
      // The service ends itself when its channel closes.
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      await exited;
      clearTimeout(timer);
    },
  };
}
