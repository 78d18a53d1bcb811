import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp, temporaryFolder } from './app.ts';

// The whole job in the real window, mostly by keyboard: open the sample, look, draw, label, quit, come back, report.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

const start = async () => {
  running = await startApp(folder);
  page = running.page;
};
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const screen = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByText(name).first();
const code = (title: string) => page.getByRole('checkbox', { name: new RegExp(title) });
const saved = () => page.getByText(/Saved to disk/);

/** A count that the status bar of the room tells, 0 where it tells none. */
const fact = async (pattern: RegExp) =>
  Number(pattern.exec((await page.locator('.app-status-end').textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? 0);
const undoSteps = () => fact(/([\d,]+) undo step/);

/** The labels that are done, as the project file of the closed app has them. */
function labelsDone(): { status: string; codes: string[]; note: string }[] {
  const [file] = fs.globSync('**/*.assay', { cwd: folder });
  const project = new DatabaseSync(path.join(folder, file!), { readOnly: true });
  const rows = project.prepare('SELECT body FROM label').all();
  project.close();
  return rows.map(({ body }) => JSON.parse(String(body))).filter(({ status }) => status === 'done');
}

/** The instance that the room begins with. */
let first = '';

beforeAll(start);
afterAll(() => running.app.close().catch(() => {}));

describe('a newcomer with the sample', () => {
  test('opens it with one key and sees every system', async () => {
    await page.getByRole('button', { name: /Open the sample/ }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press('s');
    await page.getByText('Verdict matrix').waitFor({ timeout: 110_000 });
    for (const system of ['aurora-2', 'basalt-l', 'cirrus-agent', 'dune-70b', 'ember-14b', 'fjord-coder']) {
      await page.getByRole('cell', { name: system }).or(page.getByText(system).first()).first().waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('draws a sample that is locked from then on', async () => {
    await press('g', 's');
    await page.getByText('Every strong system fails').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
    await press('Control+Enter');
    await page.getByText('42 instances').or(page.getByText('main')).first().waitFor();
    await page.locator('text=/0\\s*\\/\\s*42/').first().waitFor();
  });

  test('labels by keyboard alone, and each change is saved at once', async () => {
    await press('g', 'l');
    const id = page.locator('[data-pane=instance] h1');
    await id.waitFor();
    first = (await id.textContent())!;
    await press('Digit2');
    await expect.poll(() => code('Predicate').isChecked()).toBe(true);
    await saved().waitFor();
    await press('Digit4', 'Shift+Digit4', 'n');
    await page.keyboard.type('A ride may end after midnight; "digits 1 2 3 are text here".');
    await press('Escape');
    expect(await code('Schema grounding').isChecked()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'room');
  });

  test('takes a change back and does it again', async () => {
    await press('Digit1');
    await expect.poll(() => code('Schema grounding').isChecked()).toBe(true);
    await press('Control+z');
    await expect.poll(() => code('Schema grounding').isChecked()).toBe(false);
    await press('Control+Shift+z');
    await expect.poll(() => code('Schema grounding').isChecked()).toBe(true);
    await press('Control+z');
    await expect.poll(() => code('Schema grounding').isChecked()).toBe(false);
  });

  test('labels twenty predictions without the mouse', async () => {
    const before = await undoSteps();
    // As fast as the keys go: what is pressed before the next item is painted is meant for it.
    for (let item = 0; item < 20; item++) await press(`Digit${(item % 4) + 1}`, 'Enter');
    await expect.poll(undoSteps).toBe(before + 40);
    await saved().waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('treeitem')
          .filter({ hasText: /C[1-4]/ })
          .count(),
      )
      .toBeGreaterThan(2);
  });

  test('finds labels, the place and the undo steps again after a restart', async () => {
    const queue = () => page.getByRole('tree', { name: 'Instances' });
    const before = await queue().textContent();
    await running.app.close();
    // Each code went to the item that was finished after it: a key that missed would have cleared one or hit another.
    const [noted, others] = [labelsDone().filter(({ note }) => note), labelsDone().filter(({ note }) => !note)];
    expect(noted).toHaveLength(1);
    expect(others.map(({ codes }) => codes.length)).toEqual(new Array(19).fill(1));
    await start();
    await page
      .getByRole('row', { name: /Assay sample/ })
      .or(page.getByText('Assay sample'))
      .first()
      .waitFor();
    await press('Enter');
    await screen('Label').waitFor();
    await press('g', 'l');
    await expect.poll(() => queue().textContent()).toBe(before);
    await page.getByRole('treeitem', { name: new RegExp(first) }).click();
    await page.locator('[data-pane=instance]').getByText(first).waitFor();
    await expect.poll(() => code('AI function').isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toContain('digits 1 2 3 are text here');
    const steps = await undoSteps();
    await press('Control+z');
    await page.getByText(/^Undone: /).waitFor();
    await expect.poll(undoSteps).toBe(steps - 1);
  });

  test('reports what was labelled and exports it', async () => {
    await press('g', 'r');
    await page.getByText('Error types by stratum').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const out = path.join(folder, 'report');
    fs.mkdirSync(out);
    await running.app.evaluate(({ dialog }, directory) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [directory] });
    }, out);
    await press('Control+e');
    await expect
      .poll(
        () =>
          fs
            .readdirSync(out)
            .filter((name) => !name.endsWith('.partial'))
            .sort(),
        { timeout: 60_000 },
      )
      .toEqual(
        expect.arrayContaining([
          'accuracy.csv',
          'accuracy.json',
          'error-types.csv',
          'error-types.json',
          'error-types.png',
          'error-types.svg',
          'labels.csv',
          'labels.json',
        ]),
      );
    expect(fs.readFileSync(path.join(out, 'error-types.svg'), 'utf8')).toMatch(/^<svg/);
    await picture(page, 'report');
  });

  test('never saw an error in the console', () => {
    expect(running.problems).toEqual([]);
  });
});

describe('the page', () => {
  test('has no Node, a strict policy, and cannot open windows or go elsewhere', async () => {
    const globals = await page.evaluate(() => [
      typeof (window as { require?: unknown }).require,
      typeof (window as { process?: unknown }).process,
    ]);
    expect(globals).toEqual(['undefined', 'undefined']);
    const policy = await page.evaluate(async () => (await fetch(location.href)).headers.get('content-security-policy'));
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(await page.evaluate(() => window.open('https://example.org'))).toBeNull();
    expect(
      await page.evaluate(() =>
        fetch('https://example.org').then(
          () => 'reached',
          () => 'refused',
        ),
      ),
    ).toBe('refused');
  });
});
