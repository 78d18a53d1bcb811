import type { Sample } from '#shared/contract/overview.ts';
import { type Failure, failureText } from '../../client/index.ts';
import { Button, Checkbox, counted, ErrorText, Field, PaneHead } from '../../ui/index.ts';
import { sizesText } from './logic/draw.ts';

export type Draft = { name: string; seedText: string; without: readonly string[] };

/** The number that a seed's text stands for; null where it is none. */
export function seedOf(text: string): number | null {
  if (!/^\d{1,16}$/.test(text.trim())) return null;
  const seed = Number(text);
  return Number.isSafeInteger(seed) ? seed : null;
}

/** Name, seed and what is left out; what the sample can tell; the button that draws and locks it. */
export function DrawForm({
  draft,
  onChange,
  samples,
  drawn,
  items,
  precision,
  problem,
  failure,
  busy,
  onDraw,
}: {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  samples: readonly Sample[];
  /** Instances that would be drawn (undefined while that is not known), and their predictions that do not match. */
  drawn: number | undefined;
  items: number;
  precision: string | null;
  /** Why nothing can be drawn now; null where it can. */
  problem: string | null;
  failure: Failure | null;
  busy: boolean;
  onDraw: () => void;
}) {
  const leaveOut = (name: string, on: boolean) =>
    onChange({ without: on ? [...draft.without, name] : draft.without.filter((each) => each !== name) });
  const otherSeed = () => {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    onChange({ seedText: String(seed) });
  };
  return (
    <section data-pane aria-label="Draw">
      <PaneHead title="Draw" />
      <div className="smp-form">
        <span className="u-text-2">Name</span>
        <Field
          label="Name of the sample"
          value={draft.name}
          onChange={(name) => onChange({ name })}
          maxLength={80}
          className="smp-name"
        />
        <span className="u-text-2">Seed</span>
        <span className="u-row">
          <Field
            label="Seed"
            value={draft.seedText}
            onChange={(seedText) => onChange({ seedText })}
            invalid={seedOf(draft.seedText) === null}
            inputMode="numeric"
            className="smp-seed"
          />
          <Button onClick={otherSeed}>Other seed</Button>
        </span>
        {samples.length > 0 && (
          <>
            <span className="u-text-2 smp-top">Leave out</span>
            <div>
              {samples.map((sample) => {
                const size = sample.strata.reduce((sum, { instanceIds }) => sum + instanceIds.length, 0);
                return (
                  <div key={sample.id} className="smp-without">
                    <Checkbox
                      checked={draft.without.includes(sample.name)}
                      onChange={(on) => leaveOut(sample.name, on)}
                      label={`${counted(size, 'instance')} of ${sample.name}`}
                    />
                    <span className="u-text-2 u-small">{sizesText(sample.strata)}</span>
                  </div>
                );
              })}
            </div>
          </>
        )}
        <span className="u-text-2">To label</span>
        <span>
          every system that does not match
          <span className="u-text-2 u-small">
            {' '}
            {drawn !== undefined && `${counted(items, 'item')} in ${counted(drawn, 'instance')}`}
          </span>
        </span>
        <span />
        <div className="smp-draw">
          {precision && (
            <p className="smp-precision">
              <b className="u-medium">What {counted(drawn ?? 0, 'instance')} can tell.</b> The report counts an instance once,
              with the codes of all its items. {precision}
            </p>
          )}
          <ErrorText text={failure && failureText(failure)} />
          <div className="u-row">
            <Button
              kind="primary"
              size="large"
              icon="lock"
              command="sample.draw"
              disabled={problem !== null || busy}
              onClick={onDraw}
            >
              {drawn === undefined ? 'Draw' : `Draw ${counted(drawn, 'instance')}`}
            </Button>
            <span className="u-text-2 u-small">
              {problem ?? 'A drawn sample never changes. You can draw more, without these.'}
            </span>
          </div>
        </div>
      </div>
    </section>
  );
}
