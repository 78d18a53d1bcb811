import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { withProject } from '../helpers/service-client.ts';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp, temporaryFolder } from './app.ts';
import { setTheme } from './steps.ts';

// Runs in the real window: choose, look at what would run, pause, resume, see what failed and open it.

const folder = temporaryFolder();
const INSTANCES = 24;
let running: RunningApp;
let page: Page;

const box = () => page.getByRole('region', { name: 'Run', exact: true });

beforeAll(async () => {
  const benchmark = path.join(folder, 'numbers');
  const counting = (label: string) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT count(*), '${label}' FROM n`;
  const indices = Array.from({ length: INSTANCES }, (_, index) => index);
  makeBenchmark(benchmark, {
    databases: { numbers: 'CREATE TABLE t (a); INSERT INTO t VALUES (1)' },
    instances: indices.map((index) => ({ db: 'numbers', question: `How many? (${index})`, gold: counting(`gold ${index}`) })),
    predictions: {
      halyard: indices.map((index) => (index % 4 === 0 ? 'SELECT missing FROM t' : counting(`gold ${index}`))),
      kestrel: indices.map((index) => (index % 6 === 0 ? 'DROP TABLE t' : counting(`kestrel ${index}`))),
    },
  });
  const file = path.join(folder, 'runs.assay');
  await withProject(file, (client) =>
    client.call('import.run', {
      items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'halyard', 'strong'), predictionsItem(benchmark, 'kestrel')],
    }),
  );
  running = await startApp(folder, undefined, [file]);
  page = running.page;
});
afterAll(() => running.app.close().catch(() => {}));

test('the dialog says what would run before anything runs', async () => {
  await page.getByRole('button', { name: 'Run…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run' });
  // 24 golds, 18 of them also halyard's answer, one failing query, and 20 + 1 of kestrel's.
  await dialog.getByRole('button', { name: 'Run 46 queries and judge' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'kestrel' }).uncheck();
  await dialog.getByRole('button', { name: 'Run 25 queries and judge' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'kestrel' }).check();
  const repetitions = dialog.getByRole('spinbutton', { name: 'How often each query runs' });
  await repetitions.fill('2');
  await dialog.getByRole('spinbutton', { name: /Executions after which the run stops/ }).fill('30');
  await dialog.getByText('wait behind the limit of 30').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'run-dialog-light');
  await setTheme(page, 'dark');
  await picture(page, 'run-dialog-dark');
  await setTheme(page, 'light');
  await repetitions.fill('1');
  await dialog.getByRole('spinbutton', { name: /Executions after which the run stops/ }).fill('0');
  await dialog.getByRole('button', { name: 'Run 46 queries and judge' }).waitFor();
});

test('a run is paused, rests with what it has, and goes on', async () => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Run 46/ })
    .click();
  await box().getByRole('button', { name: 'Pause' }).click();
  await box()
    .getByText(/Paused; \d+ queries wait/)
    .waitFor();
  await picture(page, 'run-paused');
  const resume = box().getByRole('button', { name: /^Resume: \d+ quer/ });
  await resume.waitFor();
  await resume.click();
  await page.getByText('Verdict matrix').waitFor({ timeout: 60_000 });
  await box()
    .getByText(/^Window/)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'run-finished');
});

test('a count by status opens its executions, and one of these the room', async () => {
  // The room is open once there is a sample to label.
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByText('Every strong system fails').waitFor();
  await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('text=/0\\s*\\/\\s*24/').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await box().getByRole('button', { name: '1 failed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Executions: failed' });
  await dialog.getByText('1 execution failed').waitFor();
  // One query, of six instances.
  await expect.poll(() => dialog.getByRole('option').count()).toBe(6);
  await dialog.getByText('no such column: missing').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'executions-light');
  await setTheme(page, 'dark');
  await picture(page, 'executions-dark');
  await setTheme(page, 'light');
  await dialog.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('[data-pane=instance]').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
});

test('the instances that a filter leaves are offered to a run of their own', async () => {
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'S1 all strong fail' }).check();
  await page.getByRole('button', { name: 'Run these…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run' });
  await dialog.getByText('S1 (6)').waitFor();
  await dialog.getByText('A new run', { exact: true }).click();
  await dialog.getByText(/counts as not run/).waitFor();
  await page.keyboard.press('Escape');
});

test('while something runs, the export of the report waits, says for what, and can have it cancelled', async () => {
  await page.getByRole('button', { name: 'Run these…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run' });
  await dialog.getByText('A new run', { exact: true }).click();
  await dialog.getByRole('button', { name: /^Run \d+ quer/ }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  const exportAll = page.getByRole('button', { name: /^Export all…/ });
  await page.getByText(/^Waits for what runs, which may change the figures: .+\./).waitFor();
  expect(await exportAll.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page.getByText(/^Figure, tables and their data/).waitFor();
  expect(await exportAll.isEnabled()).toBe(true);
});

test('the page never complained', () => {
  expect(running.problems).toEqual([]);
});
