import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { picture, type RunningApp, startApp } from './app.ts';
import { sampleFolder } from './sample.ts';
import { press as pressKeys, setSize, setTheme, showTab, startInSampleRoom } from './steps.ts';

// The panes of the labelling room in the real window: SQL, scratch, results, trajectory, schema, evidence, layout.

const folder = await sampleFolder();
let running: RunningApp;
let page: Page;

const press = (...keys: string[]) => pressKeys(page, ...keys);
const pane = (name: string) => page.locator(`[data-pane=${name}]`);
const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

beforeAll(async () => {
  running = await startInSampleRoom(folder);
  page = running.page;
});
afterAll(() => running.app.close().catch(() => {}));

describe('stepping', () => {
  const place = () =>
    page.evaluate(() =>
      ['[data-pane=instance] h1', '.room-system[aria-selected=true]']
        .map((part) => document.querySelector(part)?.textContent)
        .join(),
    );
  /** The lines of each side of a diff, from top to bottom: Monaco puts them into the page in any order. */
  const linesOf = (view: string) =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll(`${selector} .view-lines`)].map((side) =>
          [...side.querySelectorAll<HTMLElement>('.view-line')]
            .sort((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top))
            .map((line) => line.textContent)
            .join('\n'),
        ),
      view,
    );
  const sides = () => linesOf('.editor-diff-view:not(.editor-diff-back)');
  const inBack = () => linesOf('.editor-diff-back');
  const painted = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));

  /** The SQL of the first instances of the list. */
  const walked: string[][] = [];

  test('each place shows its own SQL, however one comes to it', async () => {
    const texts = new Map<string, string[]>();
    const settled = async () => {
      let last: string[] = [];
      await expect
        .poll(async () => {
          const before = last;
          last = await sides();
          return last.length === 2 && JSON.stringify(before) === JSON.stringify(last);
        })
        .toBe(true);
      return last;
    };
    for (let step = 0; step < 6; step++) {
      walked.push(await settled());
      texts.set(await place(), walked.at(-1)!);
      await press('j');
      await painted();
    }
    expect(texts.size).toBeGreaterThan(3);
    for (const keys of ['kkkkkk', 'jj', 'k', 'j', 'lh', 'j', 'kk', 'lhk', 'jjj']) {
      await press(...keys);
      await painted();
      const known = texts.get(await place());
      if (known) await expect.poll(sides).toEqual(known);
    }
  });

  test('the SQL that is likely to come next lies ready in the back, where no reader or pointer finds it', async () => {
    const at = walked.findIndex((sql, index) => index > 0 && walked[index + 1] && walked[index + 1]!.join() !== sql.join());
    await press(...'k'.repeat(20), ...'j'.repeat(at));
    await expect.poll(sides).toEqual(walked[at]);
    await expect.poll(inBack).toEqual(walked[at + 1]);
    const inert = (view: string) => page.locator(view).evaluateAll((found) => found.map((each) => (each as HTMLElement).inert));
    await expect.poll(() => inert('.editor-diff-back')).toEqual([true]);
    expect(await inert('.editor-diff-view:not(.editor-diff-back)')).toEqual([false]);
    const shown = () => page.locator('.room-sql-diff').screenshot();
    // Colours of the SQL come a moment after its text: the two pictures are taken until nothing changed between them.
    const isSameWithoutBack = async () => {
      const withBack = await shown();
      const hide = await page.addStyleTag({ content: '.editor-diff-back { display: none }' });
      const without = await shown();
      await hide.evaluate((style) => (style as HTMLElement).remove());
      return without.equals(withBack);
    };
    await expect.poll(isSameWithoutBack).toBe(true);
  });
});

