import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../helpers/processes.ts';
import { inWindow, type RunningApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { startInSampleRoom } from './steps.ts';

// The page's process ends while somebody labels: the window comes back where it was, says so, and has what was saved.

const folder = await sampleFolder();
let running: RunningApp;

beforeAll(async () => {
  running = await startInSampleRoom(folder);
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

type Shown = { instance: string; system: string; note: string; strip: string };
const SHOWN = `(() => {
  const text = (selector) => document.querySelector(selector)?.textContent ?? '';
  return {
    instance: text('[data-pane=instance] h1'),
    system: document.querySelector('.room-systems [role=tab][aria-selected=true]')?.dataset.system ?? '',
    note: document.querySelector('.room-note')?.value ?? '',
    strip: [...document.querySelectorAll('.app-strip-plain')].map((strip) => strip.textContent).join(),
  };
})()`;
const shown = () => inWindow<Shown>(running.app, SHOWN);

/** Ends the page's process as a crash or the system would. */
const endPage = () =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.forcefullyCrashRenderer());

test('the room comes back at the same instance and system, with a strip that says what happened', async () => {
  const { page } = running;
  for (const key of ['j', 'j', 'l', 'n']) await page.keyboard.press(key);
  await page.keyboard.type('seen before the end');
  await page.locator('.app-saved[aria-busy=false]').filter({ hasText: 'Saved to disk' }).waitFor();
  const before = (await shown())!;
  expect(before).toMatchObject({ note: 'seen before the end', strip: '' });

  await endPage();

  const isBack = await until(async () => ((await shown())?.note ?? '') !== '', 30_000, 200);
  expect(isBack, 'the room is shown again').toBe(true);
  const after = (await shown())!;
  expect({ ...after, strip: '' }).toEqual(before);
  expect(after.strip).toContain('The window stopped at');
  expect(after.strip).toContain('Everything saved is on disk');

  await inWindow(running.app, `document.querySelector('.app-strip-plain [aria-label=Dismiss]').click()`);
  expect((await shown())?.strip).toBe('');
});

test('another screen comes back as well', async () => {
  await inWindow(
    running.app,
    `[...document.querySelectorAll('nav button')].find((each) => /^Report/.test(each.textContent)).click()`,
  );
  const isReport = () => inWindow<boolean>(running.app, `document.body.innerText.includes('Error types by stratum')`);
  expect(await until(async () => (await isReport()) === true, 10_000, 100)).toBe(true);
  await endPage();
  const isBack = await until(
    async () => (await isReport()) === true && ((await shown())?.strip.includes('The window stopped at') ?? false),
    30_000,
    200,
  );
  expect(isBack).toBe(true);
});
