import type * as monaco from 'monaco-editor/editor/editor.api';

export const THEME = 'assay';

/** Monaco's colour and our token. The two sides of a diff take gold's and the prediction's colours. */
const COLOURS: Readonly<Record<string, string>> = {
  'editor.background': '--surface',
  'editor.foreground': '--sql-id',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text-2',
  'editor.lineHighlightBackground': '--surface-2',
  'editor.selectionBackground': '--accent-line',
  'editor.inactiveSelectionBackground': '--accent-bg',
  'editor.wordHighlightBackground': '--sunken',
  'editor.findMatchBackground': '--gold-mark',
  'editor.findMatchHighlightBackground': '--gold-bg',
  'editorBracketMatch.background': '--sunken',
  'editorBracketMatch.border': '--line-2',
  'editorCursor.foreground': '--text',
  'editorWidget.background': '--surface',
  'editorWidget.foreground': '--text',
  'editorWidget.border': '--line-2',
  'input.background': '--surface',
  'input.foreground': '--text',
  'input.border': '--ctl-line',
  focusBorder: '--focus',
  'scrollbarSlider.background': '--line-2',
  'scrollbarSlider.hoverBackground': '--ctl-line',
  'scrollbarSlider.activeBackground': '--ctl-line',
  'diffEditor.removedLineBackground': '--gold-bg',
  'diffEditor.removedTextBackground': '--gold-mark',
  'diffEditor.insertedLineBackground': '--pred-bg',
  'diffEditor.insertedTextBackground': '--pred-mark',
  'diffEditorGutter.removedLineBackground': '--gold-bg',
  'diffEditorGutter.insertedLineBackground': '--pred-bg',
  'diffEditorOverview.removedForeground': '--gold-line',
  'diffEditorOverview.insertedForeground': '--pred-line',
  'diffEditor.diagonalFill': '--missing-hatch',
  'diffEditor.unchangedRegionBackground': '--surface-2',
  'diffEditor.unchangedRegionForeground': '--text-3',
  'diffEditor.unchangedCodeBackground': '--surface',
  'diffEditor.border': '--line-2',
};

const TOKENS: readonly { token: string; colour: string; style?: string }[] = [
  { token: 'keyword', colour: '--sql-kw' },
  { token: 'type', colour: '--sql-kw' },
  { token: 'function', colour: '--sql-fn' },
  { token: 'ai', colour: '--sql-ai', style: 'bold' },
  { token: 'string', colour: '--sql-str' },
  { token: 'number', colour: '--sql-num' },
  { token: 'comment', colour: '--sql-com', style: 'italic' },
  { token: 'identifier', colour: '--sql-id' },
  { token: 'operator', colour: '--sql-id' },
  { token: 'delimiter', colour: '--sql-id' },
];

/** The theme from the design tokens as they are now: `readToken` gives a token's value, `#rrggbb`. */
export function themeFromTokens(readToken: (name: string) => string, dark: boolean): monaco.editor.IStandaloneThemeData {
  const colours = Object.entries(COLOURS).flatMap(([name, token]) => {
    const value = readToken(token).trim();
    return /^#[0-9a-f]{6}$/i.test(value) ? [[name, value] as const] : [];
  });
  return {
    base: dark ? 'vs-dark' : 'vs',
    // A line keeps the numbers of its colours until it is coloured anew: with these rules alone, they are the same in every
    // theme. Those of the base would stand between them, and for a while keywords would wear a colour of another's.
    inherit: false,
    colors: Object.fromEntries(colours),
    rules: TOKENS.map(({ token, colour, style }) => ({
      token,
      foreground: readToken(colour).trim().replace('#', ''),
      ...(style ? { fontStyle: style } : {}),
    })),
  };
}