describe('queries run from the room', () => {
  test('a scratch copy runs beside gold, and the verdict stays', async () => {
    const verdict = await page.locator('.room-verdicts').textContent();
    const shownLines = Number(/(\d+) lines?/.exec((await page.locator('.room-side-prediction').textContent()) ?? '')?.[1]);
    await press('Shift+S');
    const editor = pane('scratch').locator('.monaco-editor').first();
    // It begins as the pane shows the prediction: laid out, though the sample's queries are written in one line.
    await expect.poll(() => editor.locator('.view-line').count()).toBeGreaterThanOrEqual(Math.min(shownLines, 3));
    await editor.click();
    await press('Control+a');
    await page.keyboard.insertText("SELECT 1 AS one, 'two' AS two UNION ALL SELECT 3, 'four'");
    // Keys of the room rest while somebody writes.
    await page.keyboard.type(' ');
    await press('Control+Enter');
    const strip = page.getByRole('note', { name: 'Run from the room' });
    await strip.waitFor();
    await expect.poll(() => strip.textContent()).toMatch(/Scratch.*2 rows in/);
    expect(await page.locator('.room-verdicts').textContent()).toBe(verdict);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'room-scratch');
    await strip.getByRole('button', { name: 'Back to the run' }).click();
    await strip.waitFor({ state: 'detached' });
    // Who comes back to the room finds the query as it was, and the keys the room's.
    await press('Escape', 'g', 'o');
    await page.getByText('Verdict matrix').waitFor();
    await press('g', 'l');
    await editor.locator('.view-line').first().waitFor();
    await press('t');
    await page.getByRole('tab', { name: /^Trajectory/, selected: true }).waitFor();
    await press('Shift+S');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')))
      .toBe('scratch');
  });

  test('a query that does not end is cancelled and leaves nothing', async () => {
    await pane('scratch').locator('.monaco-editor').first().click();
    await press('Control+a');
    await page.keyboard.insertText('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n');
    await press('Control+Enter');
    await pane('scratch').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled: nothing was kept.').waitFor();
    await pane('scratch').getByRole('button', { name: 'Run', exact: true }).waitFor();
  });

  test('gold and prediction run again, and the window says whether the rows are the same', async () => {
    await leave();
    await press('q', 'Shift+E');
    const strip = page.getByRole('note', { name: 'Run from the room' });
    await expect.poll(() => strip.textContent()).toMatch(/gold .*same rows as the run/);
    await picture(page, 'room-again');
    await strip
      .getByRole('radio', { name: /Gold then/ })
      .or(strip.getByText('Gold then | now'))
      .first()
      .click();
    await expect.poll(() => pane('results').textContent()).toMatch(/all \d+ rows? equal/);
    await strip.getByRole('button', { name: 'Back to the run' }).click();
  });
});

