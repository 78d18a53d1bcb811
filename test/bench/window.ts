import { startApp } from '../e2e/app.ts';
import { pressAndWait } from './in-page.ts';
import { line, quantile } from './measure.ts';

const STEPS = 30;

/** Latencies in the real window on the sample: from the key to the painted instance, and to the saved label. */
export async function benchWindow(folder: string): Promise<void> {
  console.log('\nIn the window (sample project)');
  const { app, page } = await startApp(folder);
  try {
    await page.getByRole('button', { name: /Open the sample/ }).waitFor();
    await page.keyboard.press('s');
    await page.getByText('Verdict matrix').waitFor({ timeout: 60_000 });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByText('Every strong system fails').first().waitFor();
    await page.getByRole('button', { name: /^Draw \d+ instances/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('text=/0\\s*\\/\\s*34/').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.locator('[data-pane=results] [role=grid]').waitFor();
    await page.waitForTimeout(1000);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

    const next: number[] = [];
    for (let step = 0; step < STEPS; step++) {
      next.push((await page.evaluate(pressAndWait, { key: 'j', code: 'KeyJ', selector: '[data-pane=instance]' })).painted);
      // A person looks at an instance for a while; the neighbours are fetched meanwhile.
      await page.waitForTimeout(200);
    }
    line('next instance, key to paint, p95', `${quantile(next, 0.95)} ms (median ${quantile(next, 0.5)} ms)`, 'at most 100 ms');

    const saved: number[] = [];
    for (let step = 0; step < STEPS; step++) {
      saved.push((await page.evaluate(pressAndWait, { key: '1', code: 'Digit1', selector: '.app-status-end' })).changed);
      await page.waitForTimeout(50);
    }
    line(
      'label saved, key to disk and back, p95',
      `${quantile(saved, 0.95)} ms (median ${quantile(saved, 0.5)} ms)`,
      'at most 50 ms',
    );
  } finally {
    await app.close();
  }
}
