import { useEffect } from 'react';
import { IDLE_MS, STRETCH_MS } from '#shared/contract/time.ts';
import { assay, beforeSettling, saveChange } from '../../client/index.ts';
import { queryClient } from '../../client/queries.ts';
import { Stopwatch } from './logic/stopwatch.ts';

const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/**
 * Measures the work on an item while it is shown, from one sign of a person to the next, and hands it on in stretches.
 * A pause beyond {@link IDLE_MS} does not count, nor does the time while another window is in front. A stretch is saved like
 * any other change: one that cannot be stored is shown and waits.
 */
export function useWorkTime(instance: number, system: number): void {
  useEffect(() => {
    const watch = new Stopwatch(IDLE_MS);
    const hand = () => {
      const ms = watch.take();
      if (ms < 1) return;
      saveChange({
        description: 'time at work',
        // Where the service died on the way nobody can tell whether it counted the stretch: better too little than twice.
        repeatable: false,
        save: async () => {
          const answer = await assay.call('time.add', { instance, system, ms });
          queryClient.setQueryData(['time.get', { instance, system }], answer);
          return null;
        },
      });
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
    const stop = beforeSettling(onLeave);
    return () => {
      stop();
      for (const sign of SIGNS) window.removeEventListener(sign, onSign, { capture: true });
      window.removeEventListener('blur', onLeave);
      onLeave();
    };
  }, [instance, system]);
}
