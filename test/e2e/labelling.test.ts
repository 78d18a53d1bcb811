import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp, temporaryFolder } from './app.ts';

// Labelling in the real window: by keyboard alone, with other keys, blind, with another codebook, and killed in between.

const folder = temporaryFolder();
let running: RunningApp;
let page: Page;

const SYSTEMS = ['aurora-2', 'basalt-l', 'cirrus-agent', 'dune-70b', 'ember-14b', 'fjord-coder'];

const start = async () => {
  running = await startApp(folder);
  page = running.page;
};
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Runs a command from the palette, by its title. */
const run = async (title: string) => {
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Find or run' }).fill(`>${title}`);
  await page.getByRole('option', { name: title }).first().waitFor();
  await press('Enter');
};
const room = () => page.locator('[data-pane=instance] h1');
/** The id of the instance that is shown. */
const instanceHere = async () => (await room().textContent()) ?? '';
/** Presses a key that leads to another instance, and waits until that is painted. */
const pressOn = async (key: string) => {
  const before = await instanceHere();
  await press(key);
  await expect.poll(instanceHere).not.toBe(before);
};
const openRoom = async () => {
  await press('g', 'l');
  await room().waitFor();
};
const saved = () => page.getByText(/Saved to disk/).waitFor();
/** A count that the status bar of the room tells, 0 where it tells none. */
const fact = async (pattern: RegExp) =>
  Number(pattern.exec((await page.locator('.app-status-end').textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? 0);
/** Instances of the sample that are labelled. */
const labelled = () => fact(/([\d,]+) of [\d,]+ instances/);
const undoSteps = () => fact(/([\d,]+) undo step/);
const tour = () => page.getByRole('complementary', { name: 'Tour of the sample' });

/** Opens the project that was open last, from the start screen. */
const reopen = async () => {
  await start();
  await page.getByText('Assay sample').first().waitFor();
  await press('Enter');
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
};

beforeAll(async () => {
  await start();
  await page.getByRole('button', { name: /Open the sample/ }).waitFor();
  await press('s');
  await page.getByText('Verdict matrix').waitFor({ timeout: 170_000 });
}, 240_000);
afterAll(async () => {
  await running.app.close().catch(() => {});
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('a newcomer', () => {
  test('looks at any instance before a sample is drawn, and is told why there is nothing to label', async () => {
    await tour().getByText('Every system against gold').waitFor();
    await press('g', 'l');
    await page.getByRole('button', { name: 'Only look at instances' }).click();
    await room().waitFor();
    await page.getByText('Only to look at', { exact: true }).waitFor();
    await page.locator('[data-pane=results] [role=grid]').waitFor();
    const first = await instanceHere();
    await press('Digit1', 'Enter', 'j');
    await expect.poll(instanceHere).not.toBe(first);
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
    await run('Tour of the sample');
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
    for (let presses = 0; presses < 400 && (await labelled()) < 20; presses++) {
      await press(`Digit${(presses % 4) + 1}`, 'Enter');
      await page.waitForTimeout(60);
    }
    expect(await labelled()).toBeGreaterThanOrEqual(20);
    await saved();
    await picture(page, 'labelling-twenty');
  }, 300_000);

  test('responsible party, confidence, flag, note, cannot decide and skip have keys, and typing is never a command', async () => {
    await pressOn('Shift+J');
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
    const before = await undoSteps();
    await press('u', 'x');
    await expect.poll(undoSteps).toBe(before + 2);
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
    await run('Change keys…');
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
    const here = await instanceHere();
    await press('Shift+N');
    await expect.poll(() => instanceHere()).not.toBe(here);
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
    const there = await instanceHere();
    await press('Shift+N');
    await expect.poll(() => instanceHere()).not.toBe(there);
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

describe('the codebook', () => {
  test('what is typed is kept while other codes are looked at, and the dialog asks before it goes', async () => {
    await press('g', 'c');
    const book = page.getByRole('dialog', { name: 'Codebook', exact: true });
    const definition = book.getByRole('textbox', { name: 'Definition' });
    await book.getByRole('button', { name: /^C1/ }).click();
    const before = await definition.inputValue();
    await definition.fill('Half a thought');
    await book.getByRole('button', { name: /^C2/ }).click();
    await expect.poll(() => definition.inputValue()).not.toBe('Half a thought');
    await book.getByRole('button', { name: /^C1.*not saved/ }).click();
    await expect.poll(() => definition.inputValue()).toBe('Half a thought');
    await press('Escape');
    await page.getByText('Not saved as a version yet: C1.').waitFor();
    await picture(page, 'codebook-unsaved');
    await press('Escape');
    await page.getByText('Not saved as a version yet').waitFor({ state: 'detached' });
    await book.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Discard and close' }).click();
    await book.waitFor({ state: 'detached' });
    await press('g', 'c');
    await book.getByRole('button', { name: /^C1/ }).click();
    expect(await definition.inputValue()).toBe(before);
    await press('Escape');
    await book.waitFor({ state: 'detached' });
  });

  test('so are the codes that one is to be split into', async () => {
    await press('g', 'c');
    const book = page.getByRole('dialog', { name: 'Codebook', exact: true });
    await book.getByRole('button', { name: /^C3/ }).click();
    await book.getByRole('button', { name: 'Split…' }).click();
    const title = book.getByRole('textbox', { name: 'Title 2' });
    await title.fill('Wrong level of aggregation');
    await book.getByRole('button', { name: /^C2/ }).click();
    await title.waitFor({ state: 'detached' });
    await book.getByRole('button', { name: /^C3.*not saved/ }).click();
    expect(await title.inputValue()).toBe('Wrong level of aggregation');
    await press('Escape');
    await page.getByText('Not saved as a version yet: C3.').waitFor();
    await press('Escape');
    await picture(page, 'codebook-split');
    await book.getByRole('button', { name: 'Do not split' }).click();
    await book.getByRole('button', { name: 'Split…' }).waitFor();
    await press('Escape');
    await book.waitFor({ state: 'detached' });
  });

  test('a redefined code lists its labels for review, and a review takes them off', async () => {
    await press('g', 'c');
    await page.getByRole('dialog', { name: 'Codebook' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: /^C1/ }).click();
    await page.getByRole('textbox', { name: 'Definition' }).fill('Only tables and columns that do not exist.');
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText('Saved as version 2.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'codebook');
    await press('Escape');
    await page.getByRole('button', { name: /^Show/ }).click();
    await page.getByRole('option', { name: 'to review' }).click();
    const listed = () => page.getByRole('treeitem', { name: /to review/ }).count();
    await expect.poll(listed).toBeGreaterThan(0);
    const toReview = page.getByRole('treeitem', { name: /to review/ }).first();
    await toReview.click();
    await expect.poll(async () => (await toReview.textContent())?.includes(await instanceHere())).toBe(true);
    for (const system of await page.locator('.room-system').all()) {
      if ((await page.locator('.room-stale').count()) > 0) break;
      await system.click();
      await expect.poll(() => system.getAttribute('aria-selected')).toBe('true');
    }
    await page.getByText(/redefined in version 2, set under version 1/).waitFor();
    await picture(page, 'stale-label');
    await press('Shift+R');
    await page.locator('.room-history').getByText('codes reviewed').waitFor();
    expect(await page.locator('.room-stale').count()).toBe(0);
    await page.getByRole('button', { name: /^Show/ }).click();
    await page.getByRole('option', { name: 'all', exact: true }).click();
  });

  test('types and subtypes are set by two digits', async () => {
    await press('g', 'c');
    await page.getByRole('button', { name: /^Take over/ }).click();
    await page.getByRole('option', { name: 'NL2SQL-BUGs' }).click();
    const preview = page.getByRole('dialog', { name: 'Take over NL2SQL-BUGs' });
    await preview.getByRole('heading', { name: 'Added 31' }).waitFor();
    await preview.getByRole('heading', { name: 'Retired: offered no longer, kept on labels 5' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'codebook-preview');
    await press('Escape');
    await preview.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /^Codebook .*version 2/ }).waitFor();
    await page.getByRole('button', { name: /^Take over/ }).click();
    await page.getByRole('option', { name: 'NL2SQL-BUGs' }).click();
    await page.getByRole('button', { name: 'Take over as version 3' }).click();
    await page.getByText('Saved as version 3.').waitFor();
    await press('Escape');
    await pressOn('Shift+N');
    await page.locator('.room-codes-typed').waitFor();
    await press('Digit6', 'Digit2');
    await page.locator('.room-history').getByText('FU-win added').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'codes-with-types');
    await press('g', 'c');
    await page.getByRole('button', { name: /^Take over/ }).click();
    await page.getByRole('option', { name: 'C1–C5' }).click();
    await page.getByRole('heading', { name: 'Redefined 1' }).waitFor();
    await picture(page, 'codebook-preview-back');
    await page.getByRole('button', { name: 'Take over as version 4' }).click();
    await page.getByText('Saved as version 4.').waitFor();
    await press('Escape');
  });
});

describe('blind', () => {
  /** Everything that somebody could read in the window: the page as it is, its title, and the window's. */
  const everything = async (): Promise<string> => {
    const html = await page.evaluate(() => `${document.documentElement.outerHTML}\n${document.title}`);
    const titles = await running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getTitle()),
    );
    return [html, ...titles].join('\n');
  };
  const leaks = async (): Promise<string[]> => {
    const text = await everything();
    return [...SYSTEMS, 'mismatch', 'mark-stratum', 'mark-flip', 'room-cluster', 'no rule flips it'].filter((word) =>
      text.includes(word),
    );
  };

  test('nothing hidden is in the page, in any tab or instance, in its titles or in the palette', async () => {
    await press('Shift+N');
    await press('b');
    await page.getByText('Revealing is logged.').waitFor();
    // An instance that nobody has looked at yet.
    await press('Shift+N');
    await expect.poll(() => page.getByRole('tab', { name: /to label/ }).count()).toBeGreaterThan(0);
    await expect.poll(leaks).toEqual([]);
    // How many of an instance's systems failed would tell its stratum, and a sign in the gutter the verdict.
    expect(await page.getByRole('tablist', { name: 'Systems' }).getByRole('tab').count()).toBe(SYSTEMS.length);
    await expect
      .poll(() => page.locator('.room-grid-only-gold, .room-grid-only-prediction, .room-grid-different').count())
      .toBe(0);
    await picture(page, 'blind');
    expect(await accessibilityProblems(page)).toEqual([]);
    const seen = new Set<string>();
    for (let instance = 0; instance < 6; instance++) {
      await pressOn('Shift+N');
      if ((await page.getByText('Revealing is logged.').count()) === 0) continue;
      expect(await leaks(), `${await instanceHere()}`).toEqual([]);
      expect(await page.getByRole('tablist', { name: 'Systems' }).getByRole('tab').count()).toBe(SYSTEMS.length);
      seen.add(await instanceHere());
      await press('l');
      await page.waitForTimeout(200);
      expect(await leaks()).toEqual([]);
      await press('s');
      await page.waitForTimeout(200);
      expect(await leaks()).toEqual([]);
      await press('q');
    }
    expect(seen.size).toBeGreaterThan(2);
    await press('Control+k');
    for (const word of ['', 'aurora', 'mismatch', 'S1']) {
      await page.getByRole('combobox', { name: 'Find or run' }).fill(word);
      await page.waitForTimeout(150);
      expect(
        (await leaks()).filter((leak) => leak !== word),
        `palette “${word}”`,
      ).toEqual([]);
    }
    await press('Escape');
  }, 240_000);

  test('screens that show verdicts hold back until somebody asks, and that is logged', async () => {
    for (const key of ['o', 's', 'r']) {
      await press('g', key);
      await page.getByText('You label blind').waitFor();
      expect(await leaks()).toEqual([]);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await openRoom();
  });

  test('an instance shows its names once all of it is committed', async () => {
    await page.getByText('Revealing is logged.').waitFor();
    const here = await instanceHere();
    for (let item = 0; item < SYSTEMS.length; item++) {
      await press('Digit2', 'Enter');
      await page.waitForTimeout(500);
      if ((await instanceHere()) !== here) break;
    }
    await saved();
    await page.getByRole('treeitem', { name: new RegExp(here) }).click();
    await expect.poll(() => page.getByRole('tablist', { name: 'Systems' }).textContent()).toMatch(new RegExp(SYSTEMS.join('|')));
  });

  test('revealing an instance stands in its history, ending it all in the report', async () => {
    await press('Shift+N');
    await page.getByText('Revealing is logged.').waitFor();
    await page.getByRole('button', { name: 'Reveal this instance…' }).click();
    await page.getByRole('button', { name: 'Reveal it' }).click();
    await page.locator('.room-history').getByText('revealed before it was committed').waitFor();
    await press('b');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('g', 'r');
    await page.getByText(/Blind labelling was ended by .*; 1 instance and 0 screens revealed/).waitFor();
  });
});

describe('every screen', () => {
  test.each(['light', 'dark'] as const)(
    'is free of accessibility faults in the %s theme',
    async (theme) => {
      await run(`Theme: ${theme}`);
      for (const [key, sign] of [
        ['o', 'Verdict matrix'],
        ['s', 'Every strong system fails'],
        ['l', 'Responsible'],
        ['r', 'Error types by stratum'],
        ['i', 'Import'],
      ] as const) {
        await press('g', key);
        await page.getByText(sign).first().waitFor();
        expect(await accessibilityProblems(page), `${key} in ${theme}`).toEqual([]);
      }
      await press('Control+k');
      expect(await accessibilityProblems(page), `palette in ${theme}`).toEqual([]);
      await press('Escape');
      await press('g', 'c');
      await page.getByRole('dialog', { name: 'Codebook' }).waitFor();
      expect(await accessibilityProblems(page), `codebook in ${theme}`).toEqual([]);
      await press('Escape');
    },
    240_000,
  );

  test('no error was seen in the console', () => {
    expect(running.problems).toEqual([]);
  });
});
