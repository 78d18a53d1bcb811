/** How long nobody may have pressed, clicked or scrolled, in milliseconds. */
const REST_MS = 3_000;
/** After fewer inputs there is little to give back. */
const INPUTS = 20;
const INPUT_EVENTS = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Gives back what the screens of the last minutes left, once whoever works here rests. V8 collects when much was made, not
 * when nothing is to do: after forty instances the room would hold on to 50 MB, also while a large pair is prepared.
 */
export function collectAtRest(events: EventTarget, collect: () => void): void {
  let inputs = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    if (inputs < INPUTS) return;
    inputs = 0;
    collect();
  };
  for (const event of INPUT_EVENTS) {
    events.addEventListener(
      event,
      () => {
        inputs += 1;
        clearTimeout(resting);
        resting = setTimeout(rest, REST_MS);
      },
      { capture: true, passive: true },
    );
  }
}
