import type { Port, Wire } from '#shared/contract/wire.ts';

/** A utility process gets the window's port in a message of its own; a plain Node child talks over its own channel. */
type ParentPort = {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown; ports: TransferredPort[] }) => void): void;
};
type TransferredPort = {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
  start(): void;
};

const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;

const ofTransferred = (port: TransferredPort): Port => {
  port.start();
  return {
    post: (message: Wire) => port.postMessage(message),
    onMessage: (listener) => port.on('message', (event) => listener(event.data)),
    onClose: (listener) => port.on('close', () => listener('the window closed its port')),
  };
};

const ofChannel = (): Port => ({
  post: (message: Wire) => void process.send?.(message, undefined, undefined, () => {}),
  onMessage: (listener) => void process.on('message', listener),
  onClose: (listener) => void process.once('disconnect', () => listener('the parent process is gone')),
});

/** The way to the process that started this one, beside the clients' messages. */
export const parentChannel = {
  send: (message: unknown): void => {
    if (parentPort) parentPort.postMessage(message);
    else process.send?.(message, undefined, undefined, () => {});
  },
  onMessage: (listener: (message: unknown) => void): void => {
    if (parentPort) parentPort.on('message', ({ data }) => listener(data));
    else process.on('message', listener);
  },
};

/**
 * Calls `connect` for each client that comes (a reloaded window brings a new port) and `end` when the service is to stop.
 */
export function acceptClients(connect: (port: Port) => void, end: () => void): void {
  if (!parentPort) {
    connect(ofChannel());
    process.once('disconnect', end);
    return;
  }
  parentPort.on('message', ({ data, ports }) => {
    const type = (data as { type?: unknown } | null)?.type;
    if (type === 'port' && ports[0]) connect(ofTransferred(ports[0]));
    else if (type === 'stop') end();
  });
}
