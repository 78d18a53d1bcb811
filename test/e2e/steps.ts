import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { withProject } from '../helpers/service-client.ts';
import { type RunningApp, startApp, type WindowSize } from './app.ts';

/** Makes a project and fills it, then opens a window with it and waits for its overview. */
export async function startWithProject(
  folder: string,
  fill: (client: AssayClient, file: string) => Promise<unknown>,
  size?: WindowSize,
): Promise<RunningApp> {
  const file = path.join(folder, 'made.assay');
  await withProject(file, (client) => fill(client, file));
  const running = await startApp(folder, size, [file]);
  await running.page.getByText('Verdict matrix').waitFor();
  return running;
}

/** Opens a window in the labelling room of the shipped sample. */
export async function startInSampleRoom(folder: string, size?: WindowSize): Promise<RunningApp> {
  const running = await startApp(folder, size);
  await openSampleRoom(running.page);
  return running;
}

/** From the start screen to the overview of the shipped sample, which is made where `sampleFolder` has not done so. */
export async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Open the sample/ }).waitFor();
  await page.keyboard.press('s');
  await page.getByText('Verdict matrix').waitFor({ timeout: 150_000 });
}

/** From the overview: draws the sample that is proposed. */
export async function drawSample(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByText('Every strong system fails').waitFor();
  await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('text=/0\\s*\\/\\s*\\d+/').first().waitFor();
}

/** From the start screen into the labelling room of the shipped sample. */
export async function openSampleRoom(page: Page): Promise<void> {
  await openSample(page);
  await drawSample(page);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.locator('[data-pane=results] [role=grid]').waitFor();
}

const TABS = { q: 'sql', t: 'trajectory', s: 'schema', m: 'systems', 'Shift+S': 'scratch' } as const;

/** Chooses a tab of the room by its key, and waits until what it shows has been read. */
export async function showTab(page: Page, key: keyof typeof TABS): Promise<void> {
  await page.keyboard.press(key);
  await page.locator(`[role=tab][data-tab=${TABS[key]}][aria-selected=true]`).waitFor();
  await allRead(page);
}

/** Waits until nothing in the window is still on its way: whatever is holds its place by a skeleton or an empty cell. */
export const allRead = (page: Page) =>
  expect.poll(() => page.locator('.ui-skeleton, .room-cell-waiting').count(), { message: 'still being read' }).toBe(0);

/** Gives the window another size and zoom, and waits until the page has it: as much of it as the display has room for. */
export async function setSize({ app, page }: RunningApp, { width, height }: WindowSize, zoom = 1): Promise<void> {
  const given = await app.evaluate(
    ({ BrowserWindow }, size) => {
      const window = BrowserWindow.getAllWindows()[0]!;
      window.setContentSize(size.width, size.height);
      window.webContents.setZoomFactor(size.zoom);
      return window.getContentSize();
    },
    { width, height, zoom },
  );
  const ofPage = () => page.evaluate(() => [innerWidth, innerHeight].map((side) => Math.round(side * devicePixelRatio)));
  await expect.poll(ofPage).toEqual(given);
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    (chosen) =>
      (window as unknown as { assay: { updateSettings(patch: { theme: string }): Promise<unknown> } }).assay.updateSettings({
        theme: chosen,
      }),
    theme,
  );
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`:root[data-theme=${theme}]`).waitFor({ state: 'attached' });
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Runs a command from the palette, by its title. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or run' }).fill(`>${title}`);
  await page.getByRole('option', { name: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** The id of the instance that the room shows. */
export const instanceHere = async (page: Page): Promise<string> =>
  (await page.locator('[data-pane=instance] h1').textContent()) ?? '';

/** What is labelled: an instance and a system's query of it. */
export async function itemHere(page: Page): Promise<string> {
  const system = page.locator('.room-systems [role=tab][aria-selected=true]');
  return `${await instanceHere(page)} ${await system.getAttribute('data-system')}`;
}

/** Presses keys that lead to another instance, or item, and waits until that is painted. */
export async function pressOn(page: Page, keys: readonly string[], where = instanceHere): Promise<void> {
  const before = await where(page);
  await press(page, ...keys);
  await expect.poll(() => where(page)).not.toBe(before);
}

/** Chooses a system of the instance by its place, and waits until all that is shown of it has been read. */
export async function chooseSystem(page: Page, place: number): Promise<void> {
  const tab = page.getByRole('tablist', { name: 'Systems' }).getByRole('tab').nth(place);
  await tab.click();
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  await allRead(page);
}

/** Flags the item, or takes its flag off: when that is seen, whatever keys pressed before it do has happened too. */
export async function toggleFlag(page: Page): Promise<void> {
  const flag = page.getByRole('button', { name: /^Flag/ });
  const before = await flag.getAttribute('aria-pressed');
  await page.keyboard.press('f');
  await expect.poll(() => flag.getAttribute('aria-pressed')).not.toBe(before);
}

/** A count that the status bar of the room tells, 0 where it tells none. */
export async function statusCount(page: Page, pattern: RegExp): Promise<number> {
  const told = await page.locator('.app-status-end').textContent();
  return Number(pattern.exec(told ?? '')?.[1]?.replaceAll(',', '') ?? 0);
}
export const undoSteps = (page: Page) => statusCount(page, /([\d,]+) undo step/);

/** Opens the project that was open last, from the start screen of a window that was started anew. */
export async function reopenLast(page: Page): Promise<void> {
  await page.getByText('Assay sample').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
}
