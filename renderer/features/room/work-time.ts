import { useEffect } from 'react';
import { IDLE_MS, STRETCH_MS } from '#shared/contract/time.ts';
import { assay } from '../../client/index.ts';
import { queryClient } from '../../client/queries.ts';
import { Stopwatch } from './logic/stopwatch.ts';

const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/**
 * Measures the work on an item while it is shown, from one sign of a person to the next, and hands it on in stretches.
 * A pause beyond {@link IDLE_MS} does not count, nor does the time while another window is in front.
 */
export function useWorkTime(instance: number, system: number): void {
  useEffect(() => {
    const watch = new Stopwatch(IDLE_MS);
    const hand = () => {
      const ms = watch.take();
      if (ms < 1) return;
      // Time that cannot be stored is lost and stops no work: labels are another matter.
      assay.call('time.add', { instance, system, ms: Math.min(ms, STRETCH_MS + IDLE_MS) }).then(
        (answer) => queryClient.setQueryData(['time.get', { instance, system }], answer),
        () => {},
      );
    };
    const onSign = () => {
      watch.sign(performance.now());
      if (watch.ms >= STRETCH_MS) hand();
    };
    const onLeave = () => {
      watch.pause(performance.now());
      hand();
    };
    watch.sign(performance.now());
    for (const sign of SIGNS) window.addEventListener(sign, onSign, { passive: true, capture: true });
    window.addEventListener('blur', onLeave);
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, onSign, { capture: true });
      window.removeEventListener('blur', onLeave);
      onLeave();
    };
  }, [instance, system]);
}
