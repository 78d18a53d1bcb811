import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient } from '#shared/contract/contract.ts';
import { makeDocumentBenchmark } from '../helpers/document-benchmark.ts';
import { executeAll } from '../helpers/steps.ts';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, temporaryFolder } from './app.ts';
import { press as pressKeys, startWithProject } from './steps.ts';

// Documents in the room, first before any sample is drawn, then as evidence.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);
const pane = () => page.locator('[data-pane=document]');

beforeAll(async () => {
  const fill = async (client: AssayClient) => {
    await client.call('import.run', { items: makeDocumentBenchmark(path.join(folder, 'lite')) });
    await executeAll(client);
  };
  running = await startWithProject(folder, fill, { width: 1280, height: 800 });
  page = running.page;
});
afterAll(() => running.app.close().catch(() => {}));

test('an instance with a document has it as a tab, and text is found in it', async () => {
  await press('g', 'l');
  await page.getByRole('button', { name: 'Only look at instances' }).click();
  await page.getByRole('tab', { name: 'Document' }).waitFor();
  await press('o');
  await pane().getByText('Paragraph 1:').waitFor();
  await press('Control+f');
  await page.keyboard.type('closed town');
  await pane().getByText('1 of 1').waitFor();
  await expect.poll(() => pane().locator('.room-hit-on').isVisible()).toBe(true);
  await page.getByRole('textbox', { name: 'Find in the document' }).fill('people');
  await pane().getByText('1 of 80').waitFor();
  await press('Enter');
  await pane().getByText('2 of 80').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'document');
  await press('Escape');
});

test('a document that was not imported is named, and an instance without one has no tab', async () => {
  await press('j');
  await page.getByText('missing.md was not imported').waitFor();
  await press('q', 'j');
  await expect.poll(() => page.getByRole('tab', { name: 'Document' }).count()).toBe(0);
});

test('a passage is attached as evidence and shown again from there', async () => {
  await press('g', 's');
  await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
  await press('Control+Enter');
  await page.locator('text=/0\\s*\\/\\s*\\d+/').first().waitFor();
  await press('g', 'l');
  await page.getByRole('treeitem', { name: /local001/ }).click();
  await press('o');
  await pane().getByText('A closed town counts as one.').waitFor();
  await page.evaluate(() => {
    const text = document.querySelector('.room-document-text')!;
    const node = text.firstChild!;
    const start = text.textContent!.indexOf('closed town');
    window.getSelection()!.setBaseAndExtent(node, start, node, start + 'closed town'.length);
  });
  await press('e');
  const evidence = page.getByRole('button', { name: /closed town.*towns\.md/ });
  await evidence.first().waitFor();
  await press('q');
  await evidence.first().click();
  await expect.poll(() => pane().locator('.room-hit-on').textContent()).toBe('closed town');
  await picture(page, 'document-evidence');
  expect(running.problems).toEqual([]);
});
