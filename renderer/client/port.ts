import type { PortMessage } from '#shared/contract/desktop.ts';
import type { Port } from '#shared/contract/wire.ts';
import { desktop } from './desktop.ts';

/** What happens on the line to the service. */
export type LineEvents = {
  /** A service answers at the port; `restartReason` says why the one before stopped, null the first time. */
  onPort: (port: Port, restartReason: string | null) => void;
  onStopped: (reason: string, restarting: boolean) => void;
};

const isPortMessage = (data: unknown): data is PortMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'assay:port';

/** A MessagePort as the contract's {@link Port}. A message port cannot tell that its other end died: `close` says it. */
function portOf(channel: MessagePort): { port: Port; close: (reason: string) => void } {
  const closeListeners: ((reason: string) => void)[] = [];
  const port: Port = {
    post: (message) => channel.postMessage(message),
    onMessage(listener) {
      channel.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data));
      channel.start();
    },
    onClose: (listener) => void closeListeners.push(listener),
  };
  return {
    port,
    close(reason) {
      channel.close();
      for (const listener of closeListeners.splice(0)) listener(reason);
    },
  };
}

/** Asks for a port and listens for those that follow after a restart of the service. */
export function openLine(events: LineEvents): void {
  let close: ((reason: string) => void) | null = null;
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== window || !isPortMessage(event.data)) return;
    const channel = event.ports[0];
    if (!channel) return;
    close?.('it was started again');
    const line = portOf(channel);
    close = line.close;
    events.onPort(line.port, event.data.restartReason);
  });
  desktop().onServiceStopped(({ reason, restarting }) => {
    close?.(reason);
    close = null;
    events.onStopped(reason, restarting);
  });
  desktop().requestPort();
}
