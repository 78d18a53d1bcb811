import { expect, test } from 'vitest';
import { type Facts, nextStep, partsOf, shownOn, TOUR_STEPS } from './steps.ts';

const facts = (more: Partial<Facts> = {}): Facts => ({
  screen: 'overview',
  samples: 0,
  coded: 0,
  finished: 0,
  redoSteps: 0,
  ...more,
});

test('each step waits for what it asks for, and the last one waits to be closed', () => {
  const way: Partial<Facts>[] = [
    {},
    { screen: 'sample' },
    { screen: 'sample', samples: 1 },
    { screen: 'room', samples: 1 },
    { screen: 'room', samples: 1, coded: 1 },
    { screen: 'room', samples: 1, coded: 1, finished: 1 },
    { screen: 'room', samples: 1, coded: 1, finished: 1, redoSteps: 1 },
    { screen: 'report', samples: 1, coded: 1, finished: 1, redoSteps: 1 },
  ];
  let at = 0;
  expect(way.map((each) => (at = nextStep(at, facts(each))))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(TOUR_STEPS).toHaveLength(8);
});

test('whoever comes back later goes on where he stands, and a step back in the work is none in the tour', () => {
  const later = facts({ screen: 'overview', samples: 1, coded: 3, finished: 2 });
  expect(nextStep(1, later)).toBe(5);
  expect(nextStep(5, facts())).toBe(5);
});

test('keys in the text of a step are those of commands as they are now', () => {
  expect(partsOf('Now {room.note} writes')).toEqual([
    { words: 'Now ', command: null },
    { words: '', command: 'room.note' },
    { words: ' writes', command: null },
  ]);
  for (const { text } of TOUR_STEPS) expect(text).not.toMatch(/\b(Press|Enter|Ctrl|[A-Z0-9]) (writes|marks|sets|for)\b|Press/);
});

test('a step of another screen tells the way there instead of keys that do nothing here', () => {
  const [code, undo] = [TOUR_STEPS[3]!, TOUR_STEPS[5]!];
  expect(shownOn('room', code)).toEqual({ text: code.text, command: null });
  expect(shownOn('import', code)).toEqual({ text: expect.stringContaining('{go.room}'), command: null });
  expect(shownOn('import', undo)).toEqual({ text: undo.text, command: 'app.undo' });
});