describe('evidence', () => {
  const evidence = () => page.locator('.room-evidence li');

  test('a selection in the SQL is attached by E, found again by a click, and undone', async () => {
    await leave();
    await press('q');
    await page
      .locator('.editor-diff-view:not(.editor-diff-back) .modified .view-line span')
      .filter({ hasText: /SELECT/ })
      .first()
      .dblclick();
    await press('e');
    await expect.poll(() => evidence().count()).toBe(1);
    await expect.poll(() => evidence().first().textContent()).toMatch(/SELECT.*prediction SQL, line/);
    await press('t');
    await evidence().first().getByRole('button').first().click();
    await pane('sql').waitFor();
    await press('Control+z');
    await expect.poll(() => evidence().count()).toBe(0);
    await press('Control+Shift+z');
    await expect.poll(() => evidence().count()).toBe(1);
  });

  test('the place that D shows is attached by E', async () => {
    // The scratch query's editor has given its look to no other.
    expect(await page.locator('.editor-diff [class*=bracket-highlighting]').count()).toBe(0);
    const before = await evidence().count();
    await leave();
    await press('d');
    await page
      .getByText(/^1 of \d+$/)
      .first()
      .waitFor();
    const shown = page.locator('.editor-diff-view:not([inert])');
    await shown.locator('.editor-current, .editor-current-below, .editor-current-above').first().waitFor();
    await press('e');
    await expect.poll(() => evidence().count()).toBe(before + 1);
    expect(await evidence().last().textContent()).toMatch(/(prediction|gold) SQL, line/);
    // The number of the list stands in the margin, or the mark of a line where several begin tells it.
    const number = (await evidence().last().locator('.editor-evidence').textContent()) ?? '';
    expect(number).toBe(String(before + 1));
    await expect
      .poll(() =>
        shown
          .locator('.glyph-margin-widgets .editor-evidence')
          .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('title'))),
      )
      .toContainEqual(expect.stringMatching(new RegExp(`^Evidence .*\\b${number}$`)));
    // The place that was gone to last counts, though the SQL is still selected.
    await press('c');
    await page.locator('#room-cell-cursor').waitFor();
    await press('e');
    await expect.poll(() => evidence().count()).toBe(before + 2);
    expect(await evidence().last().textContent()).toMatch(/(prediction|gold) row \d/);
    await press('Control+z', 'Control+z');
    await expect.poll(() => evidence().count()).toBe(before);
  });

  test('a cell of the results is attached, and a click stands on it again', async () => {
    await pane('results').getByRole('gridcell').first().click();
    await press('e');
    await expect.poll(() => evidence().count()).toBe(2);
    expect(await evidence().nth(1).textContent()).toMatch(/gold row 1/);
    await press('ArrowDown', 'ArrowRight');
    await evidence().nth(1).getByRole('button').first().click();
    await expect.poll(() => page.locator('#room-cell-cursor').textContent()).not.toBeNull();
    await evidence()
      .nth(1)
      .getByRole('button', { name: /Take away/ })
      .click();
    await expect.poll(() => evidence().count()).toBe(1);
  });

  test('a step of a trajectory is attached', async () => {
    await page.locator('.room-queue').getByText('tram_010').first().click();
    await page.locator('[data-pane=instance] h1', { hasText: 'tram_010' }).waitFor();
    await page.getByRole('tab', { name: /cirrus-agent/ }).click();
    await leave();
    await press('t');
    await page.getByRole('listbox', { name: 'Steps' }).waitFor();
    const ring = pane('trajectory').locator('.room-steps-frame > .room-focus-ring');
    await page.getByRole('listbox', { name: 'Steps' }).focus();
    await press('ArrowDown');
    // The ring of the focus lies over the whole list: its entries cover a ring of its own.
    const seen = await ring.evaluate((element) => {
      const [own, frame] = [element, element.parentElement!].map((each) => each.getBoundingClientRect());
      const { outlineStyle, zIndex } = getComputedStyle(element);
      return { outlineStyle, over: Number(zIndex) > 0, whole: own!.width === frame!.width && own!.height === frame!.height };
    });
    expect(seen).toEqual({ outlineStyle: 'solid', over: true, whole: true });
    // A step that is still on its way cannot be attached; one that was is attached once.
    const attached = (attach: () => Promise<void>) => async () => {
      await attach();
      return evidence().count();
    };
    await expect.poll(attached(() => press('e'))).toBe(1);
    expect(await evidence().first().textContent()).toMatch(/step 2/);
    // The head of the step says so, and does it too.
    await press('ArrowDown');
    await expect.poll(attached(() => pane('trajectory').getByRole('button', { name: 'Attach', exact: true }).click())).toBe(2);
    expect(await evidence().nth(1).textContent()).toMatch(/step 3/);
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'room-trajectory');
    await leave();
    await press('Control+z');
    await expect.poll(() => evidence().count()).toBe(1);
  });
});

