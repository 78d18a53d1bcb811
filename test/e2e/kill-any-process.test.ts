import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance } from '../helpers/chance.ts';
import { alive, commandLineOf, family, isService, startedWith, until, wasKilled } from '../helpers/processes.ts';
import { readProject } from '../helpers/project-file.ts';
import { inWindow, type RunningApp, startApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { startInSampleRoom } from './steps.ts';

// A script labels in the real window while each kind of process is killed in turn: whatever the foot called saved is on disk.

/** ASSAY_KILLS=200 kills as often as the promise is made for. */
const ROUNDS = Number(process.env.ASSAY_KILLS ?? 8);
const SEED = 20_261;
/** Where a round of the script is struck: one of its keys. */
const KEYS_PER_ROUND = 24;

const KINDS = ['service', 'renderer', 'gpu', 'utility', 'runner', 'zygote', 'main'] as const;
type Kind = (typeof KINDS)[number];

const folder = await sampleFolder();
const file = path.join(folder, 'Assay sample.assay');
const random = chance(SEED);
let running: RunningApp;

/** What the window showed of an item while its foot called everything saved. */
type Shown = { instance: string; system: string; note: string; codes: string[]; undoSteps: number };
const acknowledged = new Map<string, Shown>();
let undoSteps = 0;

beforeAll(async () => {
  running = await startInSampleRoom(folder);
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

const inPage = <T>(code: string): Promise<T | null> => inWindow<T>(running.app, code);

/** Sends keys as the system does. */
const press = (...keys: string[]): Promise<unknown> =>
  Promise.race([
    running.app
      .evaluate(({ BrowserWindow }, sent) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]!;
        if (webContents.isCrashed()) return;
        webContents.focus();
        for (const key of sent) {
          const keyCode = key.replace('Shift+', '');
          const modifiers: 'shift'[] = key === keyCode ? [] : ['shift'];
          webContents.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
          if (keyCode.length === 1) webContents.sendInputEvent({ type: 'char', keyCode, modifiers });
          webContents.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
        }
      }, keys)
      .catch(() => {}),
    wait(3_000),
  ]);

/** Waits longer than a typed key is held back, then until nothing is under way, and answers what is shown at that moment. */
const SHOWN = `new Promise((resolve) => {
  const look = (left) => {
    const saved = document.querySelector('.app-saved');
    if (left === 0) return resolve(null);
    if (saved?.getAttribute('aria-busy') !== 'false') return setTimeout(look, 5, left - 1);
    const tab = document.querySelector('.room-systems [role=tab][aria-selected=true]');
    const note = document.querySelector('.room-note');
    const heading = document.querySelector('[data-pane=instance] h1');
    if (!tab || !note || !heading) return resolve(null);
    resolve({
      instance: heading.textContent,
      system: tab.dataset.system,
      note: note.value,
      codes: (tab.querySelector('.room-system-codes').textContent.match(/C[1-5]/g) ?? []),
      undoSteps: Number((/([\\d,]+) undo step/.exec(document.querySelector('.app-status-end').textContent)?.[1] ?? '0').replace(',', '')),
    });
  };
  setTimeout(look, 80, 200);
})`;

async function acknowledge(): Promise<boolean> {
  const shown = await inPage<Shown>(SHOWN);
  if (shown === null) return false;
  acknowledged.set(`${shown.instance} ${shown.system}`, shown);
  undoSteps = Math.max(undoSteps, shown.undoSteps);
  return true;
}

function kindOf(pid: number): Kind | null {
  const command = commandLineOf(pid);
  if (command.includes('--type=renderer')) return 'renderer';
  if (command.includes('--type=gpu-process')) return 'gpu';
  if (command.includes('--type=zygote')) return 'zygote';
  if (isService(pid)) return 'service';
  if (command.includes('--type=utility')) return 'utility';
  return command.includes('sql-runner') ? 'runner' : null;
}

const main = () => running.app.process().pid!;
const processesOf = (kind: Kind): number[] => (kind === 'main' ? [main()] : family(main()).filter((pid) => kindOf(pid) === kind));

const isInRoom = () =>
  inPage<boolean>("document.querySelector('.room-note') !== null && document.querySelector('[data-pane=results]') !== null");

/** Into the room again, whichever screen has come back. */
async function backInRoom(after: string): Promise<void> {
  const isBack = await until(
    async () => {
      if (await isInRoom()) return true;
      await press('Escape', 'g', 'l');
      return false;
    },
    30_000,
    500,
  );
  const seen = isBack || (await inPage('document.body.innerText.slice(0, 400)'));
  expect(seen, `the room after ${after}`).toBe(true);
}

/** Compares the file, which no process holds, with everything acknowledged so far. A script only ever adds. */
function check(): void {
  const stored = new Map(
    readProject<{ instance: string; system: string; body: string }>(
      file,
      `SELECT instance.instance_id AS instance, system.name AS system, body FROM label
       JOIN instance ON instance.id = label.instance_id JOIN system ON system.id = system_id`,
    ).map((row) => [`${row.instance} ${row.system}`, JSON.parse(row.body) as { note: string; codes: string[] }]),
  );
  for (const [key, { note, codes }] of acknowledged) {
    if (note === '' && codes.length === 0) continue;
    const label = stored.get(key);
    expect(label?.note.slice(0, note.length), `note of ${key}`).toBe(note);
    expect(label?.codes, `codes of ${key}`).toEqual(expect.arrayContaining(codes));
  }
  const [steps] = readProject<{ steps: number }>(
    file,
    "SELECT count(DISTINCT step) AS steps FROM label_change WHERE kind = 'edit'",
  );
  expect(steps!.steps).toBeGreaterThanOrEqual(undoSteps);
}

/** Kills main, waits until all that it started is gone, looks at the file, and opens the project anew. */
async function killMain(): Promise<void> {
  const all = family(main());
  process.kill(main(), 'SIGKILL');
  // A service that was being started anew is in no list of before, and folds the log into the file while that is copied.
  const left = () => [...alive(all), ...startedWith('ASSAY_USER_DATA', folder)];
  expect(await until(() => left().length === 0, 30_000), 'processes that outlive main').toBe(true);
  check();
  running = await startApp(folder);
  await running.page.getByText('Assay sample').first().waitFor();
  await running.page.keyboard.press('Enter');
  await running.page.getByRole('navigation', { name: 'Steps' }).waitFor();
  await backInRoom('main was killed');
}

test(
  `${ROUNDS} kills of every kind of process while labelling: what the window called saved is on disk`,
  async () => {
    const killed = new Map<Kind, number>();
    let saved = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const kind = KINDS[round % KINDS.length]!;
      const at = Math.floor(random() * KEYS_PER_ROUND);
      await press('Escape', 'j');
      // A code where there is none (its key takes one away as well), then a note key by key; a trial has a query running
      // meanwhile.
      const hasCodes = (await inPage<Shown>(SHOWN))?.codes.length !== 0;
      if (kind === 'runner') await press('Shift+E');
      const keys = [
        hasCodes ? 'Escape' : `${1 + Math.floor(random() * 4)}`,
        'n',
        ...`kill ${round} ${kind} noted`.padEnd(KEYS_PER_ROUND - 3).slice(0, KEYS_PER_ROUND - 3),
        'Escape',
      ];
      for (const [index, key] of keys.entries()) {
        if (index === at) {
          if (random() < 0.5 && (await acknowledge())) saved++;
          if (kind === 'main') break;
          // A runner lives as long as its query: it is waited for, not long.
          await until(() => kind !== 'runner' || processesOf(kind).length > 0, 300);
          const found = processesOf(kind);
          if (found.length > 0 && wasKilled(found[Math.floor(random() * found.length)]!)) {
            killed.set(kind, (killed.get(kind) ?? 0) + 1);
          }
        }
        await press(key);
        if (index < at && random() < 0.2 && (await acknowledge())) saved++;
      }
      if (kind === 'main' || kind === 'zygote') {
        killed.set('main', (killed.get('main') ?? 0) + 1);
        await killMain();
      } else await backInRoom(`${kind} was killed`);
    }
    await killMain();
    console.log(`${saved} times saved, ${[...killed].map(([kind, count]) => `${kind} ${count}`).join(', ')} (seed ${SEED})`);
    expect(saved).toBeGreaterThan(ROUNDS / 2);
  },
  120_000 + ROUNDS * 60_000,
);
