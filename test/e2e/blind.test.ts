import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillNamedProject, NAMED_SYSTEMS } from '../helpers/named-project.ts';
import { family, isService, wasKilled } from '../helpers/processes.ts';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, temporaryFolder } from './app.ts';
import {
  chooseSystem,
  instanceHere,
  itemHere,
  press as pressKeys,
  pressOn,
  runCommand,
  showTab,
  startWithProject,
  toggleFlag,
} from './steps.ts';

// Blind labelling in the real window: on no screen, in no dialog and in no title stands what is hidden, although the systems
// name themselves in what they wrote; and what is revealed is shown, logged and covered again.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);
const run = (title: string) => runCommand(page, title);
const here = () => instanceHere(page);
const gate = () => page.getByText('You label blind', { exact: true });

/** Everything that can be read in the window: the page with all its attributes, its title, the window's, and the menu. */
async function everything(): Promise<string> {
  const html = await page.evaluate(() => `${document.documentElement.outerHTML}\n${document.title}`);
  const outside = await running.app.evaluate(({ BrowserWindow, Menu }) => {
    const labels = (menu: Electron.Menu | null): string[] =>
      (menu?.items ?? []).flatMap((item) => [item.label, ...labels(item.submenu ?? null)]);
    return [...BrowserWindow.getAllWindows().map((window) => window.getTitle()), ...labels(Menu.getApplicationMenu())].join('\n');
  });
  return `${html}\n${outside}`;
}
/** What stands there of what is hidden: names as the systems write them too, verdicts, strata, flips and clusters. */
const HIDDEN = [/aurora/i, /basalt/i, /cirrus/i, /mismatch/i, /\bmatch under\b/, /mark-stratum/, /mark-flip/, /room-cluster/];
const leaks = async (): Promise<string[]> => {
  const text = await everything();
  return HIDDEN.filter((each) => each.test(text)).map(String);
};
const nothingLeaks = async (where: string) => expect.poll(leaks, { message: where }).toEqual([]);

beforeAll(async () => {
  running = await startWithProject(folder, (client) => fillNamedProject(client, folder));
  page = running.page;
  await press('b');
  await gate().waitFor();
}, 240_000);
afterAll(async () => {
  expect(running.problems).toEqual([]);
  await running.app.close().catch(() => {});
});

test('screens that tell of many instances stand behind a gate, also when they were seen before', async () => {
  for (const key of ['o', 's', 'r']) {
    await press('g', key);
    await gate().waitFor();
    await nothingLeaks(`g ${key}`);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'blind-gate');
});

test('every pane of every instance, its history and its trajectory name nobody', async () => {
  await press('g', 'l');
  await page.getByText('Revealing is logged.').waitFor();
  const seen = new Set<string>();
  for (let instance = 0; instance < 6; instance++) {
    await page.getByText('Revealing is logged.').waitFor();
    seen.add(await here());
    for (let system = 0; system < NAMED_SYSTEMS.length; system++) {
      await chooseSystem(page, system);
      for (const key of ['q', 't', 's', 'm'] as const) {
        await showTab(page, key);
        await nothingLeaks(`${await here()}, system ${system}, pane ${key}`);
      }
      await toggleFlag(page);
    }
    await press('q');
    if (instance < 5) await pressOn(page, ['j']);
  }
  expect(seen.size).toBeGreaterThan(3);
  await page.locator('.room-history').getByText('flagged').first().waitFor();
  await nothingLeaks('history');
});

test('the agent’s log is shown without the name it gives itself, and looking for that finds nothing', async () => {
  await press('t');
  for (let system = 0; system < NAMED_SYSTEMS.length; system++) {
    await chooseSystem(page, system);
    if (await page.getByText('and I look at the towns').count()) break;
  }
  await page
    .getByText(/^I am ▒{4}\u2060* and I look at the towns\.$/)
    .first()
    .waitFor();
  await picture(page, 'blind-trajectory');
  await press('q');
});

