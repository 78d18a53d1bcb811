import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { allRead, openSampleRoom, press, runCommand, setSize, setTheme } from './steps.ts';

// Pictures of every screen for the eye, in three sizes and both themes, and what a machine can check of them: nothing
// stands out of the window, no bar wraps, and there is no accessibility fault.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

/** The key of each screen, and what stands on it once it is there. */
const SCREENS = {
  overview: ['o', 'Verdict matrix'],
  sample: ['s', 'Every strong system fails'],
  room: ['l', 'Responsible'],
  report: ['r', 'Error types by stratum'],
} as const;

beforeAll(async () => {
  running = await startApp(folder, SIZES[1]);
  page = running.page;
  await page.getByRole('button', { name: /Open the sample/ }).waitFor();
  await picture(page, 'start-1440-light');
  await openSampleRoom(page);
  for (let item = 0; item < 12; item++) await press(page, `Digit${(item % 4) + 1}`, 'Enter');
});
afterAll(() => running.app.close().catch(() => {}));

for (const theme of ['light', 'dark'] as const) {
  for (const size of SIZES) {
    test(`every screen fits ${size.width}×${size.height} in the ${theme} theme`, async () => {
      await setTheme(page, theme);
      await setSize(running, size);
      for (const [name, [key, sign]] of Object.entries(SCREENS)) {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await page.getByText(sign).first().waitFor();
        await allRead(page);
        await picture(page, `${name}-${size.width}-${theme}`);
        const overflow = () =>
          page.evaluate(() => ({
            wide: document.documentElement.scrollWidth - window.innerWidth,
            high: document.documentElement.scrollHeight - window.innerHeight,
          }));
        await expect.poll(overflow, { message: name }).toEqual({ wide: 0, high: 0 });
      }
    });
  }
}

test.each(['light', 'dark'] as const)(
  'every screen is free of accessibility faults in the %s theme',
  async (theme) => {
    await runCommand(page, `Theme: ${theme}`);
    for (const [key, sign] of [
      ['o', 'Verdict matrix'],
      ['s', 'Every strong system fails'],
      ['l', 'Responsible'],
      ['r', 'Error types by stratum'],
      ['i', 'Import'],
    ] as const) {
      await press(page, 'g', key);
      await page.getByText(sign).first().waitFor();
      await allRead(page);
      expect(await accessibilityProblems(page), `${key} in ${theme}`).toEqual([]);
    }
    await press(page, 'Control+k');
    expect(await accessibilityProblems(page), `palette in ${theme}`).toEqual([]);
    await press(page, 'Escape');
    await press(page, 'g', 'c');
    await page.getByRole('dialog', { name: 'Codebook' }).waitFor();
    expect(await accessibilityProblems(page), `codebook in ${theme}`).toEqual([]);
    await press(page, 'Escape');
  },
  240_000,
);

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
