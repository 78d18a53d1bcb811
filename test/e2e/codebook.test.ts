import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { instanceHere, itemHere, press as pressKeys, pressOn, startInSampleRoom } from './steps.ts';

// The codebook in the real window: what is typed in it, codes that are redefined after labels were set, and other codebooks.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);

beforeAll(async () => {
  running = await startInSampleRoom(folder);
  page = running.page;
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

test('what is typed is kept while other codes are looked at, and the dialog asks before it goes', async () => {
  await press('g', 'c');
  const book = page.getByRole('dialog', { name: 'Codebook', exact: true });
  const definition = book.getByRole('textbox', { name: 'Definition' });
  await book.getByRole('button', { name: /^C1/ }).click();
  const before = await definition.inputValue();
  await definition.fill('Half a thought');
  await book.getByRole('button', { name: /^C2/ }).click();
  await expect.poll(() => definition.inputValue()).not.toBe('Half a thought');
  await book.getByRole('button', { name: /^C1.*not saved/ }).click();
  await expect.poll(() => definition.inputValue()).toBe('Half a thought');
  await press('Escape');
  await page.getByText('Not saved as a version yet: C1.').waitFor();
  await picture(page, 'codebook-unsaved');
  await press('Escape');
  await page.getByText('Not saved as a version yet').waitFor({ state: 'detached' });
  await book.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Discard and close' }).click();
  await book.waitFor({ state: 'detached' });
  await press('g', 'c');
  await book.getByRole('button', { name: /^C1/ }).click();
  expect(await definition.inputValue()).toBe(before);
  await press('Escape');
  await book.waitFor({ state: 'detached' });
});

test('so are the codes that one is to be split into', async () => {
  await press('g', 'c');
  const book = page.getByRole('dialog', { name: 'Codebook', exact: true });
  await book.getByRole('button', { name: /^C3/ }).click();
  await book.getByRole('button', { name: 'Split…' }).click();
  const title = book.getByRole('textbox', { name: 'Title 2' });
  await title.fill('Wrong level of aggregation');
  await book.getByRole('button', { name: /^C2/ }).click();
  await title.waitFor({ state: 'detached' });
  await book.getByRole('button', { name: /^C3.*not saved/ }).click();
  expect(await title.inputValue()).toBe('Wrong level of aggregation');
  await press('Escape');
  await page.getByText('Not saved as a version yet: C3.').waitFor();
  await press('Escape');
  await picture(page, 'codebook-split');
  await book.getByRole('button', { name: 'Do not split' }).click();
  await book.getByRole('button', { name: 'Split…' }).waitFor();
  await press('Escape');
  await book.waitFor({ state: 'detached' });
});

test('a redefined code lists its labels for review, and a review takes them off', async () => {
  for (let item = 0; item < 8; item++) await pressOn(page, [`Digit${(item % 4) + 1}`, 'Enter'], itemHere);
  await press('g', 'c');
  await page.getByRole('dialog', { name: 'Codebook' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: /^C1/ }).click();
  await page.getByRole('textbox', { name: 'Definition' }).fill('Only tables and columns that do not exist.');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await page.getByText('Saved as version 2.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'codebook');
  await press('Escape');
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('option', { name: 'to review' }).click();
  const listed = () => page.getByRole('treeitem', { name: /to review/ }).count();
  await expect.poll(listed).toBeGreaterThan(0);
  const toReview = page.getByRole('treeitem', { name: /to review/ }).first();
  await toReview.click();
  await expect.poll(async () => (await toReview.textContent())?.includes(await instanceHere(page))).toBe(true);
  for (const system of await page.locator('.room-system').all()) {
    if ((await page.locator('.room-stale').count()) > 0) break;
    await system.click();
    await expect.poll(() => system.getAttribute('aria-selected')).toBe('true');
  }
  await page.getByText(/changed in version 2, set under version 1/).waitFor();
  await picture(page, 'stale-label');
  await press('Shift+R');
  await page.locator('.room-history').getByText('codes reviewed').waitFor();
  expect(await page.locator('.room-stale').count()).toBe(0);
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('option', { name: 'all', exact: true }).click();
});

test('types and subtypes are set by two digits', async () => {
  await press('g', 'c');
  await page.getByRole('button', { name: 'Take over a codebook that comes with Assay' }).click();
  await page.getByRole('menuitem', { name: /^NL2SQL-BUGs/ }).click();
  const preview = page.getByRole('dialog', { name: 'Take over NL2SQL-BUGs' });
  await preview.getByRole('heading', { name: 'Added 31' }).waitFor();
  await preview.getByRole('heading', { name: /^Retired 5 / }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'codebook-preview');
  await press('Escape');
  await preview.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /^Codebook .*version 2/ }).waitFor();
  await page.getByRole('button', { name: 'Take over a codebook that comes with Assay' }).click();
  await page.getByRole('menuitem', { name: /^NL2SQL-BUGs/ }).click();
  await page.getByRole('button', { name: 'Take over as version 3' }).click();
  await page.getByText('Saved as version 3.').waitFor();
  await press('Escape');
  await pressOn(page, ['Shift+J']);
  await page.locator('.room-codes-typed').waitFor();
  await press('Digit6', 'Digit2');
  await page.locator('.room-history').getByText('FU-win added').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'codes-with-types');
  await press('g', 'c');
  await page.getByRole('button', { name: 'Take over a codebook that comes with Assay' }).click();
  await page.getByRole('menuitem', { name: /^C1–C5/ }).click();
  await page.getByRole('heading', { name: 'Redefined 1' }).waitFor();
  await picture(page, 'codebook-preview-back');
  await page.getByRole('button', { name: 'Take over as version 4' }).click();
  await page.getByText('Saved as version 4.').waitFor();
  // The retired ones are folded: what is offered stands alone.
  const list = page.getByRole('navigation', { name: 'Codes' });
  expect(await list.locator('.book-entry').count()).toBe(5);
  await list.getByRole('button', { name: 'Retired 31' }).click();
  expect(await list.locator('.book-entry').count()).toBe(36);
  await press('Escape');
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
