import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EvidencePlace } from '#shared/model/evidence.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from '../helpers/benchmark.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { picture, type RunningApp, temporaryFolder } from './app.ts';
import { instanceHere, press, startWithProject } from './steps.ts';

// Evidence in a schema and its rows that another import has changed since.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;
/** The instance whose evidence it is. */
let instance: string;

const ATTACHED: EvidencePlace[] = [
  { kind: 'schema', table: 'town', column: 'status', text: 'status text' },
  { kind: 'schema', table: 'town', column: 'people', text: 'people text' },
  { kind: 'schema', table: 'river', column: null, text: 'river: id number, primary key' },
  { kind: 'sample row', table: 'town', row: 0, column: null, text: '2\tBern\t8\tC' },
  { kind: 'sample row', table: 'town', row: 1, column: 'name', text: 'Basel' },
  { kind: 'frequent value', table: 'town', column: 'name', rows: 3, text: 'Arl' },
  { kind: 'frequent value', table: 'town', column: 'name', rows: 1, text: 'Chur' },
];
const NOTICES = [
  'The schema has changed since: town has no column status any more.',
  'The schema has changed since: of town.people it said “people text” when this was attached.',
  'The schema has changed since: it has no table river any more.',
  'The rows have changed since: this is row 2 now.',
  'The rows have changed since: “Basel” does not stand in sample row 2 any more.',
  'The rows have changed since: it stands in 1 row now, and stood in 3 rows.',
  'The rows have changed since: no row of town holds “Chur” in name any more.',
];

beforeAll(async () => {
  const benchmark = path.join(folder, 'benchmark');
  const make = (town: string) => {
    fs.rmSync(benchmark, { recursive: true, force: true });
    makeBenchmark(benchmark, {
      databases: {
        town,
        other: "CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO town VALUES (7, 'Zug'), (8, 'Arl');",
      },
      instances: ['town', 'other'].map((db) => ({ db, question: 'Which towns?', gold: 'SELECT name FROM town' })),
      predictions: { a: ['SELECT id FROM town', 'SELECT id FROM town'] },
    });
  };
  make(
    "CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, people TEXT, status TEXT); INSERT INTO town VALUES (2, 'Bern', 8, 'C');",
  );
  running = await startWithProject(folder, async (client, file) => {
    // Labels are those of the annotator whose window it will be.
    await client.call('project.open', { path: file, annotator: os.userInfo().username });
    await client.call('import.run', { items: [benchmarkItem(benchmark), predictionsItem(benchmark, 'a', 'strong')] });
    await executeAll(client);
    await drawAll(client);
    const queue = await client.call('room.queue', { sample: 1 });
    const entry = queue.find(({ database }) => database === 'town')!;
    instance = entry.instanceId;
    const item = { instance: entry.instance, system: entry.items[0]!.system };
    for (const [at, place] of ATTACHED.entries())
      await client.call('label.edit', { ...item, edit: { field: 'evidence', attach: { ...place, id: String(at) } } });
    make(
      "CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, people INTEGER, state TEXT); INSERT INTO town VALUES (1, 'Arl', 9, 'C'), (2, 'Bern', 8, 'C');",
    );
    await client.call('import.run', { items: [benchmarkItem(benchmark)] });
  });
  page = running.page;
  await press(page, 'g', 'l');
  await page.locator('.room-queue-entry', { hasText: instance }).click();
  await page
    .locator('.room-evidence li')
    .nth(ATTACHED.length - 1)
    .waitFor();
}, 120_000);
afterAll(() => running.app.close().catch(() => {}));

test('the list tells what is not in the schema any more, and what it says something else of', async () => {
  expect(await page.locator('.room-evidence-where').allTextContents()).toEqual([
    'column town.status: not there any more',
    'column town.people: has changed',
    'table river: not there any more',
    'town sample row 1',
    'town sample row 2, name',
    'value of town.name, 3 rows',
    'value of town.name, 1 row',
  ]);
});

test('gone to, each is shown where it stands now, or said to be gone', async () => {
  for (const [at, notice] of NOTICES.entries()) {
    const place = page.locator('.room-evidence li').nth(at).getByRole('button').first();
    await place.click();
    await page.locator('.room-notice').filter({ hasText: notice }).waitFor();
  }
  await page.locator('.room-schema-marked[data-column=name]').or(page.locator('caption.room-schema-marked')).first().waitFor();
  await picture(page, 'schema-changed');
});

test('rows that are still looked at in another instance have nothing marked or chosen in them', async () => {
  const peek = page.locator('[data-pane=peek]');
  await page.locator('.room-evidence li').nth(5).getByRole('button').first().click();
  await expect.poll(() => peek.locator('.room-cell-cursor').textContent()).toBe('Arl');
  await page.locator('.room-queue-entry').filter({ hasNotText: instance }).click();
  await expect.poll(() => instanceHere(page)).not.toBe(instance);
  await peek.locator('td', { hasText: 'Zug' }).waitFor();
  expect(await peek.locator('.room-cell-cursor').count()).toBe(0);
  expect(await page.locator('.room-schema-marked').count()).toBe(0);
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