describe('trajectory', () => {
  test('search is across all steps, and first appearances lead to their step', async () => {
    await press('Control+f');
    await page.keyboard.type('select');
    await expect.poll(() => page.locator('.room-hits').textContent()).toMatch(/\d+ in \d+ step/);
    await press('Enter');
    await page.locator('.room-hit-on').waitFor();
    await press('Control+a', 'Delete', 'Escape', 'v', 'f');
    const list = page.getByRole('region', { name: 'First seen' });
    await list.getByText('In both').waitFor();
    await list
      .getByRole('button', { name: /used in/ })
      .first()
      .click();
    await page.locator('.room-hit-on').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'room-first-seen');
  });

  test('an attempt is compared with the one before it, with gold and with the answer', async () => {
    await page
      .getByRole('radio', { name: /^SQL/ })
      .or(page.locator('.room-steps-top').getByText(/^SQL \d/))
      .first()
      .click();
    const options = page.getByRole('option');
    await options.last().click();
    await page.getByText('Diff with gold').click();
    await page.locator('.editor-lines, .room-step-note').first().waitFor();
    await picture(page, 'room-attempts');
  });
});

describe('schema', () => {
  test('sample rows and values come from the database on demand', async () => {
    await leave();
    await press('s');
    await pane('schema')
      .getByRole('button', { name: /Sample rows/ })
      .first()
      .click();
    await page.locator('.room-peek-rows td').first().waitFor();
    await pane('schema').locator('.room-schema-values').nth(1).click();
    await page.getByText(/distinct values|most frequent values; there/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'room-schema');
  });
});

describe('panes', () => {
  test('what stands below or beside a tab is chosen, and remembered over a restart', async () => {
    await press('v', 'Digit2');
    await page.getByRole('listbox', { name: 'Steps' }).waitFor();
    await pane('schema').waitFor();
    await press('v', 'b');
    await page.getByRole('separator', { name: 'Width of the first pane' }).waitFor();
    await picture(page, 'room-beside');
    await running.app.close();
    running = await startApp(folder);
    page = running.page;
    await page.getByText('Assay sample').first().waitFor();
    await press('Enter');
    await page.getByRole('navigation', { name: 'Steps' }).getByText('Label').first().waitFor();
    await press('g', 'l');
    await page.getByRole('separator', { name: 'Width of the first pane' }).waitFor();
    await page.getByRole('listbox', { name: 'Steps' }).waitFor();
    // The pane with the focus would fill the centre; without one it is the first.
    await leave();
    await press('z');
    await expect.poll(() => page.getByRole('listbox', { name: 'Steps' }).isVisible()).toBe(false);
    await press('z', 'v', 'Digit0', 'v', 'b', 'q');
  });

  test('a step through differences says where it can do nothing, and what was said goes with the next command', async () => {
    await leave();
    await press('s', 'd');
    const notice = page.locator('.room-notice').filter({ hasText: 'The SQL is not shown here' });
    await notice.waitFor();
    await press('q');
    await notice.waitFor({ state: 'detached' });
    await press('o');
    await page.getByText('No document belongs to this instance.').waitFor();
    await pane('sql').waitFor();
    await press('w', 'w');
    await page.getByText('No document belongs to this instance.').waitFor({ state: 'detached' });
  });

  test('every system is compared with the one gold', async () => {
    await press('m');
    await page.locator('.room-systems-sql-head').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await picture(page, 'room-systems');
  });

  test.each([
    [1280, 800, 1],
    [1440, 900, 1],
    [3840, 2160, 1],
    [1280, 800, 0.8],
    [1920, 1080, 2],
    [1280, 800, 2],
  ])('nothing stands out of a window of %i × %i at zoom %d', async (width, height, zoom) => {
    await setSize(running, { width, height }, zoom);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      for (const key of ['q', 't', 's', 'm', 'Shift+S'] as const) {
        await leave();
        await showTab(page, key);
        const overflow = () =>
          page.evaluate(() => [
            document.documentElement.scrollWidth - window.innerWidth,
            document.documentElement.scrollHeight - window.innerHeight,
          ]);
        await expect.poll(overflow, { message: key }).toEqual([0, 0]);
        if (zoom === 1) await picture(page, `room-${key.replace('+', '')}-${width}-${theme}`);
      }
    }
  });

  test('the console saw no error', () => expect(running.problems).toEqual([]));
});
