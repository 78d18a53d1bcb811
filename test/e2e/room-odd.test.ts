import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOddBenchmark, type ODD_INSTANCES } from '../helpers/odd-benchmark.ts';
import { executeAll } from '../helpers/steps.ts';
import { picture, type RunningApp, temporaryFolder } from './app.ts';
import { startWithProject } from './steps.ts';

// Instances of which something is missing, failed or out of proportion: each says what it is.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

beforeAll(async () => {
  running = await startWithProject(folder, async (client) => {
    await client.call('import.run', { items: makeOddBenchmark(path.join(folder, 'odd')) });
    const said = path.join(folder, 'said.json');
    fs.writeFileSync(said, JSON.stringify([{ id: 'local009', predictions: { p: { evaluation: { execution_accuracy: 1 } } } }]));
    const evaluation = { kind: 'outcomes', format: 'text2sql-eval-toolkit', path: said, system: 'system-01' } as const;
    await client.call('import.run', { items: [evaluation] });
    await executeAll(client);
  });
  page = running.page;
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Only look at instances' }).click();
  await page.locator('[data-pane=instance] h1').waitFor();
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

const goTo = async (id: keyof typeof ODD_INSTANCES) => {
  await page.locator('.room-queue-entry', { hasText: id }).click();
  await expect.poll(() => page.locator('[data-pane=instance] h1').textContent()).toBe(id);
};
const said = (text: string | RegExp) => page.locator('main, #root').first().getByText(text).first().waitFor();
const results = () => page.locator('[data-pane=results]');
const heads = () =>
  results()
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((each) => each.textContent ?? ''));

test('ten golds are switched between, and the rows follow', async () => {
  await goTo('local001');
  for (const [name, value] of [
    ['j', 9],
    ['e', 4],
  ] as const) {
    await page.locator('[data-pane=sql]').getByRole('button', { name: /^gold/ }).click();
    expect(await page.getByRole('option').count()).toBe(10);
    await page.getByRole('option', { name, exact: true }).click();
    await expect
      .poll(() =>
        results()
          .getByRole('gridcell', { name: String(value), exact: true })
          .count(),
      )
      .toBe(1);
  }
});

test('twelve systems can be told apart where their names are cut, and a long name leaves what is said of its query', async () => {
  const ends = await page
    .locator('.room-system-name')
    .evaluateAll((names) => names.map((name) => name.lastElementChild?.textContent));
  expect(new Set(ends).size).toBe(12);
  await page.locator('.room-system', { hasText: 'a-system' }).click();
  const facts = page.locator('.room-side-prediction > .u-ellipsis').first();
  await expect.poll(() => facts.textContent()).toBe('6 lines');
  expect(await facts.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await picture(page, 'odd-long-name');
});

test('what differs in letter case alone is not marked unless it is asked for, and how many lines do is said', async () => {
  await goTo('local002');
  await page.locator('.room-system', { hasText: 'system-01' }).click();
  const facts = page.locator('.room-side-prediction > .u-ellipsis').first();
  const places = page.locator('.room-step').first();
  await expect.poll(() => facts.textContent()).toBe('6 lines, 1 differs in case only');
  await expect.poll(() => places.textContent()).toBe('1 place');
  await page.keyboard.press('v');
  await page.keyboard.press('l');
  await expect.poll(() => places.textContent()).toBe('2 places');
  expect(await facts.textContent()).toBe('6 lines');
  await page.keyboard.press('v');
  await page.keyboard.press('l');
  await expect.poll(() => places.textContent()).toBe('1 place');
});

test('a system without a prediction is named', async () => {
  await goTo('local005');
  const note = page.locator('.room-systems-without');
  await expect.poll(() => note.textContent()).toBe('1 systemwithout prediction');
  expect(await note.getAttribute('title')).toContain('system-01');
  expect(await page.locator('.room-system').count()).toBe(11);
  await picture(page, 'odd-no-prediction');
});

test('an instance without gold says so, and where gold comes from; a table alone is compared', async () => {
  await goTo('local006');
  await results().getByText('This instance has no gold').waitFor();
  await results().getByRole('button', { name: 'Import gold…' }).waitFor();
  await said('the instance has no gold');
  expect(await page.getByText('has not been run').count()).toBe(0);
  await picture(page, 'odd-no-gold');
  await goTo('local007');
  await said('Gold has no SQL here, only a reference result.');
  await results().getByText('all 2 rows equal').waitFor();
});

test('what failed is told on its side, with the words of the database', async () => {
  await goTo('local003');
  await results().getByText('Gold failed').waitFor();
  await results().getByText('no such column: nme').waitFor();
  await goTo('local004');
  await results().getByText('The prediction failed').waitFor();
  await results().getByText('no such table: twn').waitFor();
  await goTo('local010');
  await results().getByText('there is no statement').waitFor();
});

test('no rows, columns without a name and a cell of a megabyte are shown as what they are', async () => {
  await goTo('local002');
  await results().getByText('both results are empty').waitFor();
  await goTo('local009');
  await expect.poll(heads).toEqual([...'aa', 'no name', 'blank: ␣', ...'aa', 'no name', 'blank: ␣']);
  await picture(page, 'odd-columns');
  await goTo('local008');
  await results().getByText('1 row differs in 1 cell').waitFor();
  await results().getByRole('gridcell').nth(1).dblclick();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await picture(page, 'odd-large-cell');
  await page.keyboard.press('Escape');
});

test('what another evaluator said of a prediction stands beside our verdict, with whether they agree', async () => {
  await goTo('local009');
  await page.locator('.room-system', { hasText: 'system-01' }).click();
  const imported = page.locator('.room-verdict-imported');
  await expect.poll(() => imported.textContent()).toMatch(/^text2sql-eval-toolkit says match\s*unlike multiset$/);
  expect(await imported.getAttribute('title')).toMatch(/^Imported: .*Under multiset .*: mismatch$/);
  await picture(page, 'odd-imported-outcome');
  await page.locator('.room-system', { hasText: 'system-03' }).click();
  await imported.waitFor({ state: 'detached' });
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
