import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../../electron/service/database/open.ts';
import { runImport } from '../../electron/service/importers/import.ts';
import { madeItems, makeTrajectoryFolder } from '../bench/trajectory-folder.ts';
import { jsonLines, writeFiles } from '../helpers/import-project.ts';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp, temporaryFolder } from './app.ts';
import { setTheme } from './steps.ts';

// The import in the real window: files dropped on it, a table whose columns are mapped by hand, stopped imports, receipts.

const folder = temporaryFolder();
const file = (name: string) => path.join(folder, name);
let running: RunningApp;
let page: Page;

const QUESTIONS = `Nr;Frage;SQL richtig;Bereich
a1;How many towns are there?;SELECT count(*) FROM town;towns
a2;Which town is the largest?;SELECT name FROM town ORDER BY people DESC LIMIT 1;towns
a3;;SELECT 1;towns
`;

/** Drops files and folders on the window as the system does. */
async function drop(...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 400, data });
  }
  await session.detach();
}

const start = async (project: string) => {
  running = await startApp(file('settings'), { width: 1280, height: 800 }, [project]);
  page = running.page;
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
};

async function bothThemes(name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await picture(page, `${name}-${theme}`);
  }
}

const row = (name: string | RegExp) =>
  page.getByRole('list', { name: 'Recognised parts' }).getByRole('listitem').filter({ hasText: name });
const close = () => running.app.close().catch(() => {});

afterAll(close);

describe('a table of questions with column names of its own', () => {
  beforeAll(async () => {
    writeFiles(folder, {
      'towns.csv': QUESTIONS,
      'orion.jsonl': jsonLines([
        { id: 'a1', pred_sql: 'SELECT count(*) FROM town' },
        { id: 'a1', pred_sql: 'SELECT count(1) FROM town' },
        { id: 'a9', pred_sql: 'SELECT 9' },
        { id: 'a2', pred_sql: '```sql\nSELECT max(people) FROM town\n```' },
      ]),
    });
    createProject(file('towns.assay')).db.close();
    await start(file('towns.assay'));
  });
  afterAll(close);

  test('shows where it would land while it hangs over the window, and nothing once it has left', async () => {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [file('towns.csv')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 400, data });
    const hint = page.getByText(/^Drop to import into /);
    await hint.waitFor();
    await bothThemes('import-hanging');
    await session.send('Input.dispatchDragEvent', { type: 'dragCancel', x: 300, y: 400, data });
    await hint.waitFor({ state: 'detached' });
    await session.detach();
  });

  test('is dropped on the window, not recognised, and taken as what the person says', async () => {
    await drop(file('towns.csv'));
    await page.getByText('1 file that no reader claims').waitFor();
    await page.getByRole('button', { name: 'Take towns.csv as' }).click();
    await page.getByRole('menuitem', { name: 'Benchmark: a table of questions' }).click();
    await page.getByText('Nothing of this part can be imported').waitFor();
    expect(await page.getByText(/It is not clear which column of towns.csv is the question/).count()).toBe(1);
  });

  test('shows what each column would bring as soon as it is chosen', async () => {
    await page.getByRole('button', { name: /^Column of Question:/ }).click();
    await page.getByRole('option', { name: 'Frage' }).click();
    await page.getByText('Which town is the largest?').first().waitFor();
    await page.getByRole('button', { name: /^Column of Id:/ }).click();
    await page.getByRole('option', { name: 'Nr' }).click();
    await page.getByRole('button', { name: /^Column of Gold SQL:/ }).click();
    await page.getByRole('option', { name: 'SQL richtig' }).click();
    await expect.poll(() => row('towns.csv').locator('.ui-number').allTextContents()).toEqual(['3', '2', '0', '1']);
    await page.getByText('the question is empty').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await bothThemes('import-columns');
    await page.getByRole('button', { name: /^Import 2 records/ }).click();
    await page.getByText('Imported 2 records').waitFor();
  });

  test('predictions say why they were recognised, and repeats can become rollouts', async () => {
    await drop(file('orion.jsonl'));
    await page.getByText(/because its records have the fields id, pred_sql/).waitFor();
    await expect.poll(() => row('orion').locator('.ui-number').allTextContents()).toEqual(['4', '2', '0', '2']);
    await bothThemes('import-predictions');
    await page.getByRole('button', { name: 'Keep as rollouts' }).click();
    await expect.poll(() => row('orion').locator('.ui-number').allTextContents()).toEqual(['4', '3', '0', '1']);
    await page.getByRole('button', { name: /^Import 3 records/ }).click();
    await page.getByText('Imported 3 records').waitFor();
  });

  test('every receipt is kept, with its rejections', async () => {
    await page.getByRole('button', { name: 'predictions of orion' }).click();
    await page.getByRole('heading', { name: /Rejected of predictions of orion/ }).waitFor();
    await page.getByText('the id is not in this benchmark').first().waitFor();
    expect(await page.getByText('the question is empty').count()).toBe(0);
    await page.getByRole('button', { name: 'Save as CSV…' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await bothThemes('import-receipts');
  });
});

describe('imports that were stopped', () => {
  beforeAll(async () => {
    makeTrajectoryFolder(file('made'), { trajectories: 30, bytes: 12e6 });
    const items = madeItems(file('made'));
    const { db } = createProject(file('stopped.assay'));
    const quiet = (signal: AbortSignal) => ({ signal, progress: () => {} });
    await runImport(db, [items.benchmark], quiet(new AbortController().signal));
    const stop = new AbortController();
    const progress = ({ done }: { done: number }) => done > 4e6 && stop.abort();
    await expect(runImport(db, [items.trajectories, items.predictions], { signal: stop.signal, progress })).rejects.toThrow();
    db.close();
    await start(file('stopped.assay'));
  });
  afterAll(close);

  test('are listed with what was read, can be forgotten, and go on', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    const stopped = page.getByRole('region', { name: 'Stopped imports' });
    await stopped.waitFor();
    await expect.poll(() => stopped.getByRole('listitem').count()).toBe(2);
    await bothThemes('import-stopped');
    await page.getByRole('button', { name: 'Discard the stopped import of base' }).click();
    await expect.poll(() => stopped.getByRole('listitem').count()).toBe(1);
    await stopped.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Imported 60 records').waitFor({ timeout: 60_000 });
    await expect.poll(() => stopped.count()).toBe(0);
  });

  test('a folder that is dropped again is recognised and adds nothing', async () => {
    await drop(file('made/logs'));
    await page.getByRole('textbox', { name: 'System' }).fill('agent');
    await expect
      .poll(() => row('agent').locator('.ui-number').allTextContents(), { timeout: 30_000 })
      .toEqual(['60', '0', '60', '0']);
    await page.getByText(/because sf_made00000.json: its records have the fields instance_id, conversation/).waitFor();
    expect(running.problems).toEqual([]);
  });
});
