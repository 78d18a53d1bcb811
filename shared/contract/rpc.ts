import type { z } from 'zod';
import { AssayError, fromWireError, toWireError } from './errors.ts';
import { type Port, type Wire, wireSchema } from './wire.ts';

/** One method of a contract: what it takes, what it answers, and what it reports while it runs. */
export type Method<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType, G extends z.ZodType = z.ZodType> = {
  readonly params: P;
  readonly result: R;
  readonly progress: G;
};

export type Contract = {
  readonly methods: Readonly<Record<string, Method>>;
  readonly events: Readonly<Record<string, z.ZodType>>;
};

export type MethodName<C extends Contract> = keyof C['methods'] & string;
export type Params<C extends Contract, K extends MethodName<C>> = z.infer<C['methods'][K]['params']>;
export type Result<C extends Contract, K extends MethodName<C>> = z.infer<C['methods'][K]['result']>;
/** A result as it travels: the calling side's schema may unpack it. */
export type Answer<C extends Contract, K extends MethodName<C>> = z.input<C['methods'][K]['result']>;
export type Progress<C extends Contract, K extends MethodName<C>> = z.infer<C['methods'][K]['progress']>;
export type EventName<C extends Contract> = keyof C['events'] & string;
export type EventData<C extends Contract, K extends EventName<C>> = z.infer<C['events'][K]>;

export type CallOptions<G> = { onProgress?: (data: G) => void; signal?: AbortSignal };

export type Client<C extends Contract> = {
  /** Calls a method; rejects with an {@link AssayError} that carries the service's code, next step and cause. */
  call<K extends MethodName<C>>(method: K, params: Params<C, K>, options?: CallOptions<Progress<C, K>>): Promise<Result<C, K>>;
  /** Listens to a service event; the returned function stops listening. */
  on<K extends EventName<C>>(name: K, listener: (data: EventData<C, K>) => void): () => void;
  onClose(listener: (reason: string) => void): void;
};

/** The calling side. Everything that arrives is checked against the contract here, once. */
export function createClient<C extends Contract>(contract: C, port: Port): Client<C> {
  type Pending = {
    method: string;
    resolve(value: unknown): void;
    reject(error: unknown): void;
    onProgress: ((data: unknown) => void) | undefined;
    release(): void;
  };
  let nextId = 1;
  let closed: string | null = null;
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  const closeListeners = new Set<(reason: string) => void>();
  const stopped = (reason: string) =>
    new AssayError('SERVICE_STOPPED', `The service stopped (${reason}).`, { next: 'Everything acknowledged before is on disk.' });

  port.onMessage((raw) => {
    const message = wireSchema.parse(raw);
    if (message.t === 'evt') {
      const schema = contract.events[message.name];
      if (schema) for (const listener of listeners.get(message.name) ?? []) listener(schema.parse(message.data));
      return;
    }
    if (message.t === 'req' || message.t === 'cancel') return;
    const call = pending.get(message.id);
    if (!call) return;
    const method = contract.methods[call.method]!;
    if (message.t === 'prog') {
      call.onProgress?.(method.progress.parse(message.data));
      return;
    }
    pending.delete(message.id);
    call.release();
    if (message.t === 'err') return call.reject(fromWireError(message.error));
    const result = method.result.safeParse(message.result);
    if (result.success) call.resolve(result.data);
    else call.reject(new AssayError('BUG', `The answer of ${call.method} breaks the contract.`, { cause: result.error }));
  });
  port.onClose((reason) => {
    closed = reason;
    for (const call of pending.values()) {
      call.release();
      call.reject(stopped(reason));
    }
    pending.clear();
    for (const listener of closeListeners) listener(reason);
  });

  return {
    call(method, params, options = {}) {
      return new Promise((resolve, reject) => {
        if (closed !== null) return reject(stopped(closed));
        const id = nextId++;
        const { signal, onProgress } = options;
        const cancel = () => port.post({ t: 'cancel', id });
        pending.set(id, {
          method,
          resolve: resolve as (value: unknown) => void,
          reject,
          onProgress: onProgress as ((data: unknown) => void) | undefined,
          release: () => signal?.removeEventListener('abort', cancel),
        });
        port.post({ t: 'req', id, method, params });
        if (signal?.aborted) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
      });
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener as (data: unknown) => void);
      return () => void set.delete(listener as (data: unknown) => void);
    },
    onClose: (listener) => void closeListeners.add(listener),
  };
}

export type CallContext<G> = { progress(data: G): void; readonly signal: AbortSignal };

export type Handlers<C extends Contract, K extends MethodName<C> = MethodName<C>> = {
  [M in K]: (params: Params<C, M>, context: CallContext<Progress<C, M>>) => Answer<C, M> | Promise<Answer<C, M>>;
};

export type Emit<C extends Contract> = <K extends EventName<C>>(name: K, data: EventData<C, K>) => void;

/** The answering side: parameters are checked against the contract before a handler sees them. */
export function serve<C extends Contract>(contract: C, port: Port, handlers: Handlers<C>): Emit<C> {
  const running = new Map<number, AbortController>();

  const answer = async (message: Extract<Wire, { t: 'req' }>) => {
    const controller = new AbortController();
    running.set(message.id, controller);
    try {
      const method = Object.hasOwn(contract.methods, message.method) ? contract.methods[message.method] : undefined;
      if (!method) throw new AssayError('UNKNOWN_METHOD', `There is no method ${message.method}.`);
      const params = method.params.safeParse(message.params);
      if (!params.success) {
        throw new AssayError('INVALID_INPUT', `The parameters of ${message.method} are not valid: ${params.error.message}`);
      }
      const handler = handlers[message.method as MethodName<C>] as (p: unknown, c: CallContext<unknown>) => unknown;
      const result = await handler(params.data, {
        progress: (data) => port.post({ t: 'prog', id: message.id, data }),
        signal: controller.signal,
      });
      port.post({ t: 'ok', id: message.id, result });
    } catch (error) {
      port.post({ t: 'err', id: message.id, error: toWireError(error) });
    } finally {
      running.delete(message.id);
    }
  };

  port.onMessage((raw) => {
    const message = wireSchema.safeParse(raw);
    if (!message.success) return;
    if (message.data.t === 'cancel') running.get(message.data.id)?.abort();
    else if (message.data.t === 'req') void answer(message.data);
  });
  port.onClose(() => {
    for (const controller of running.values()) controller.abort();
  });
  return (name, data) => port.post({ t: 'evt', name, data });
}
