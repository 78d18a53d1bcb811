import type { ProgressReport } from '#shared/contract/method.ts';
import { fileName } from '../../client/index.ts';
import { bytes, duration, ProgressBar } from '../../ui/index.ts';

/** Milliseconds before a speed says anything. */
const SPEED_FROM = 1_000;

/** How far a reading is: which item, bytes of bytes, speed, and the time that is left. */
export function Progress({ label, progress, since }: { label: string; progress: ProgressReport | null; since: Date | null }) {
  const elapsed = since === null ? 0 : Date.now() - since.getTime();
  const { phase, done, total, etaSeconds } = progress ?? { phase: '', done: 0, total: null, etaSeconds: null };
  const facts = [
    ...(done === 0 ? [] : [total === null ? bytes(done) : `${bytes(done)} of ${bytes(total)}`]),
    ...(done === 0 || elapsed < SPEED_FROM ? [] : [`${bytes(done / (elapsed / 1_000))}/s`]),
    ...(etaSeconds === null ? [] : [`${duration(etaSeconds * 1_000)} left`]),
  ];
  return (
    <>
      <ProgressBar label={label} done={done} total={total} />
      <span className="u-ellipsis u-text-2" role="status">
        {label} {fileName(phase)} {facts.join(', ')}
      </span>
    </>
  );
}
