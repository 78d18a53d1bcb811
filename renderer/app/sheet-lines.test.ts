import { expect, test } from 'vitest';
import { endsOf, type SheetLine, together } from './sheet-lines.ts';

const line = (id: string, title: string, ...keys: string[]): SheetLine => ({ id, title, keys, off: false });
const shown = (...lines: SheetLine[]) => together(lines).map(({ title, keys, rest }) => [keys.join(' | '), rest ?? '', title]);

test('commands that differ in a digit stand in one line, with the digits as a range', () => {
  expect(
    shown(
      line('room.code.C1', 'Set or clear C1', 'Digit1'),
      line('room.code.C2', 'Set or clear C2', 'Digit2'),
      line('room.primary.C1', 'Make C1 primary', 'Shift+Digit1'),
      line('room.primary.C2', 'Make C2 primary', 'Shift+Digit2'),
    ),
  ).toEqual([
    ['Digit1 | Digit2', '–', 'Set or clear a code'],
    ['Shift+Digit1 | Shift+Digit2', '–', 'Make a code primary'],
  ]);
});

test('codes with types stand in one line: the digits of the types, and that another one follows', () => {
  expect(
    shown(
      line('room.code.AT-mis', 'Set or clear AT-mis', 'Digit1 Digit1'),
      line('room.code.AT-red', 'Set or clear AT-red', 'Digit1 Digit2'),
      line('room.code.TA-mis', 'Set or clear TA-mis', 'Digit2 Digit1'),
      line('room.primary.AT-mis', 'Make AT-mis primary', 'Shift+Digit1 Digit1'),
      line('room.primary.TA-mis', 'Make TA-mis primary', 'Shift+Digit2 Digit1'),
    ),
  ).toEqual([
    ['Digit1 | Digit2', '–', 'Set or clear a code: the digit of its type, then its own'],
    ['Shift+Digit1 | Shift+Digit2', '–', 'Make a code primary: the digit of its type, then its own'],
  ]);
});

test('keys that are no row have no ends: the ones between them would be untrue', () => {
  expect(endsOf(['Digit1', 'Digit2', 'Digit3'])).toEqual({ ends: ['Digit1', 'Digit3'], pairs: false });
  expect(endsOf(['Digit1', 'v Digit9', 'Alt+F11'])).toBeNull();
  expect(endsOf(['Digit1'])).toBeNull();
});

test('choices behind one key name each choice with its own', () => {
  expect(
    shown(
      line('room.responsible.model', 'Responsible: model', 'r m'),
      line('room.responsible.gold', 'Responsible: gold', 'r g'),
      line('room.confidence.low', 'Confidence: low', 'r Digit1'),
      line('room.confidence.high', 'Confidence: high', 'r Digit2'),
    ),
  ).toEqual([
    ['r', 'then a letter', 'Responsible: M\u00a0model, G\u00a0gold'],
    ['r', 'then a digit', 'Confidence: 1\u00a0low, 2\u00a0high'],
  ]);
});

test('next and previous share a line; what has lost its key or got another one of its own keeps its line; codes come first', () => {
  expect(
    shown(
      line('room.next', 'Next instance', 'j'),
      line('room.nextSystem', 'Next system', 'l'),
      line('room.previous', 'Previous instance', 'k'),
      line('room.code.C1', 'Set or clear C1', 'Digit1'),
      line('room.code.C2', 'Set or clear C2', 'y'),
    ),
  ).toEqual([
    ['Digit1', '', 'Set or clear C1'],
    ['y', '', 'Set or clear C2'],
    ['j | k', '', 'Next, previous instance'],
    ['l', '', 'Next system'],
  ]);
});

test('no line stands twice, whichever of next and previous comes first', () => {
  const lines = [line('room.previous', 'Previous instance', 'k'), line('room.next', 'Next instance', 'j')];
  expect(together(lines)).toEqual(lines);
});
