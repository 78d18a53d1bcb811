import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp, temporaryFolder } from './app.ts';
import {
  instanceHere,
  itemHere,
  openSample,
  press as pressKeys,
  pressOn,
  reopenLast,
  runCommand,
  statusCount,
  undoSteps,
} from './steps.ts';

// Labelling in the real window: a newcomer's first steps, by keyboard alone, killed in between, and with other keys.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);
const here = () => instanceHere(page);
const room = () => page.locator('[data-pane=instance] h1');
const openRoom = async () => {
  await press('g', 'l');
  await room().waitFor();
};
const saved = () => page.getByText(/Saved to disk/).waitFor();
/** Instances of the sample that are labelled. */
const labelled = () => statusCount(page, /([\d,]+) of [\d,]+ instances/);
const tour = () => page.getByRole('complementary', { name: 'Tour of the sample' });
const reopen = async () => {
  running = await startApp(folder);
  page = running.page;
  await reopenLast(page);
};

beforeAll(async () => {
  running = await startApp(folder);
  page = running.page;
  await openSample(page);
}, 240_000);
afterAll(() => running.app.close().catch(() => {}));

describe('a newcomer', () => {
  test('looks at any instance before a sample is drawn, and is told why there is nothing to label', async () => {
    await tour().getByText('Every system against gold').waitFor();
    await press('g', 'l');
    await page.getByRole('button', { name: 'Only look at instances' }).click();
    await room().waitFor();
    await page.getByText('Only to look at', { exact: true }).waitFor();
    await page.locator('[data-pane=results] [role=grid]').waitFor();
    const first = await here();
    await press('Digit1', 'Enter', 'j');
    await expect.poll(here).not.toBe(first);
    expect(await page.locator('.app-status-end').textContent()).not.toMatch(/undo/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'look-without-sample');
    await press('g', 'o');
    await page.getByText('Verdict matrix').waitFor();
  });

  test('is shown round without being held up, and leaves when he likes', async () => {
    await tour().getByText('Every system against gold').waitFor();
    await press('g', 's');
    await tour().getByText('Draw what you will label').waitFor();
    await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
    await press('Control+Enter');
    await tour().getByText('Open the labelling room').waitFor();
    await openRoom();
    await tour().getByText('Say what went wrong').waitFor();
    await press('Digit1');
    await tour().getByText('Done, and on').waitFor();
    await tour()
      .getByRole('button', { name: /Leave the tour/ })
      .click();
    await tour().waitFor({ state: 'detached' });
    await press('Control+z');
    await runCommand(page, 'Tour of the sample');
    // He goes on where he is, not where he left.
    await tour().getByText('Done, and on').waitFor();
    await tour()
      .getByRole('button', { name: /Leave the tour/ })
      .click();
    await tour().waitFor({ state: 'detached' });
  });
});

describe('by keyboard alone', () => {
  test('twenty instances are labelled', async () => {
    for (let item = 0; item < 200 && (await labelled()) < 20; item++) {
      await pressOn(page, [`Digit${(item % 4) + 1}`, 'Enter'], itemHere);
    }
    expect(await labelled()).toBeGreaterThanOrEqual(20);
    await saved();
    await picture(page, 'labelling-twenty');
  }, 300_000);

  test('responsible party, confidence, flag, note, cannot decide and skip have keys, and typing is never a command', async () => {
    await pressOn(page, ['Shift+J']);
    await press('r', 'g', 'r', 'Digit3', 'f', 'n');
    await page.keyboard.type('jjkk 12345 xuf');
    await press('Escape');
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('jjkk 12345 xuf');
    await expect.poll(() => page.getByRole('radio', { name: 'Gold' }).isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('radio', { name: 'High' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: /^Flagged/ }).waitFor();
    const history = page.locator('.room-history');
    for (const change of ['note edited', 'flagged', 'confidence: high', 'responsible: gold'])
      await history.getByText(change).waitFor();
    const before = await undoSteps(page);
    await press('u', 'x');
    await expect.poll(() => undoSteps(page)).toBe(before + 2);
    await saved();
  });

  test('labels, notes and undo steps are there after the window was killed', async () => {
    const before = await labelled();
    const gone = new Promise((resolve) => running.app.process().once('exit', resolve));
    running.app.process().kill('SIGKILL');
    await gone;
    await reopen();
    await openRoom();
    await expect.poll(labelled).toBe(before);
    await press('Control+z');
    await page.getByText(/^Undone: skipped/).waitFor();
    await press('Control+z');
    await page.getByText(/^Undone: cannot decide/).waitFor();
    await press('Control+Shift+z');
    await page.getByText(/^Done again: cannot decide/).waitFor();
  }, 240_000);
});

describe('keys', () => {
  test('another key is taken, one that is in use is named, and both hold in sheet, palette and after a restart', async () => {
    await runCommand(page, 'Change keys…');
    await page.getByRole('textbox', { name: 'Find a command' }).fill('next unlabelled');
    await page.getByRole('button', { name: 'Change the key of Next unlabelled instance' }).click();
    await press('x');
    await page.getByText('X is the key of “Skip”').waitFor();
    await press('Backspace', 'Shift+N');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText('No conflicts.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'change-keys');
    await press('Escape');
    await press('Home');
    await pressOn(page, ['Shift+N']);
    await press('?');
    await expect
      .poll(() => page.locator('.app-sheet-row').filter({ hasText: 'previous unlabelled instance' }).first().textContent())
      .toMatch(/⇧\s*N/);
    // Commands of panes and screens that are not open are listed too.
    await page.locator('.app-sheet-row').filter({ hasText: 'Wrap or cut long lines of SQL' }).waitFor();
    await page.locator('.app-sheet-row').filter({ hasText: 'Draw the sample' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press('Escape');
    await running.app.close();
    await reopen();
    await openRoom();
    await pressOn(page, ['Shift+N']);
  }, 240_000);

  test('the focus can be seen wherever the keyboard takes it', async () => {
    for (let stop = 0; stop < 12; stop++) {
      await press('Tab');
      const outline = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return 'nowhere';
        // A field shows it on its frame.
        const shown = [element, element.closest('label')].filter((each) => each !== null);
        return shown.some((each) => {
          const style = getComputedStyle(each);
          return (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
        });
      });
      expect(outline, `stop ${stop}`).not.toBe(false);
    }
    await press('Escape');
  });
});

test('no error was seen in the console', () => {
  expect(running.problems).toEqual([]);
});
