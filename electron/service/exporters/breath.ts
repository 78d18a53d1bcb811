import type { ExportContext } from './export.ts';

const EVERY = 12;

/** Lets messages in after a while, reports how far it is, and stops where it was cancelled. */
export function breath({ signal, progress }: ExportContext, phase: string, total: number): (done: number) => Promise<void> {
  let last = performance.now();
  return async (done) => {
    if (performance.now() - last < EVERY) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    progress({ phase, done, total, etaSeconds: null });
    last = performance.now();
  };
}
