import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture, type RunningApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { startInSampleRoom } from './steps.ts';

// One label for all systems that returned the same wrong rows.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

beforeAll(async () => {
  running = await startInSampleRoom(folder);
  page = running.page;
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

const tabs = () => page.locator('.room-systems [role=tab]');
const codesOf = async (system: string) =>
  (await page.locator(`.room-systems [data-system="${system}"] .room-system-codes`).textContent())?.match(/C[1-5]/g) ?? [];
const choose = async (system: string) => {
  await page.locator(`.room-systems [data-system="${system}"]`).click();
  await expect.poll(() => tabs().and(page.locator('[aria-selected=true]')).getAttribute('data-system')).toBe(system);
};

/** The systems of the first cluster there is, going on from instance to instance. */
async function cluster(): Promise<string[]> {
  for (let step = 0; step < 40; step++) {
    const marked = page.locator('.room-systems [role=tab]', { has: page.locator('.room-cluster') });
    if ((await marked.count()) > 1) {
      const mark = await marked.first().locator('.room-cluster').textContent();
      const same = marked.filter({ has: page.locator('.room-cluster', { hasText: mark ?? '' }) });
      return same.evaluateAll((all) => all.map((tab) => (tab as HTMLElement).dataset.system ?? ''));
    }
    const here = await page.locator('[data-pane=instance] h1').textContent();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('[data-pane=instance] h1').textContent()).not.toBe(here);
  }
  throw new Error('no two systems of the sample return the same wrong rows');
}

test('A copies to systems without a label, keeps one that was set by hand, and replaces it when asked to', async () => {
  const [first, second] = (await cluster()) as [string, string];
  await choose(second);
  await page.keyboard.press('1');
  await expect.poll(() => codesOf(second)).toEqual(['C1']);
  await choose(first);
  await page.keyboard.press('3');
  await expect.poll(() => codesOf(first)).toEqual(['C3']);
  await page.keyboard.press('a');
  await page.getByText(`${second} keeps its own`, { exact: false }).first().waitFor();
  expect(await codesOf(second)).toEqual(['C1']);
  await picture(page, 'same-result-kept');

  const card = page.locator('.room-same');
  await card.getByRole('button', { name: /^replace/ }).click();
  await expect.poll(() => codesOf(second)).toEqual(['C3']);
  await expect.poll(() => card.textContent()).toContain('this label as a copy');
  await page.keyboard.press('Control+z');
  await expect.poll(() => codesOf(second)).toEqual(['C1']);
});
