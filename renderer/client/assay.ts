import { create } from 'zustand';
import { ASSAY, type AssayClient, type AssayContract } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import {
  type CallOptions,
  createClient,
  type EventData,
  type EventName,
  type MethodName,
  type Params,
  type Progress,
  type Result,
} from '#shared/contract/rpc.ts';
import { type Failure, failureOf } from './errors.ts';
import { openLine } from './port.ts';

export type AssayMethod = MethodName<AssayContract>;
export type AssayParams<K extends AssayMethod> = Params<AssayContract, K>;
export type AssayResult<K extends AssayMethod> = Result<AssayContract, K>;
export type AssayProgress<K extends AssayMethod> = Progress<AssayContract, K>;
type AssayEvent = EventName<AssayContract>;

export type Connection = {
  state: 'connecting' | 'ready' | 'restarting' | 'stopped';
  /** The latest restart; the strip shows it until it is dismissed. */
  restart: { reason: string; at: Date; failure: Failure | null } | null;
  /** Why the service is left alone, where it is. */
  stopReason: string | null;
};

/** How the service is doing. */
export const useConnection = create<Connection>(() => ({ state: 'connecting', restart: null, stopReason: null }));

type Gate = {
  promise: Promise<AssayClient>;
  /** Once it is open. */
  client: AssayClient | null;
  open: (client: AssayClient) => void;
  shut: (error: AssayError) => void;
};

function newGate(): Gate {
  let open: Gate['open'] = () => {};
  let shut: Gate['shut'] = () => {};
  const promise = new Promise<AssayClient>((resolve, reject) => {
    open = resolve;
    shut = reject;
  });
  // Whoever waits sees the rejection; that nobody waits is no error.
  promise.catch(() => {});
  const own: Gate = {
    promise,
    client: null,
    open(client) {
      own.client = client;
      open(client);
    },
    shut,
  };
  return own;
}

let gate = newGate();
const listeners = new Map<AssayEvent, Set<(data: never) => void>>();
let restoring: (client: AssayClient) => Promise<void> = async () => {};
const restartListeners = new Set<() => void>();

/** Calls the service. Calls made while it starts, or starts again, wait for it. */
async function call<K extends AssayMethod>(
  method: K,
  params: AssayParams<K>,
  options?: CallOptions<AssayProgress<K>>,
): Promise<AssayResult<K>> {
  // An open gate is passed at once: the service works on a label while the page draws it.
  const client = gate.client ?? (await gate.promise);
  return client.call(method, params, options);
}

/** Listens to an event of the service, across its restarts. */
function on<K extends AssayEvent>(name: K, listener: (data: EventData<AssayContract, K>) => void): () => void {
  const set = listeners.get(name) ?? new Set();
  listeners.set(name, set);
  set.add(listener);
  return () => void set.delete(listener);
}

/** The service, whichever process answers for it now. */
export const assay = { call, on };

/** What a fresh service must be told before anybody else speaks with it: the project that is open. */
export function setRestoring(restore: (client: AssayClient) => Promise<void>): void {
  restoring = restore;
}

/** Hears when a restarted service is ready again. */
export function onRestarted(listener: () => void): () => void {
  restartListeners.add(listener);
  return () => void restartListeners.delete(listener);
}

export const dismissRestart = (): void => useConnection.setState({ restart: null });

async function welcome(client: AssayClient, restartReason: string | null): Promise<void> {
  for (const name of Object.keys(ASSAY.events) as AssayEvent[]) {
    client.on(name, (data) => {
      for (const listener of listeners.get(name) ?? []) listener(data as never);
    });
  }
  const failure = restartReason === null ? null : await restoring(client).then(() => null, failureOf);
  gate.open(client);
  const restart = restartReason === null ? null : { reason: restartReason, at: new Date(), failure };
  useConnection.setState({ state: 'ready', stopReason: null, ...(restart ? { restart } : {}) });
  if (restart) for (const listener of restartListeners) listener();
}

/** Connects to the service; once, when the page starts. */
export function connect(): void {
  let used = false;
  openLine({
    onPort(port, restartReason) {
      if (used) gate = newGate();
      used = true;
      void welcome(createClient(ASSAY, port), restartReason);
    },
    onStopped(reason, restarting) {
      if (used) gate = newGate();
      used = false;
      useConnection.setState({ state: restarting ? 'restarting' : 'stopped', stopReason: restarting ? null : reason });
      if (!restarting)
        gate.shut(
          new AssayError('SERVICE_STOPPED', `The service stopped (${reason}).`, {
            next: 'Start Assay again. Everything acknowledged before is on disk.',
          }),
        );
    },
  });
}
