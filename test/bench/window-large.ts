import type { Page } from 'playwright-core';
import { type RunningApp, startApp } from '../e2e/app.ts';
import { clickAndWait, pressAndWait, recorded, recordFrames, recordKeys } from './in-page.ts';
import { LONG, LONG_STEPS, WIDE, WIDE_COLUMNS, WIDE_ROWS } from './made-benchmark.ts';
import { INSTANCES, SYSTEMS } from './made-project.ts';
import { line, quantile } from './measure.ts';
import { memoryBelow, memoryPeak, type ProcessMemory } from './memory.ts';

/** So many that no 95th percentile is one odd step. */
const STEPS = 100;
/** Fewer: all of them are of one item, whose history grows with each. */
const SAVES = 40;
const PAINTED = '.ov-systems tbody tr';

const median = (times: readonly number[]) => quantile(times, 0.5);
const p95 = (times: readonly number[]) => `${quantile(times, 0.95)} ms (median ${median(times)} ms)`;

/** Latencies, frames and memory in the real window, on the project of {@link INSTANCES} × {@link SYSTEMS}. */
export async function benchLargeWindow(folder: string, project: string): Promise<void> {
  console.log(`\nIn the window (${INSTANCES.toLocaleString('en')} instances × ${SYSTEMS} systems)`);
  const running = await startApp(folder, { width: 1440, height: 900 }, [project]);
  const { app, page } = running;
  page.setDefaultTimeout(120_000);
  try {
    await page.locator(PAINTED).first().waitFor();
    await benchOpening(page);
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.locator('[data-pane=results] [role=grid]').waitFor();
    await page.waitForTimeout(2000);
    await benchLabelling(page);
    memory(running, 'after labelling', 'at most 700 MB');
    await benchTrajectory(page);
    await benchGrid(running);
    memory(running, 'with the wide result and the long trajectory', 'at most 700 MB');
    // The thread that compared ends when it rests, and V8 gives its pages back some seconds later.
    await page.waitForTimeout(15_000);
    memory(running, 'the same, at rest', 'at most 700 MB');
    await benchBareTyping(running);
  } finally {
    await app.close();
  }
}

const memory = ({ app }: RunningApp, when: string, aim: string): void => tellMemory(memoryBelow(app.process().pid!), when, aim);

function tellMemory(processes: readonly ProcessMemory[], when: string, aim: string): void {
  if (processes.length === 0) {
    console.log('skipped: memory of the processes (only Linux tells it)');
    return;
  }
  const total = processes.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const parts = processes
    .filter(({ megabytes }) => megabytes >= 10)
    .map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`);
  line(`memory of all processes ${when}`, `${total.toFixed(0)} MB (${parts.join(', ')})`, aim);
}

/** Closes the project and opens it from the first screen, again and again. */
async function benchOpening(page: Page): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    await page.waitForTimeout(1000);
    await page.keyboard.press('Control+Shift+W');
    await page.locator('.start-project-open:enabled').first().waitFor();
    await page.waitForTimeout(500);
    times.push(await page.evaluate(clickAndWait, { click: '.start-project-open', selector: PAINTED }));
  }
  line(
    'project opened, click to painted figures, median of 5',
    `${median(times)} ms (longest ${quantile(times, 1)} ms)`,
    'at most 1,000 ms',
  );
}

async function benchLabelling(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const next: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    next.push((await page.evaluate(pressAndWait, { key: 'j', code: 'KeyJ', selector: '[data-pane=instance]' })).painted);
    // A person looks at an instance for a while; the neighbours are fetched meanwhile.
    await page.waitForTimeout(400);
  }
  line('next instance, key to paint, p95', p95(next), 'at most 100 ms');
  const saved: number[] = [];
  for (let step = 0; step < SAVES; step++) {
    saved.push((await page.evaluate(pressAndWait, { key: '1', code: 'Digit1', selector: '.app-status-end' })).changed);
    await page.waitForTimeout(100);
  }
  line('label saved, key to disk and back, p95', p95(saved), 'at most 50 ms');
  await page.keyboard.press('n');
  await page.locator('.room-note:focus').waitFor();
  line('typing in the note, key to paint, p95', p95(await typed(page)), 'at most 16 ms');
  await page.keyboard.press('Escape');
}

/** Types a sentence where the focus is; milliseconds from each key to the frame that shows it. */
async function typed(page: Page): Promise<number[]> {
  await page.evaluate(recordKeys);
  await page.keyboard.type('The filter on the status is missing, so returned purchases count as revenue. ', { delay: 90 });
  return page.evaluate(recorded);
}

/** The same keys in a window of nothing but a text field: what Electron and the machine take without Assay. */
async function benchBareTyping({ app }: RunningApp): Promise<void> {
  const opened = app.waitForEvent('window');
  await app.evaluate(({ BrowserWindow }) => void new BrowserWindow().loadURL('data:text/html,<textarea></textarea>'));
  const page = await opened;
  await page.locator('textarea').focus();
  line('typing in a bare page, key to paint, p95', p95(await typed(page)), 'the floor of this machine');
}

/** Goes to an instance by the filter of the queue. */
async function openInstance(page: Page, index: number): Promise<void> {
  const id = `made-${String(index).padStart(5, '0')}`;
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await page.locator('[data-pane=instance]', { hasText: id }).waitFor();
  await page.waitForTimeout(1000);
}

async function benchTrajectory(page: Page): Promise<void> {
  await openInstance(page, LONG);
  await page.locator('.room-system').filter({ hasText: 'system-0' }).click();
  await page.waitForTimeout(1000);
  const time = await page.evaluate(clickAndWait, {
    click: '[role=tab][data-tab=trajectory]',
    selector: '[data-pane=trajectory] [role=option] code',
  });
  line(`${LONG_STEPS.toLocaleString('en')} steps of a trajectory opened`, `${time.toFixed(0)} ms`, 'at most 1,000 ms');
  await page.locator('[role=tab][data-tab=sql]').click();
  await page.locator('[data-pane=results]').waitFor();
}

async function benchGrid({ app, page }: RunningApp): Promise<void> {
  const grid = page.locator('[data-pane=results] [role=grid]');
  let start = 0;
  let opened = 0;
  const peak = await memoryPeak(app.process().pid!, async () => {
    start = performance.now();
    await openInstance(page, WIDE);
    await grid.locator('.room-cell-gold').first().waitFor();
    opened = performance.now();
  });
  const size = `${WIDE_ROWS.toLocaleString('en')} × ${WIDE_COLUMNS}`;
  line(`a pair of ${size} opened for the first time`, `${((opened - start) / 1000).toFixed(1)} s`);
  tellMemory(peak, 'at its highest meanwhile', 'at most 700 MB');
  const box = (await grid.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(1000);
  for (const [direction, x, y] of [
    ['down', 0, 240],
    ['across', 240, 0],
  ] as const) {
    await page.evaluate(recordFrames);
    for (let turn = 0; turn < 100; turn++) {
      await page.mouse.wheel(x, y);
      await page.waitForTimeout(16);
    }
    const frames = await page.evaluate(recorded);
    const long = frames.filter((time) => time > 50).length;
    line(
      `scrolling ${direction} in ${size}, frames over 50 ms`,
      `${long} of ${frames.length} (p95 ${quantile(frames, 0.95)} ms, longest ${quantile(frames, 1)} ms)`,
      '0',
    );
  }
}
