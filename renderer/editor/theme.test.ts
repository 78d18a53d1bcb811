import { expect, test } from 'vitest';
import { themeFromTokens } from './theme.ts';

test('the theme takes its colours from the tokens and leaves out what is no plain colour', () => {
  const theme = themeFromTokens(
    (name) => (name === '--surface' ? ' #ffffff ' : name === '--line-2' ? 'rgb(0 0 0 / 0.5)' : '#123456'),
    false,
  );
  expect(theme.base).toBe('vs');
  expect(theme.colors['editor.background']).toBe('#ffffff');
  expect(theme.colors['diffEditor.border']).toBeUndefined();
  expect(theme.colors['diffEditor.removedTextBackground']).toBe('#123456');
  expect(theme.rules.find((rule) => rule.token === 'ai')).toEqual({ token: 'ai', foreground: '123456', fontStyle: 'bold' });
});

test('no colour of the base is mixed in: a line keeps the numbers of its colours through a change of theme', () => {
  const [light, dark] = [themeFromTokens(() => '#ffffff', false), themeFromTokens(() => '#000000', true)];
  expect([light.inherit, dark.inherit]).toEqual([false, false]);
  expect(dark.rules.map(({ token }) => token)).toEqual(light.rules.map(({ token }) => token));
});

test('the dark theme starts from the dark base', () => {
  expect(themeFromTokens(() => '#000000', true).base).toBe('vs-dark');
});
