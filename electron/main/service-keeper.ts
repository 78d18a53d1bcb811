import type { ServiceStopped } from '#shared/contract/desktop.ts';

/** A running service process. */
export type ServiceProcess<Port> = {
  /** Gives it the port on which it talks to the page. */
  connect(port: Port): void;
  /** Asks it to end, insists after a while, and resolves when it is gone. */
  stop(): Promise<void>;
};

export type ServiceKeeperOptions<Port> = {
  start(onExit: (reason: string) => void): ServiceProcess<Port>;
  createChannel(): { port1: Port; port2: Port };
  /** Hands the page its end; `restartReason` says why the service before stopped, null for the first. */
  deliver(port: Port, restartReason: string | null): void;
  tellStopped(event: ServiceStopped): void;
  /** Milliseconds of any steady clock. */
  now(): number;
};

/** So many unexpected ends within `CRASH_WINDOW` milliseconds, and the service is left alone. */
const CRASHES_TOLERATED = 5;
const CRASH_WINDOW = 60_000;

export type ServiceKeeper = {
  /** The page asks for a port. A page that had one (it was reloaded) gets a new service: the old one may still answer it. */
  connectPage(): Promise<void>;
  stop(): Promise<void>;
};

/** Keeps one service process for one page: starts it, starts it again when it ends by itself, and ends it. */
export function keepService<Port>(options: ServiceKeeperOptions<Port>): ServiceKeeper {
  let current: ServiceProcess<Port> | null = null;
  let stopped = false;
  let crashes: number[] = [];
  /** Stops and connections run one after the other: two services on one project would lock each other out. */
  let queue = Promise.resolve();

  function startAndDeliver(restartReason: string | null): void {
    // An exit is unexpected as long as `current` is still this process.
    let mine: ServiceProcess<Port> | null = null;
    try {
      mine = options.start((reason) => {
        if (current !== null && current === mine) recover(reason);
      });
    } catch (error) {
      options.tellStopped({ reason: error instanceof Error ? error.message : String(error), restarting: false });
      return;
    }
    current = mine;
    const { port1, port2 } = options.createChannel();
    mine.connect(port1);
    options.deliver(port2, restartReason);
  }

  function recover(reason: string): void {
    current = null;
    const time = options.now();
    crashes = [...crashes.filter((earlier) => time - earlier < CRASH_WINDOW), time];
    const restarting = crashes.length < CRASHES_TOLERATED;
    options.tellStopped({ reason, restarting });
    if (restarting && !stopped) startAndDeliver(reason);
  }

  async function stopCurrent(): Promise<void> {
    const old = current;
    current = null;
    await old?.stop();
  }

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work, work);
    return queue;
  };

  return {
    connectPage: () =>
      enqueue(async () => {
        await stopCurrent();
        if (!stopped) startAndDeliver(null);
      }),
    stop() {
      stopped = true;
      return enqueue(stopCurrent);
    },
  };
}
