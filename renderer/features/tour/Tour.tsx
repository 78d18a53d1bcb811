import './tour.css';
import { useEffect, useState } from 'react';
import { desktop, useAssay, useNavigation, useProject, useSettings } from '../../client/index.ts';
import { setTour } from '../../client/settings.ts';
import { KeyHint } from '../../ui/commands/index.ts';
import { Button, IconButton } from '../../ui/index.ts';
import { type Facts, nextStep, partsOf, shownOn, TOUR_STEPS } from './steps.ts';

/** The tour of the sample: a line above the work, which follows what is done and covers nothing. */
export function Tour() {
  const tour = useSettings((store) => store.settings?.tour);
  const path = useProject((project) => project.path);
  const [samplePath, setSamplePath] = useState<string | null>(null);
  useEffect(() => void desktop().samplePath().then(setSamplePath), []);
  if (tour?.state !== 'on' || path === null || path !== samplePath) return null;
  return <Note step={tour.step} />;
}

function Note({ step }: { step: number }) {
  const facts = useFacts();
  const at = facts === null ? step : nextStep(step, facts);
  useEffect(() => {
    if (at !== step) void setTour({ step: at, state: 'on' });
  }, [at, step]);
  const shown = TOUR_STEPS[at];
  if (!shown) return null;
  const { text, command: toDo } = facts === null ? shown : shownOn(facts.screen, shown);
  const isLast = at === TOUR_STEPS.length - 1;
  return (
    <aside className="tour" aria-label="Tour of the sample">
      <span className="tour-number">
        Tour, {at + 1} of {TOUR_STEPS.length}
      </span>
      <p className="tour-text" role="status">
        <b className="u-strong">{shown.title}</b>
        {toDo && <KeyHint command={toDo} />}
        <span className="u-text-2">
          {partsOf(text).map(({ words, command }, index) =>
            command === null ? words : <KeyHint key={index} command={command} />,
          )}
        </span>
      </p>
      {isLast ? (
        <Button size="small" kind="primary" onClick={() => void setTour({ step: 0, state: 'done' })}>
          Close the tour
        </Button>
      ) : (
        <Button size="small" onClick={() => void setTour({ step: at + 1, state: 'on' })}>
          Skip this step
        </Button>
      )}
      <IconButton
        icon="close"
        label="Leave the tour; the palette brings it back"
        onClick={() => void setTour({ step: at, state: isLast ? 'done' : 'away' })}
      />
    </aside>
  );
}

/** What the person has done; null until it is known. */
function useFacts(): Facts | null {
  const screen = useNavigation((place) => place.screen);
  const summary = useAssay('project.summary', null).data;
  const depth = useAssay('label.depth', null).data;
  const sample = summary?.samples.at(-1)?.id ?? null;
  const queue = useAssay('room.queue', { sample: sample ?? 0 }, { enabled: sample !== null }).data;
  if (summary === undefined || depth === undefined || (sample !== null && queue === undefined)) return null;
  const items = queue?.flatMap((entry) => entry.items) ?? [];
  return {
    screen,
    samples: summary.samples.length,
    coded: items.filter(({ codes }) => codes.length > 0).length,
    finished: items.filter(({ status }) => status !== 'open').length,
    redoSteps: depth.redoSteps,
  };
}
