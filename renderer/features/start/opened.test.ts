import { expect, test } from 'vitest';
import { openedText } from './opened.ts';

const now = new Date(2026, 6, 9, 15, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test('a project opened today shows the time', () => {
  expect(openedText(at(2026, 6, 9, 14, 2), now)).toBe('today 14:02');
});

test('late last night is yesterday, however few hours ago', () => {
  expect(openedText(at(2026, 6, 8, 23, 59), now)).toBe('yesterday');
});

test('older dates name the day, and the year when it is another', () => {
  expect(openedText(at(2026, 5, 28, 9, 0), now)).toBe('28 June');
  expect(openedText(at(2025, 4, 3, 9, 0), now)).toBe('3 May 2025');
});

test('a time that cannot be read shows nothing', () => {
  expect(openedText('soon', now)).toBe('');
});
