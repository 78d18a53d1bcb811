import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { startInSampleRoom } from './steps.ts';

// The filters of the queue in the real window: what they count, together and alone, and that they are kept.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

const filters = () => page.getByRole('region', { name: 'Filters' });
const menu = (label: string) => filters().getByRole('button', { name: new RegExp(`^${label} `) });
/** The values of a filter with their counts, as its menu tells them. */
async function countsOf(label: string): Promise<Record<string, number>> {
  await menu(label).click();
  const options = await page
    .getByRole('option')
    .evaluateAll((all) =>
      all.map((each): [string, number] => [
        each.querySelector('.ui-menu-label')?.textContent ?? '',
        Number(each.querySelector('.ui-menu-hint')?.textContent?.replaceAll(',', '')),
      ]),
    );
  await page.keyboard.press('Escape');
  return Object.fromEntries(options);
}
async function choose(label: string, value: string): Promise<void> {
  await menu(label).click();
  await page.getByRole('option', { name: new RegExp(`^${value}`) }).click();
}
/** How many instances the head of the queue says are listed. */
const listed = async () => Number(/^[\d,]+/.exec((await page.locator('.room-queue-top [role=status]').textContent()) ?? '')?.[0]);
const labels = ['System', 'Database', 'Rule', 'Code', 'Trajectory', 'Disagreement'];
const systems = () => page.getByRole('tablist', { name: 'Systems' });

beforeAll(async () => {
  running = await startInSampleRoom(folder);
  page = running.page;
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'More filters' }).click();
  await menu('Rule').waitFor();
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

test('each value lists as many instances as it says, alone and beside another filter', async () => {
  expect((await countsOf('Code')).C1).toBe(1);
  const databases = await countsOf('Database');
  const { any, ...each } = databases;
  expect(any).toBe(42);
  expect(Object.values(each).reduce((sum, size) => sum + size, 0)).toBe(42);
  await choose('Database', 'bike_workshop');
  expect(await listed()).toBe(databases.bike_workshop);
  // The others follow it, and it does not narrow itself.
  expect(await countsOf('Database')).toEqual(databases);
  for (const label of labels) {
    const counts = await countsOf(label);
    if (label !== 'Database') expect(counts.any, label).toBe(databases.bike_workshop);
    const [value, size] = Object.entries(counts).find(([name, found]) => name !== 'any' && found > 0) ?? [];
    if (value === undefined || label === 'Database') continue;
    await choose(label, value);
    expect(await listed(), `${label} ${value}`).toBe(size);
    await choose(label, 'any');
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'queue-filters');
});

test('where nothing fits it says so, although the instance at hand stays shown, and one press clears all of it', async () => {
  const codes = await countsOf('Code');
  expect(codes.C4).toBe(0);
  await choose('Code', 'C4');
  await page.getByText('No instance matches').waitFor();
  expect(await listed()).toBe(0);
  expect(await page.locator('[data-pane=instance] h1').count()).toBe(1);
  await picture(page, 'queue-filters-nothing');
  await page.locator('.room-queue .ui-message').getByRole('button', { name: 'Clear all' }).click();
  expect(await listed()).toBe(42);
});

test('the filters of a project are there again after a restart', async () => {
  await choose('Database', 'tram_network');
  await page.getByRole('textbox', { name: 'Filter the queue' }).fill('0');
  const before = await listed();
  expect(before).toBeLessThan(42);
  await running.app.close();
  running = await startApp(folder);
  page = running.page;
  await page.getByText('Assay sample').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.locator('[data-pane=instance] h1').waitFor();
  await expect.poll(listed).toBe(before);
  await page.locator('.room-queue-top').getByRole('button', { name: 'Clear all' }).click();
  expect(await listed()).toBe(42);
});

test('trajectories are found by a filter, by a mark on the tab of their system, and from the pane of one that has none', async () => {
  await page.getByRole('button', { name: 'More filters' }).click();
  await choose('Trajectory', 'has one');
  expect(await listed()).toBeGreaterThan(0);
  await page.getByRole('treeitem', { level: 2 }).first().click();
  const marked = systems().getByRole('tab', { name: /has a trajectory/ });
  await marked.first().waitFor();
  await systems().getByRole('tab').filter({ hasNotText: 'has a trajectory' }).first().click();
  await page.keyboard.press('t');
  await page.getByText(/^No trajectory of/).waitFor();
  await picture(page, 'trajectory-none');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: /^cirrus-agent \(\d+ steps\)/ }).click();
  await page.locator('.room-trajectory').waitFor();
  expect(await marked.first().getAttribute('aria-selected')).toBe('true');
});

test('what tells a system is neither shown nor asked for while somebody labels blind, and is there again afterwards', async () => {
  await choose('System', 'cirrus-agent');
  const chosen = await listed();
  await page.keyboard.press('b');
  await page.getByText('Revealing is logged.').waitFor();
  expect(await listed()).toBe(42);
  expect(await page.getByText('No instance matches').count()).toBe(0);
  expect(await systems().getByText('has a trajectory').count()).toBe(0);
  expect(
    await filters()
      .getByRole('button', { name: /^(System|Trajectory) / })
      .count(),
  ).toBe(0);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.poll(listed).toBe(chosen);
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
