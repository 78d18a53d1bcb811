import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clickAndWait, recorded, recordFrames } from '../bench/in-page.ts';
import { LONG, LONG_STEPS, makeBenchmark, WIDE, WIDE_COLUMNS, WIDE_ROWS } from '../bench/made-benchmark.ts';
import { picture, type RunningApp, temporaryFolder } from './app.ts';
import { allRead, startWithProject } from './steps.ts';

// What is large in the room: a result of 100,000 × 100, a trajectory of 30,000 steps, queries of thousands of lines.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

/** A window that stands still so long is frozen. How fast it is on a quiet machine is told, and measured by the benchmark. */
const FROZEN_MS = 15_000;

/** Instances whose gold is a query of so many lines. */
const LONG_QUERIES = { 2: 16_000, 3: 9_000 } as const;
const LONG_SQL = 1_500_000;
const longQuery = (lines: number) =>
  `SELECT name FROM customer WHERE id IN (\n${Array.from({ length: lines - 2 }, (_, at) => at + 1).join(',\n')}\n)`;

beforeAll(async () => {
  const benchmark = path.join(folder, 'made');
  const items = makeBenchmark(benchmark, { instances: 6, systems: 3, databases: 1 });
  const tasks = path.join(benchmark, 'dev.json');
  const records = JSON.parse(fs.readFileSync(tasks, 'utf8')) as { query: string }[];
  for (const [at, lines] of Object.entries(LONG_QUERIES)) records[Number(at)]!.query = longQuery(lines);
  fs.writeFileSync(tasks, JSON.stringify(records));
  const logs = path.join(folder, 'logs');
  fs.mkdirSync(logs);
  const sql = `SELECT '${'x'.repeat(LONG_SQL)}'`;
  const conversation = [{ role: 'assistant', content: 'long', tool_calls: [{ name: 'sql', arguments: { sql } }] }];
  fs.writeFileSync(path.join(logs, 'made-00003.json'), JSON.stringify([{ instance_id: 'made-00003', conversation }]));
  const long = { kind: 'trajectories', format: 'spider-agent-tc', path: logs, system: 'system-1' } as const;
  running = await startWithProject(folder, async (client) => {
    await client.call('import.run', { items: [...items, long] });
    // The wide result takes more bytes than the default cap keeps.
    const limits = { timeoutMs: 120_000, byteCap: 512 * 1024 * 1024 };
    await client.call('execution.start', { jobs: 1, limits, again: false });
    await client.call('judge.run', { rules: ['multiset'] });
    const sizes = { S1: 9, S2: 9, S3: 9 };
    await client.call('sample.draw', { name: 'all', rule: 'multiset', reading: 'disjoint', seed: 7, sizes, without: [] });
  });
  page = running.page;
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.locator('[data-pane=instance]').waitFor();
}, 400_000);
afterAll(() => running.app.close().catch(() => {}));

const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

async function openInstance(index: number): Promise<void> {
  const id = `made-${String(index).padStart(5, '0')}`;
  await leave();
  await page.keyboard.press('/');
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await page.locator('[data-pane=instance]', { hasText: id }).waitFor();
}

/** Milliseconds between frames while something is done. */
async function framesDuring(work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(recordFrames);
  await work();
  return page.evaluate(recorded);
}

const told = (what: string, frames: readonly number[]) => {
  const slow = frames.filter((time) => time > 50);
  console.log(`${what}: ${slow.length} of ${frames.length} frames over 50 ms, longest ${Math.max(...frames).toFixed(0)} ms`);
};

