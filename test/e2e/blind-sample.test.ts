import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { allRead, instanceHere, itemHere, press as pressKeys, pressOn, showTab, startInSampleRoom } from './steps.ts';

// Blind labelling of the shipped sample in the real window: what is hidden while somebody labels, and what shows it again.

const SYSTEMS = ['aurora-2', 'basalt-l', 'cirrus-agent', 'dune-70b', 'ember-14b', 'fjord-coder'];

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);

beforeAll(async () => {
  running = await startInSampleRoom(folder);
  page = running.page;
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

/** Everything that somebody could read in the window: the page as it is, its title, and the window's. */
const everything = async (): Promise<string> => {
  const html = await page.evaluate(() => `${document.documentElement.outerHTML}\n${document.title}`);
  const titles = await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getTitle()),
  );
  return [html, ...titles].join('\n');
};
const leaks = async (): Promise<string[]> => {
  const text = await everything();
  return [...SYSTEMS, 'mismatch', 'mark-stratum', 'mark-flip', 'room-cluster', 'no rule flips it'].filter((word) =>
    text.includes(word),
  );
};

test('nothing hidden is in the page, in any tab or instance, in its titles or in the palette', async () => {
  await press('Shift+J');
  await press('b');
  await page.getByText('Revealing is logged.').waitFor();
  // An instance that nobody has looked at yet.
  await press('Shift+J');
  await expect.poll(() => page.getByRole('tab', { name: /to label/ }).count()).toBeGreaterThan(0);
  await expect.poll(leaks).toEqual([]);
  // How many of an instance's systems failed would tell its stratum, and a sign in the gutter the verdict.
  expect(await page.getByRole('tablist', { name: 'Systems' }).getByRole('tab').count()).toBe(SYSTEMS.length);
  await expect.poll(() => page.locator('.room-grid-only-gold, .room-grid-only-prediction, .room-grid-different').count()).toBe(0);
  await picture(page, 'blind');
  expect(await accessibilityProblems(page)).toEqual([]);
  const seen = new Set<string>();
  for (let instance = 0; instance < 6; instance++) {
    await pressOn(page, ['Shift+J']);
    await allRead(page);
    if ((await page.getByText('Revealing is logged.').count()) === 0) continue;
    expect(await leaks(), `${await instanceHere(page)}`).toEqual([]);
    expect(await page.getByRole('tablist', { name: 'Systems' }).getByRole('tab').count()).toBe(SYSTEMS.length);
    seen.add(await instanceHere(page));
    await pressOn(page, ['l'], itemHere);
    await allRead(page);
    expect(await leaks()).toEqual([]);
    await showTab(page, 's');
    expect(await leaks()).toEqual([]);
    await showTab(page, 'q');
  }
  expect(seen.size).toBeGreaterThan(2);
  await press('Control+k');
  const list = page.locator('#app-palette-list');
  for (const [word, sign] of [
    ['aurora', 'Nothing is called “aurora”'],
    ['mismatch', 'Nothing is called “mismatch”'],
    ['S1', 'Nothing is called “S1”'],
    ['', 'Commands'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Find or run' }).fill(word);
    await list.getByText(sign).first().waitFor();
    expect(
      (await leaks()).filter((leak) => leak !== word),
      `palette “${word}”`,
    ).toEqual([]);
  }
  await press('Escape');
}, 240_000);

test('screens that show verdicts hold back until somebody asks, and that is logged', async () => {
  for (const key of ['o', 's', 'r']) {
    await press('g', key);
    await page.getByText('You label blind').waitFor();
    expect(await leaks()).toEqual([]);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await press('g', 'l');
  await page.locator('[data-pane=instance] h1').waitFor();
});

test('an instance shows its names once all of it is committed', async () => {
  await page.getByText('Revealing is logged.').waitFor();
  const here = await instanceHere(page);
  for (let item = 0; item < SYSTEMS.length; item++) {
    await pressOn(page, ['Digit2', 'Enter'], itemHere);
    if ((await instanceHere(page)) !== here) break;
  }
  await page.getByRole('treeitem', { name: new RegExp(here) }).click();
  await expect.poll(() => page.getByRole('tablist', { name: 'Systems' }).textContent()).toMatch(new RegExp(SYSTEMS.join('|')));
});

test('revealing an instance stands in its history, ending it all in the report', async () => {
  await press('Shift+J');
  await page.getByText('Revealing is logged.').waitFor();
  await page.getByRole('button', { name: 'Reveal this instance…' }).click();
  await page.getByRole('button', { name: 'Reveal it' }).click();
  await page.locator('.room-history').getByText('revealed before it was committed').waitFor();
  await press('b');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('g', 'r');
  await page.getByText(/Blind labelling was ended by .*; 1 instance and 0 screens revealed/).waitFor();
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
