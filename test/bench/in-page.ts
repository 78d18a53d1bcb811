// Functions that run in the page: each must stand by itself, since only its text is sent there.

export type Press = { readonly key: string; readonly code: string; readonly selector: string };

/**
 * Presses a key and waits until what the selector finds has another text. Milliseconds: `changed` until the page holds
 * it, `painted` until the frame that shows it was drawn.
 */
export async function pressAndWait({ key, code, selector }: Press): Promise<{ changed: number; painted: number }> {
  const shown = () => document.querySelector(selector)?.textContent;
  const before = shown();
  const start = performance.now();
  const changed = await new Promise<number>((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error(`${key} changed nothing in ${selector}`)), 5000);
    const observer = new MutationObserver(() => {
      if (shown() === before) return;
      clearTimeout(tooLate);
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
  });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return { changed, painted: performance.now() - start };
}

/** Clicks an element and waits until what the other selector finds is there and painted. Milliseconds. */
export async function clickAndWait({ click, selector }: { click: string; selector: string }): Promise<number> {
  const start = performance.now();
  document.querySelector<HTMLElement>(click)!.click();
  while (document.querySelector(selector) === null) {
    if (performance.now() - start > 60_000) throw new Error(`nothing matches ${selector}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - start;
}

declare global {
  interface Window {
    benchTimes: number[];
    benchStop: () => void;
  }
}

/** From now on keeps, for each key, the milliseconds from its arrival in the process to the frame that shows it. */
export function recordKeys(): void {
  window.benchTimes = [];
  const onKey = ({ timeStamp }: KeyboardEvent) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.benchTimes.push(performance.now() - timeStamp);
      channel.port2.postMessage(null);
    });
  window.addEventListener('keydown', onKey, true);
  window.benchStop = () => window.removeEventListener('keydown', onKey, true);
}

/** From now on keeps the milliseconds between one frame and the next. */
export function recordFrames(): void {
  window.benchTimes = [];
  let going = true;
  let last = performance.now();
  const frame = (now: number) => {
    window.benchTimes.push(now - last);
    last = now;
    if (going) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.benchStop = () => {
    going = false;
  };
}

export function recorded(): number[] {
  window.benchStop();
  return window.benchTimes;
}
