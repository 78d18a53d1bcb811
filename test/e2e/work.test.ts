import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { openSample } from './steps.ts';

// Who works, and for how long: time on an item without pauses, what is left, a break, two annotators, the end of a sample,
// and the systems that are made strong.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

/** Draws a sample of so many instances of every stratum, and goes to its first one. */
async function drawAndOpen(size: number): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  for (const stratum of ['S1', 'S2', 'S3']) await page.getByLabel(`Size of the sample in ${stratum}`).fill(String(size));
  await page.getByRole('button', { name: `Draw ${3 * size} instances` }).click();
  await page.getByRole('button', { name: 'Label now' }).click();
  await page.locator('[data-pane=results] [role=grid]').waitFor();
}

/** The page's clocks stand still from now on; `pass` moves them. */
async function stopClocks(): Promise<void> {
  await page.evaluate(() => {
    const clock = { work: performance.now(), day: Date.now() };
    Object.assign(window, { testClock: clock });
    performance.now = () => clock.work;
    Date.now = () => clock.day;
  });
}
const pass = (ms: number) =>
  page.evaluate((by) => {
    const { testClock } = window as unknown as { testClock: { work: number; day: number } };
    testClock.work += by;
    testClock.day += by;
  }, ms);
/** A sign of the person that does nothing else. */
const sign = () => page.keyboard.press('Shift');
const saved = () => page.locator('.app-saved[aria-busy=false]').filter({ hasText: 'Saved to disk' }).waitFor();
const history = () => page.locator('.room-history');
const placeHere = async () => {
  const instance = await page.locator('[data-pane=instance] h1').textContent();
  return `${instance} ${await page.locator('.room-systems [role=tab][aria-selected=true]').getAttribute('data-system')}`;
};

beforeAll(async () => {
  running = await startApp(folder, { width: 1280, height: 800 });
  page = running.page;
  await openSample(page);
  await drawAndOpen(2);
  await stopClocks();
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

describe('time', () => {
  test('a pause over a minute is not counted to the item, a shorter one is', async () => {
    // An item whose whole time is that of the stopped clocks.
    const first = await placeHere();
    await page.keyboard.press('l');
    await expect.poll(placeHere).not.toBe(first);
    await sign();
    await pass(40_000);
    await sign();
    await pass(3_600_000);
    await sign();
    await expect.poll(() => history().textContent()).toContain('40 s on this item');
  });

  test('what is left is told once enough is finished, at the pace so far', async () => {
    const left = () => page.locator('.app-status-end').textContent();
    const sides = await page.locator('.room-queue-side').allTextContents();
    const items = sides.reduce((sum, text) => sum + Number(text), 0);
    for (let item = 0; item < 5; item++) {
      expect(await left()).not.toContain('left');
      const before = await placeHere();
      await page.keyboard.press('2');
      if (item > 0) await pass(40_000);
      await page.keyboard.press('Enter');
      await expect.poll(placeHere).not.toBe(before);
      await saved();
    }
    await expect.poll(left).toContain(`about ${Math.round((40 * (items - 5)) / 60)} min left`);
  });

  test('a break is proposed after fifty minutes of work without one, and only to who asked for it', async () => {
    const strip = page.getByText('50 minutes of work without a break');
    const work = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 4) {
        await pass(4 * 60_000);
        await sign();
      }
    };
    await work(60);
    expect(await strip.count()).toBe(0);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('remind me of a break');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await work(44);
    await pass(6 * 60_000);
    await work(44);
    expect(await strip.count()).toBe(0);
    await work(12);
    await strip.waitFor();
    await picture(page, 'break');
    await page.getByRole('button', { name: 'Go on', exact: true }).click();
    await strip.waitFor({ state: 'detached' });
  });
});

describe('two annotators in one project', () => {
  const become = async (name: string) => {
    await page.getByRole('button', { name: /^Annotator:/ }).click();
    await page.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const codesHere = () => page.locator('.room-code-on .room-code-name').allTextContents();

  test('neither sees, counts nor undoes the labels of the other', async () => {
    await page.locator('.room-queue-entry').first().click();
    await page.locator('.room-systems [role=tab]').nth(1).click();
    await expect.poll(codesHere).toEqual([expect.stringContaining('C2')]);
    const first = await page.locator('.app-bar-annotator').textContent();

    await become('second reader');
    await expect.poll(codesHere).toEqual([]);
    await page.getByText('no change yet').waitFor();
    expect(await page.locator('.app-status-end').textContent()).not.toContain('undo');
    await page.keyboard.press('3');
    await expect.poll(codesHere).toEqual([expect.stringContaining('C3')]);
    await expect.poll(() => page.locator('.app-status-end').textContent()).toContain('1 undo step');
    await picture(page, 'second-annotator');

    await become(first!);
    await expect.poll(codesHere).toEqual([expect.stringContaining('C2')]);
    await become('second reader');
    await expect.poll(codesHere).toEqual([expect.stringContaining('C3')]);
    await become(first!);
  });
});

describe('the end of a sample', () => {
  test('says what was done in what time, and what comes next', async () => {
    for (let item = 0; item < 60; item++) {
      if ((await page.locator('.room-all-done').count()) > 0) break;
      const before = await placeHere();
      await page.keyboard.press(item === 0 ? 'u' : 'x');
      await expect
        .poll(async () => (await page.locator('.room-all-done').count()) > 0 || (await placeHere()) !== before)
        .toBe(true);
    }
    const done = page.locator('.room-all-done');
    await expect
      .poll(() => done.textContent())
      .toMatch(/All 6 instances are labelled\s*\d+ items in .* each on average\.\s*1 undecided/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'all-done');
    await done.getByRole('button', { name: '1 undecided' }).click();
    await page.getByText('1 of 6').first().waitFor();
    await page.getByRole('button', { name: /Open the report/ }).click();
    await page.getByText('6 of 6 instances labelled').first().waitFor();
  });
});

describe('systems without a strong one', () => {
  test('several are ticked and made strong together, and the strata are there', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByText('Every strong system fails').waitFor();
    for (const name of ['aurora-2', 'basalt-l', 'cirrus-agent']) {
      await page.getByRole('button', { name: `Move ${name}` }).click();
      await page.getByRole('menuitem', { name: /open/ }).click();
    }
    await page.getByText('No strata without a strong system').waitFor();
    const group = page.getByRole('group', { name: 'Strong systems' });
    await group.getByRole('checkbox', { name: 'aurora-2' }).check();
    await group.getByRole('checkbox', { name: 'basalt-l' }).check();
    await picture(page, 'make-strong');
    await group.getByRole('button', { name: 'Make 2 systems strong' }).click();
    await page.getByText('2 systems define the strata').waitFor();
    await page.getByText('Every strong system fails').waitFor();
  });
});
