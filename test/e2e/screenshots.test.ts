import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture, type RunningApp, startApp, temporaryFolder } from './app.ts';
import { setTheme } from './steps.ts';

// Pictures of every screen for the eye, in three sizes and both themes, and what a machine can check of them: nothing
// stands out of the window, and no bar wraps.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

const SCREENS = { overview: 'o', sample: 's', room: 'l', report: 'r' } as const;

beforeAll(async () => {
  running = await startApp(folder, SIZES[1]);
  page = running.page;
  await page.getByRole('button', { name: /Open the sample/ }).waitFor();
  await picture(page, 'start-1440-light');
  await page.keyboard.press('s');
  await page.getByText('Verdict matrix').waitFor({ timeout: 150_000 });
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByText('Every strong system fails').waitFor();
  await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('text=/0\\s*\\/\\s*42/').first().waitFor();
});
afterAll(async () => {
  await running.app.close().catch(() => {});
  fs.rmSync(folder, { recursive: true, force: true });
});

for (const theme of ['light', 'dark'] as const) {
  for (const size of SIZES) {
    test(`every screen fits ${size.width}×${size.height} in the ${theme} theme`, async () => {
      await setTheme(page, theme);
      await running.app.evaluate(
        ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]!.setContentSize(width, height),
        size,
      );
      for (const [name, key] of Object.entries(SCREENS)) {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await page.waitForTimeout(900);
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
