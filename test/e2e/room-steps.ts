import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** From the start screen into the labelling room of the shipped sample. */
export async function openSampleRoom(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Open the sample/ }).waitFor();
  await page.keyboard.press('s');
  await page.getByText('Verdict matrix').waitFor({ timeout: 60_000 });
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByText('Every strong system fails').waitFor();
  await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('text=/0\\s*\\/\\s*\\d+/').first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.locator('[data-pane=results] [role=grid]').waitFor();
}

/** Rules of WCAG 2 A and AA that the screen breaks, each with the elements. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    (chosen) =>
      (window as unknown as { assay: { updateSettings(patch: { theme: string }): Promise<unknown> } }).assay.updateSettings({
        theme: chosen,
      }),
    theme,
  );
  await page.emulateMedia({ colorScheme: theme });
}
