import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENT, makeDocumentBenchmark } from '../helpers/document-benchmark.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { picture, type RunningApp, temporaryFolder } from './app.ts';
import { startWithProject } from './steps.ts';

// Evidence whose text is no longer where it was attached, as after a change of what it was attached to.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

beforeAll(async () => {
  running = await startWithProject(folder, async (client, file) => {
    // Labels are those of the annotator whose window it will be.
    await client.call('project.open', { path: file, annotator: os.userInfo().username });
    await client.call('import.run', { items: makeDocumentBenchmark(path.join(folder, 'lite')) });
    await executeAll(client);
    await drawAll(client);
    const queue = await client.call('room.queue', { sample: 1 });
    const entry = queue.find(({ instanceId }) => instanceId === 'local001')!;
    const item = { instance: entry.instance, system: entry.items[0]!.system };
    const lines = { firstLine: 1, lastLine: 1 };
    const sql = { kind: 'sql' as const, gold: null, ...lines };
    const paragraph = DOCUMENT.indexOf('Paragraph 80');
    const attached = [
      { ...sql, id: '1', side: 'prediction' as const, start: 0, end: 4, text: 'FROM  town' },
      { ...sql, id: '2', side: 'gold' as const, start: 7, end: 11, text: 'city' },
      { kind: 'document' as const, id: '3', name: 'towns.md', start: 3, end: 15, text: 'Paragraph 80' },
      { kind: 'document' as const, id: '4', name: 'towns.md', start: 3, end: 15, text: 'Paragraph 81' },
      {
        kind: 'cell' as const,
        id: '5',
        side: 'gold' as const,
        row: 0,
        column: 0,
        columnName: 'name',
        missing: false,
        text: 'Zug',
      },
    ];
    expect(paragraph).toBeGreaterThan(0);
    for (const attach of attached) await client.call('label.edit', { ...item, edit: { field: 'evidence', attach } });
  });
  page = running.page;
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.locator('.room-queue-entry', { hasText: 'local001' }).click();
  await page.locator('.room-evidence li').nth(4).waitFor();
}, 120_000);
afterAll(() => running.app.close().catch(() => {}));

const show = (text: string) => page.locator('.room-evidence li').filter({ hasText: text }).getByRole('button').first().click();

test('the list tells where SQL evidence stands now, and what is gone', async () => {
  const where = (text: string) => page.locator('.room-evidence li').filter({ hasText: text }).locator('.room-evidence-where');
  expect(await where('FROM town').textContent()).toBe('prediction SQL, lines 3–4');
  expect(await where('city').textContent()).toBe('gold SQL, line 1: not there any more');
});

test('what is shown again is the same text, wherever it stands now; what is gone is said', async () => {
  await show('FROM town');
  await page.getByText('The query has changed since: this is where the same text stands now.').waitFor();
  await show('city');
  await page.getByText('The gold query has changed since: “city” is not in it any more.').waitFor();
  await picture(page, 'evidence-changed');
  await show('Paragraph 80');
  await page.getByText('The document has changed since: this is where the same text stands now.').waitFor();
  await expect.poll(() => page.locator('.room-hit-on').textContent()).toBe('Paragraph 80');
  await show('Paragraph 81');
  await page.getByText('The document has changed since: “Paragraph 81” is not in it any more.').waitFor();
  await show('Zug');
  await page.getByText('The rows have changed since: this cell held “Zug” when it was attached.').waitFor();
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
