import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, temporaryFolder } from './app.ts';
import { press as pressKeys, setTheme, startWithProject } from './steps.ts';

// Ranges of cells of the results: selected by key and mouse, copied, attached, and found again.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);
const grid = () => page.locator('[data-pane=results] [role=grid]');
const selected = () => page.locator('#room-grid-selection').textContent();
const marked = () => grid().locator('[role=gridcell][aria-selected=true]');
const evidence = () => page.locator('.room-evidence li');
const where = (at: number) => evidence().nth(at).locator('.room-evidence-where').textContent();
const copied = () => running.app.evaluate(({ clipboard }) => clipboard.readText());
const cell = (side: 'gold' | 'prediction', row: number, column: number) =>
  grid()
    .locator(`.room-grid-row[aria-rowindex="${row + 2}"] .room-cell-${side}`)
    .nth(column);
const texts = (cells: readonly [number, number][], side: 'gold' | 'prediction' = 'gold') =>
  Promise.all(cells.map(([row, column]) => cell(side, row, column).textContent()));

beforeAll(async () => {
  const benchmark = path.join(folder, 'benchmark');
  const rows = Array.from({ length: 12 }, (_, at) => `(${at}, 'town ${at}', ${at * 100}, 'C')`).join(', ');
  makeBenchmark(benchmark, {
    databases: {
      town: `CREATE TABLE town (id INTEGER, name TEXT, people INTEGER, state TEXT); INSERT INTO town VALUES ${rows};`,
    },
    instances: [{ db: 'town', question: 'Which towns?', gold: 'SELECT id, name, people FROM town' }],
    predictions: { a: ['SELECT id, name, people + (id % 2) AS people FROM town'] },
  });
  running = await startWithProject(folder, async (client, file) => {
    await client.call('project.open', { path: file, annotator: os.userInfo().username });
    await client.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a', 'strong')] });
    await executeAll(client);
    await drawAll(client);
  });
  page = running.page;
  await press('g', 'l');
  await cell('gold', 1, 1).waitFor();
}, 120_000);
afterAll(() => running.app.close().catch(() => {}));

test('Shift and the arrows select cells, which the grid tells, and Escape lets go', async () => {
  await cell('gold', 0, 0).click();
  await press('Shift+ArrowDown', 'Shift+ArrowRight');
  await expect.poll(selected).toBe('gold: 2 rows × 2 columns selected');
  expect(await marked().count()).toBe(4);
  expect(await grid().getAttribute('aria-describedby')).toBe('room-grid-selection');
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme);
    await picture(page, `cell-range-${theme}`);
  }
  await press('Escape');
  await expect.poll(selected).toBe('');
});

test('a click with Shift, a drag, and keys for rows, columns and all select as well', async () => {
  await cell('gold', 0, 0).click();
  await cell('gold', 1, 1).click({ modifiers: ['Shift'] });
  await expect.poll(selected).toBe('gold: 2 rows × 2 columns selected');
  const [from, to] = [(await cell('prediction', 1, 1).boundingBox())!, (await cell('gold', 0, 0).boundingBox())!];
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x - 10, from.y - 4, { steps: 3 });
  // It stays on its side of the gutter.
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 3 });
  await expect.poll(selected).toBe('prediction: 2 rows × 2 columns selected');
  await page.mouse.up();
  expect(await selected()).toBe('prediction: 2 rows × 2 columns selected');
  const rows = Number(await grid().getAttribute('aria-rowcount')) - 1;
  const columns = Number(await grid().getAttribute('aria-colcount')) / 2;
  await cell('gold', 1, 1).click();
  await press('Control+Space');
  await expect.poll(selected).toBe(`gold: ${rows} rows × 1 column selected`);
  await cell('gold', 1, 1).click();
  await press('Shift+Space');
  await expect.poll(selected).toBe(`gold: 1 row × ${columns} columns selected`);
  await press('Control+a');
  await expect.poll(selected).toBe(`gold: ${rows} rows × ${columns} columns selected`);
});

test('what is selected is copied, bare by the key and with names by the menu', async () => {
  await cell('gold', 0, 0).click();
  await press('Shift+ArrowDown', 'Control+c');
  const [first, second] = await texts([
    [0, 0],
    [1, 0],
  ]);
  await expect.poll(copied).toBe(`${first}\n${second}\n`);
  await page.locator('[data-pane=results]').getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('menuitem', { name: 'Selection as CSV' }).click();
  await expect.poll(async () => (await copied()).split('\n')).toHaveLength(4);
  await page.getByText(/^Gold: 2 rows and 1 column copied as CSV\.$/).waitFor();
});

test('it is one evidence, told with its size, and a click selects it again', async () => {
  await cell('gold', 0, 0).click();
  await press('Shift+ArrowDown', 'Shift+ArrowRight', 'e');
  await expect.poll(() => where(0)).toMatch(/^2 rows × 2 columns of gold, from row \d+$/);
  expect(await evidence().count()).toBe(1);
  await press('e');
  await page.getByText('This place is attached already.').waitFor();
  await cell('prediction', 0, 0).click();
  await press('t');
  await evidence().first().getByRole('button').first().click();
  await expect.poll(selected).toBe('gold: 2 rows × 2 columns selected');
  expect(await page.locator('.room-notice').count()).toBe(0);
  await press('Control+z');
  await expect.poll(() => evidence().count()).toBe(0);
});

test('the ring of the focus lies over the grid and its heads, where the keyboard is used', async () => {
  const ring = () =>
    page.locator('[data-pane=results] .room-focus-ring').evaluate((element) => {
      const { outlineStyle, zIndex } = getComputedStyle(element);
      const [own, grid] = [element, element.parentElement!].map((each) => each.getBoundingClientRect());
      const whole = own!.width === grid!.width && own!.height === grid!.height;
      return { outlineStyle, over: Number(zIndex) > 0, whole };
    });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  expect(await ring()).toMatchObject({ outlineStyle: 'none' });
  await cell('gold', 0, 0).click();
  await press('ArrowDown');
  expect(await ring()).toEqual({ outlineStyle: 'solid', over: true, whole: true });
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme);
    await picture(page, `ring-grid-${theme}`);
  }
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
