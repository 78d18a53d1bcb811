import { expect, test } from 'vitest';
import { evidenceMarks } from './evidence-marks.ts';

test('evidence is marked at the line where it begins, on its own side; several in a line are one mark that tells all', () => {
  const text = 'SELECT a\nFROM t\nWHERE b';
  const on = (side: 'gold' | 'prediction', start: number, end: number, number: number) => ({ side, start, end, number });
  const stretches = [on('gold', 9, 20, 1), on('prediction', 0, 6, 2), on('gold', 7, 8, 3), on('gold', 14, 15, 4)];
  expect(evidenceMarks(stretches, 'gold', text)).toEqual([
    { line: 2, text: '1+', title: 'Evidence 1, 4' },
    { line: 1, text: '3', title: 'Evidence 3' },
  ]);
  expect(evidenceMarks(stretches, 'prediction', text)).toEqual([{ line: 1, text: '2', title: 'Evidence 2' }]);
});