test('neither palette nor dialogs name anybody', async () => {
  await press('Control+k');
  const list = page.locator('#app-palette-list');
  for (const [word, sign] of [
    ['list executions', 'List executions: failed'],
    ['aurora', 'Nothing is called “aurora”'],
    ['S1', 'Nothing is called “S1”'],
    ['mismatch', 'Nothing is called “mismatch”'],
    ['', 'Commands'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Find or run' }).fill(word);
    await list.getByText(sign).first().waitFor();
    // What was typed is said to be nowhere.
    const found = (await list.innerHTML()).replaceAll(`“${word}”`, '');
    for (const each of HIDDEN) expect(found, word).not.toMatch(each);
  }
  await press('Escape');
  const dialog = page.getByRole('dialog');
  for (const title of ['List executions: failed', 'Compile queries on sample databases']) {
    await run(title);
    await dialog.getByText('You label blind', { exact: true }).waitFor();
    await nothingLeaks(title);
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await run('List executions: failed');
  await dialog.getByRole('button', { name: 'Show it; that is logged' }).click();
  await dialog.getByText('cirrus-agent').first().waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await nothingLeaks('after the list of executions');
  for (const keys of [['?'], ['g', 'c']]) {
    await press(...keys);
    await dialog.waitFor();
    await nothingLeaks(keys.join(' '));
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  // Of golds alone: it needs no gate.
  await press('g', 'd');
  await page.getByRole('heading', { name: 'Determinism of gold' }).waitFor();
  expect(await gate().count()).toBe(0);
  await nothingLeaks('determinism of gold');
});

test('a revealed screen is shown for this visit, and the report says how many were', async () => {
  await press('g', 'o');
  await page.getByRole('button', { name: 'Show it; that is logged' }).click();
  await page.getByText('Verdict matrix').waitFor();
  expect(await leaks()).not.toEqual([]);
  await press('g', 'l');
  await page.getByText('Revealing is logged.').waitFor();
  await nothingLeaks('the room after a revealed overview');
  await press('g', 'o');
  await gate().waitFor();
  await nothingLeaks('the overview once more');
  await press('g', 'r');
  await gate().waitFor();
  await page.getByRole('button', { name: 'Show it; that is logged' }).click();
  await page.getByText('Blind labelling is on; 0 instances and 3 screens revealed on purpose').waitFor();
  await picture(page, 'blind-report');
  await page.getByText('Log of blind labelling', { exact: true }).click();
  await page.getByRole('cell', { name: 'revealed: executions' }).waitFor();
  await picture(page, 'blind-log');
});

test('a service that ends while a screen is revealed takes what it showed along: the next one asks, and logs it, again', async () => {
  await press('g', 'o');
  await page.getByRole('button', { name: 'Show it; that is logged' }).click();
  await page.getByText('Verdict matrix').waitFor();
  const [service] = family(running.app.process().pid!).filter(isService);
  expect(wasKilled(service!)).toBe(true);
  await gate().waitFor();
  await nothingLeaks('the overview after a restart of the service');
  await press('g', 'l');
  await page.getByText('Revealing is logged.').waitFor();
  await nothingLeaks('the room after a restart of the service');
  await press('g', 'r');
  await gate().waitFor();
  await page.getByRole('button', { name: 'Show it; that is logged' }).click();
  await page.getByText('Blind labelling is on; 0 instances and 5 screens revealed on purpose').waitFor();
  await picture(page, 'blind-restart');
});

test('an instance without an error is committed by one key, and shows its names then', async () => {
  await press('g', 'l');
  await page.getByText('Revealing is logged.').waitFor();
  const first = await here();
  await picture(page, 'blind-room');
  for (let item = 0; item < NAMED_SYSTEMS.length && (await here()) === first; item++) {
    await pressOn(page, ['Shift+Enter'], itemHere);
  }
  await page.getByRole('treeitem', { name: new RegExp(first) }).click();
  await expect.poll(here).toBe(first);
  await expect.poll(() => page.getByRole('tablist', { name: 'Systems' }).textContent()).toMatch(/cirrus-agent/);
  await page.locator('.room-history').getByText('marked done').first().waitFor();
  // What was committed without a word is named where the verdicts are shown again.
  expect(await page.getByRole('tab', { name: /no error/ }).count()).toBe(NAMED_SYSTEMS.length);
  await picture(page, 'blind-no-error');
  // One undo hides it again.
  await press('Control+z');
  await page.getByText('Revealing is logged.').waitFor();
  await nothingLeaks('after undo');
});

test('revealing an instance is logged in its history; what one annotator saw, the next does not get from memory', async () => {
  await page.getByRole('button', { name: 'Reveal this instance…' }).click();
  await page.getByRole('button', { name: 'Reveal it' }).click();
  await expect.poll(() => page.getByRole('tablist', { name: 'Systems' }).textContent()).toMatch(/cirrus-agent/);
  const revealed = page.locator('.room-history li').filter({ hasText: 'revealed before it was committed' });
  await revealed.waitFor();
  expect(await revealed.getAttribute('title')).toMatch(/\d{4}/);
  const first = await here();
  const changeTo = async (name: string) => {
    await run('Annotator…');
    await page.getByRole('dialog').getByRole('textbox').fill(name);
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.app-bar-annotator').getByText(name, { exact: true }).waitFor();
  };
  await changeTo('second');
  await press('b');
  await page.getByText('Revealing is logged.').waitFor();
  expect(await here()).toBe(first);
  await nothingLeaks('the instance that the first annotator revealed');
  await changeTo('third');
  await expect.poll(() => page.getByRole('tablist', { name: 'Systems' }).textContent()).toMatch(/cirrus-agent/);
  await changeTo('second');
  await page.getByText('Revealing is logged.').waitFor();
  for (let instance = 0; instance < 3; instance++) {
    await pressOn(page, ['k']);
    await nothingLeaks('instances that the third annotator saw');
  }
});
