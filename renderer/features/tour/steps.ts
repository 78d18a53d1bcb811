import type { Screen } from '../../client/index.ts';

/** What the steps look at: what the person has done, whichever way. */
export type Facts = {
  readonly screen: Screen;
  readonly samples: number;
  /** Items of the newest sample with a code, and those that are finished. */
  readonly coded: number;
  readonly finished: number;
  readonly redoSteps: number;
};

export type TourStep = {
  readonly title: string;
  /** A command in braces stands for its key as it is now. */
  readonly text: string;
  /** The command that does it, for its key; null where there is none. */
  readonly command: string | null;
  /** The screen on which it is done, whose commands have no keys elsewhere; absent where it can be done anywhere. */
  readonly on?: 'sample' | 'room';
  /** Whether it is done: then the tour goes on by itself. */
  readonly done: (facts: Facts) => boolean;
};

export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Every system against gold',
    text: 'Each row is a system, each cell of the matrix an instance: who matches, who does not, under which rule. Go on to the strata.',
    command: 'go.sample',
    done: ({ screen, samples }) => screen === 'sample' || samples > 0,
  },
  {
    title: 'Draw what you will label',
    text: 'Instances are drawn from the strata with a seed. The draw never changes, so that shares can be reported.',
    command: 'sample.draw',
    on: 'sample',
    done: ({ samples }) => samples > 0,
  },
  {
    title: 'Open the labelling room',
    text: 'The queue on the left, gold and prediction in the middle, your label on the right.',
    command: 'go.room',
    done: ({ screen, coded }) => screen === 'room' || coded > 0,
  },
  {
    title: 'Say what went wrong',
    text: 'The key before a code sets it; {room.definitions} shows what the codes mean, {room.note} writes a note. Everything is saved at once.',
    command: null,
    on: 'room',
    done: ({ coded }) => coded > 0,
  },
  {
    title: 'Done, and on',
    text: 'The item is marked done, and the next one is shown.',
    command: 'room.done',
    on: 'room',
    done: ({ finished }) => finished > 0,
  },
  {
    title: 'Take it back',
    text: 'Undo goes back as far as you like, over instances and restarts. Try it once.',
    command: 'app.undo',
    done: ({ redoSteps }) => redoSteps > 0,
  },
  {
    title: 'See what a paper prints',
    text: 'Error types by stratum with their intervals, and the accuracies.',
    command: 'go.report',
    done: ({ screen }) => screen === 'report',
  },
  {
    title: 'That is the loop',
    text: 'Load, run, judge, draw, look, label, report. All keys stand on one sheet; every command is in the palette.',
    command: 'app.keys',
    done: () => false,
  },
];

const SCREEN_TEXT = {
  sample: 'This is done on the screen of strata and samples: {go.sample} opens it.',
  room: 'This is done in the labelling room: {go.room} opens it.',
} as const;

/** The text of a step and its command's key as they are shown on a screen: elsewhere, the way to the screen of the step. */
export const shownOn = (screen: Screen, { text, command, on }: TourStep): Pick<TourStep, 'text' | 'command'> =>
  on === undefined || on === screen ? { text, command } : { text: SCREEN_TEXT[on], command: null };

/** The text in parts: words, and commands whose keys stand between them. */
export const partsOf = (text: string): { readonly words: string; readonly command: string | null }[] =>
  text
    .split(/(\{[\w.]+\})/)
    .map((part) => (part.startsWith('{') ? { words: '', command: part.slice(1, -1) } : { words: part, command: null }));

/** The first step from `from` on that is not done yet. */
export function nextStep(from: number, facts: Facts): number {
  const at = TOUR_STEPS.findIndex((step, index) => index >= from && !step.done(facts));
  return at === -1 ? TOUR_STEPS.length - 1 : at;
}
