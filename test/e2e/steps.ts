import type { Page } from 'playwright-core';

/** From the start screen into the labelling room of the shipped sample. */
export async function openSampleRoom(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Open the sample/ }).waitFor();
  await page.keyboard.press('s');
  await page.getByText('Verdict matrix').waitFor({ timeout: 150_000 });
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
