import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { press as pressKeys, setTheme, startInSampleRoom } from './steps.ts';

// Evidence in the schema: tables, columns, sample rows and frequent values, by keyboard and by mouse.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);
const schema = () => page.locator('[data-pane=schema]');
const peek = () => page.locator('[data-pane=peek]');
const evidence = () => page.locator('.room-evidence li');
const where = (at: number) => evidence().nth(at).locator('.room-evidence-where').textContent();
const show = (at: number) => evidence().nth(at).getByRole('button').first().click();
/** The table and the column of the name that has the focus. */
const focused = () =>
  page.evaluate(() => {
    const part = document.activeElement?.closest<HTMLElement>('[data-table]');
    return [part?.dataset.table, part?.dataset.column];
  });

beforeAll(async () => {
  running = await startInSampleRoom(folder);
  page = running.page;
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

let table: string;
let column: string;

test('arrows go through tables and columns, and E attaches what they reached', async () => {
  await press('s', 'ArrowDown');
  table = (await focused())[0]!;
  expect(table).toBeTruthy();
  await press('e');
  await expect.poll(() => where(0)).toBe(`table ${table}`);
  await press('ArrowDown', 'ArrowDown');
  column = (await focused())[1]!;
  await press('e');
  await expect.poll(() => where(1)).toBe(`column ${table}.${column}`);
  expect(await evidence().nth(1).locator('.u-ellipsis').first().textContent()).toMatch(new RegExp(`^${column} \\w+`));
  await press('e');
  await page.getByText('This place is attached already.').waitFor();
  await press('ArrowRight');
  const [next, none] = await focused();
  expect(next).not.toBe(table);
  expect(none).toBeUndefined();
  await press('ArrowLeft');
  expect(await focused()).toEqual([table, undefined]);
});

test('frequent values and sample rows are reached by keyboard, attached, and closed by Escape', async () => {
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await peek().locator('td').first().waitFor();
  await press('F6', 'ArrowDown', 'ArrowDown');
  const value = await peek().locator('tr').nth(2).locator('td').first().textContent();
  await press('e');
  await expect.poll(() => where(2)).toMatch(new RegExp(`^value of ${table}.${column}, \\d+ rows?$`));
  expect(value).toContain(await evidence().nth(2).locator('.u-ellipsis').first().textContent());
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'schema-values');
  // The focus goes back to the name that the pane was opened from.
  await press('Escape');
  await peek().waitFor({ state: 'detached' });
  expect(await focused()).toEqual([table, column]);
  await press('ArrowLeft', 'Enter');
  await peek().locator('td').first().waitFor();
  await press('F6', 'ArrowDown', 'ArrowRight', 'e');
  await expect.poll(() => where(3)).toMatch(new RegExp(`^${table} sample row 1, \\w+$`));
  await press('Home', 'ArrowDown', 'e');
  await expect.poll(() => where(4)).toBe(`${table} sample row 2`);
  await picture(page, 'schema-rows');
  await press('Escape');
  expect(await focused()).toEqual([table, undefined]);
});

test('Escape closes what was peeked at from wherever the focus is, and leaves it there', async () => {
  await press('Enter');
  await peek().waitFor();
  await press('Escape');
  await peek().waitFor({ state: 'detached' });
  expect(await focused()).toEqual([table, undefined]);
});

test('a click chooses a column, and text selected in it is evidence of the column', async () => {
  const row = schema().locator('tr[data-column]').last();
  const [name, of] = await row.evaluate((part) => [part.dataset.column, part.dataset.table]);
  await row.locator('.room-schema-type').click();
  expect(await focused()).toEqual([of, name]);
  const other = schema().locator('tr[data-column]').first();
  const chosen = await other.evaluate((part) => `column ${part.dataset.table}.${part.dataset.column}`);
  await other.locator('.room-schema-type').dblclick();
  await press('e');
  await expect.poll(() => where(5)).toBe(chosen);
});

test('each leads back to its place: the pane, the name and the row are shown and marked', async () => {
  await schema().getByRole('textbox').fill('nothing is called so');
  await press('Escape', 'q');
  await show(1);
  const marked = schema().locator('.room-schema-marked');
  await expect.poll(() => marked.getAttribute('data-column')).toBe(column);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await press('q');
  await evidence().nth(1).getByRole('button').last().focus();
  await press('Tab', 'Enter');
  await expect.poll(() => peek().locator('.room-cell-cursor').count()).toBe(1);
  await show(4);
  await expect.poll(() => peek().locator('.room-cell-cursor').textContent()).toBe('2');
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme);
    await picture(page, `schema-evidence-${theme}`);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await press('Escape');
  await peek().waitFor({ state: 'detached' });
});

test('the history tells it in the same words', async () => {
  await press('Control+z');
  await expect.poll(() => evidence().count()).toBe(5);
  await page.locator('.room-history-all').click();
  await page.getByText(`evidence attached: column ${table}.${column}`).first().waitFor();
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
