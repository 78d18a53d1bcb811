import { expect, test } from 'vitest';
import type { ServiceStopped } from '#shared/contract/desktop.ts';
import { keepService } from './service-keeper.ts';

/** A keeper over services that are only numbers; `end` lets the n-th end by itself. */
function makeKeeper() {
  const log: string[] = [];
  const told: ServiceStopped[] = [];
  const ends: ((reason: string) => void)[] = [];
  const clock = { now: 0 };
  let refuse = false;
  const keeper = keepService<string>({
    start(onExit) {
      if (refuse) throw new Error('no Node.js');
      const number = ends.push(onExit);
      log.push(`start ${number}`);
      return {
        connect: (port) => log.push(`connect ${number} ${port}`),
        async stop() {
          log.push(`stop ${number}`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          log.push(`gone ${number}`);
          onExit('asked to');
        },
      };
    },
    createChannel: () => ({ port1: 'service end', port2: 'page end' }),
    deliver: (port, reason) => log.push(`deliver ${port} ${reason}`),
    tellStopped: (event) => told.push(event),
    now: () => clock.now,
  });
  return {
    keeper,
    log,
    told,
    clock,
    end: (number: number, reason: string) => ends[number - 1]?.(reason),
    refuseToStart: () => {
      refuse = true;
    },
  };
}

const first = ['start 1', 'connect 1 service end', 'deliver page end null'];

test('a page that asks gets a service and a port', async () => {
  const { keeper, log, told } = makeKeeper();
  await keeper.connectPage();
  expect(log).toEqual(first);
  expect(told).toEqual([]);
});

test('a service that ends by itself is started again, and the page is told why', async () => {
  const { keeper, log, told, end } = makeKeeper();
  await keeper.connectPage();
  end(1, 'SIGKILL');
  expect(told).toEqual([{ reason: 'SIGKILL', restarting: true }]);
  expect(log.slice(3)).toEqual(['start 2', 'connect 2 service end', 'deliver page end SIGKILL']);
});

test('a reloaded page gets a new service, started only when the old one is gone', async () => {
  const { keeper, log, told } = makeKeeper();
  await keeper.connectPage();
  await Promise.all([keeper.connectPage(), keeper.connectPage()]);
  expect(log.slice(3).filter((line) => /start|gone/.test(line))).toEqual(['gone 1', 'start 2', 'gone 2', 'start 3']);
  expect(told).toEqual([]);
});

test('a stopped service is not started again, nor one that a closing page still asks for', async () => {
  const { keeper, log, told } = makeKeeper();
  await keeper.connectPage();
  await Promise.all([keeper.stop(), keeper.connectPage()]);
  expect(log.slice(3)).toEqual(['stop 1', 'gone 1']);
  expect(told).toEqual([]);
});

test('a service that ends five times within a minute is left alone; slower failures are not counted together', async () => {
  const { keeper, told, clock, end } = makeKeeper();
  await keeper.connectPage();
  end(1, 'long ago');
  clock.now = 61_000;
  for (let number = 2; number <= 6; number++) end(number, 'again');
  expect(told.map((event) => event.restarting)).toEqual([true, true, true, true, true, false]);
});

test('a service that cannot be started is told, not thrown', async () => {
  const { keeper, told, refuseToStart } = makeKeeper();
  refuseToStart();
  await keeper.connectPage();
  expect(told).toEqual([{ reason: 'no Node.js', restarting: false }]);
});
