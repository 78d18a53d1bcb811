import type { z } from 'zod';
import type { drawnStratumSchema } from '#shared/contract/overview.ts';
import { count, PaneHead } from '../../ui/index.ts';
import { StratumBadge } from '../marks/index.ts';

const SHOWN = 8;

/** The first instances that a draw would give. */
export function Preview({ drawn, seed }: { drawn: readonly z.infer<typeof drawnStratumSchema>[]; seed: number | null }) {
  return (
    <section className="smp-preview" data-pane aria-label="Preview">
      <PaneHead title="Preview" note={seed === null ? undefined : `seed ${seed}, same on every machine`} />
      <div className="smp-ids">
        {drawn.map(({ stratum, instanceIds, frame }) => (
          <div key={stratum}>
            <StratumBadge stratum={stratum} /> {frame > 0 && <span className="u-text-2 u-small">of {count(frame)}</span>}
            <ol>
              {instanceIds.slice(0, SHOWN).map((id) => (
                <li key={id} className="u-mono u-ellipsis" title={id}>
                  {id}
                </li>
              ))}
              {instanceIds.length > SHOWN && <li className="u-text-2 u-small">and {count(instanceIds.length - SHOWN)} more</li>}
              {instanceIds.length === 0 && (
                <li className="u-text-2 u-small">{frame === 0 ? 'none left to draw' : 'nothing drawn'}</li>
              )}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}