test('a trajectory of 30,000 steps opens, is searched whole, and its last step is a key away', async () => {
  await openInstance(LONG);
  await page.locator('.room-system').filter({ hasText: 'system-0' }).click();
  await allRead(page);
  const time = await page.evaluate(clickAndWait, {
    click: '[role=tab][data-tab=trajectory]',
    selector: '[data-pane=trajectory] [role=option] code',
  });
  console.log(`${LONG_STEPS.toLocaleString('en')} steps opened in ${time.toFixed(0)} ms`);
  expect(time).toBeLessThan(FROZEN_MS);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('purchase 29876.');
  await expect.poll(() => page.locator('.room-hits').textContent()).toMatch(/1 in 1 step/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Step 29,876' }).waitFor();
  await picture(page, 'room-large-trajectory');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
});

test(`a result of ${WIDE_ROWS} × ${WIDE_COLUMNS} scrolls without blanks`, async () => {
  await openInstance(WIDE);
  const grid = page.locator('[data-pane=results] [role=grid]');
  await grid.waitFor();
  const box = (await grid.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator('.room-grid-row').first().waitFor();
  await expect.poll(() => page.locator('.room-cell-waiting').count()).toBe(0);
  // At each frame: whether drawn rows cover the window of the grid.
  await page.evaluate(() => {
    const state = { blank: 0, waiting: 0, seen: 0, on: true };
    Object.assign(window, { gridWatch: state });
    const look = () => {
      const area = document.querySelector('.room-grid-rows')!.getBoundingClientRect();
      for (const share of [0.1, 0.5, 0.9]) {
        const at = document.elementFromPoint(area.left + 90, area.top + area.height * share);
        if (!at?.closest('.room-grid-row')) state.blank++;
        else if (at.closest('.room-cell-waiting')) state.waiting++;
      }
      state.seen++;
      if (state.on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const turn = async (x: number, y: number) => {
    for (let at = 0; at < 100; at++) {
      await page.mouse.wheel(x, y);
      await page.waitForTimeout(16);
    }
  };
  told('scrolling down', await framesDuring(() => turn(0, 240)));
  told('scrolling across', await framesDuring(() => turn(240, 0)));
  // The bar dragged to the middle and back: rows that nobody fetched yet.
  const jump = await framesDuring(async () => {
    for (const share of [0.5, 0.9, 0.2, 0.7]) {
      await grid.evaluate((element, to) => {
        element.scrollTop = element.scrollHeight * to;
      }, share);
      await page.waitForTimeout(150);
    }
  });
  told('jumping', jump);
  const watch = await page.evaluate(() => {
    const state = (window as unknown as { gridWatch: { blank: number; waiting: number; seen: number; on: boolean } }).gridWatch;
    state.on = false;
    return state;
  });
  console.log(`${watch.seen} frames looked at: ${watch.blank} blanks, ${watch.waiting} times rows on their way`);
  expect(watch.blank).toBe(0);
  await expect.poll(() => page.locator('.room-cell-waiting').count()).toBe(0);
  await picture(page, 'room-large-grid');
});

test('a query of 16,000 lines is shown coarsely and says so; the window stays awake', async () => {
  const frames = await framesDuring(async () => {
    await openInstance(2);
    await page.getByText('Coarse view: more than 15,000 lines').waitFor();
  });
  told('opening 16,000 lines', frames);
  expect(Math.max(...frames)).toBeLessThan(FROZEN_MS);
  // The places are counted and stepped through, in colours.
  const step = page.locator('.room-step').first();
  await expect.poll(() => step.textContent()).toMatch(/^\d+ places?$/);
  await page.keyboard.press('d');
  await expect.poll(() => step.textContent()).toMatch(/^1 of \d+$/);
  const current = page.locator('.editor-coarse-current');
  await current.first().waitFor();
  expect(await current.evaluateAll((lines) => lines.every((line) => line.matches('.editor-coarse-marked')))).toBe(true);
  expect(await page.locator('.editor-coarse .editor-token-keyword').count()).toBeGreaterThan(0);
  await picture(page, 'room-large-query');
  await page.keyboard.press('Shift+D');
  await expect.poll(() => step.textContent()).toMatch(/^(\d+) of \1$/);
});

test('a query of 9,000 lines is laid out elsewhere while the window goes on', async () => {
  const frames = await framesDuring(async () => {
    await openInstance(3);
    await page.locator('.room-side-gold').getByText(/lines/).waitFor();
    await page.waitForTimeout(3_000);
  });
  told('opening 9,000 lines', frames);
  expect(Math.max(...frames)).toBeLessThan(FROZEN_MS);
  await page.keyboard.press('s');
  await page.locator('[data-pane=schema]').waitFor();
});

test('a step of megabytes of SQL is shown from its beginning, and whole when that is asked for', async () => {
  await openInstance(3);
  await page.locator('.room-system').filter({ hasText: 'system-1' }).click();
  await page.keyboard.press('t');
  const detail = page.locator('.room-step-body');
  const more = detail.getByRole('button', { name: /more characters$/ });
  await more.waitFor();
  const length = () => detail.locator('.editor-sql').evaluate((element) => (element.textContent ?? '').length);
  expect(await length()).toBeLessThan(LONG_SQL / 5);
  await more.click();
  await expect.poll(length).toBeGreaterThan(LONG_SQL);
});
