import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { ensureElectron, launchOptions } from '../../scripts/electron-runtime.mjs';

export type RunningApp = { readonly app: ElectronApplication; readonly page: Page; readonly problems: string[] };

export type WindowSize = { readonly width: number; readonly height: number };

/** A folder for the settings and projects of one test file; it goes when the file's tests have ended. Call it at the top. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-e2e-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Starts the built app with its own settings folder. `problems` collects what the page's console complains of. */
export async function startApp(
  userData: string,
  size: WindowSize = { width: 1440, height: 900 },
  args: readonly string[] = [],
): Promise<RunningApp> {
  const options = launchOptions(await ensureElectron(), ['--disable-gpu', ...args]);
  const app = await _electron.launch({ ...options, env: { ...options.env, ASSAY_USER_DATA: userData } });
  const problems: string[] = [];
  const page = await app.firstWindow();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await app.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]!.setContentSize(width, height),
    size,
  );
  page.setDefaultTimeout(60_000);
  await page.waitForSelector('#root > *');
  return { app, page, problems };
}

/**
 * Runs code in the page by way of main: the driver's own page does not outlive the page's process. Null where nothing answers.
 */
export const inWindow = <T>(app: ElectronApplication, code: string): Promise<T | null> =>
  Promise.race([
    app
      .evaluate(({ BrowserWindow }, asked) => BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript(asked), code)
      .catch(() => null) as Promise<T | null>,
    wait(3_000, null),
  ]);

/** Where pictures of a test run go; git ignores it. */
export async function picture(page: Page, name: string): Promise<void> {
  fs.mkdirSync('test-results', { recursive: true });
  await page.screenshot({ path: path.join('test-results', `${name}.png`) });
}
