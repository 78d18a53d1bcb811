// Only the editor core, the diff and what a read-only view needs: language services and grammars stay out of the bundle.
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from './diff-worker.ts?worker';
// biome-ignore-start lint/style/noRestrictedImports: these features are Monaco's, not ours
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/longLinesHelper/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
// biome-ignore-end lint/style/noRestrictedImports: these features are Monaco's, not ours
import { SQL_CONFIGURATION, SQL_LANGUAGE, SQL_TOKENS } from './sql-language.ts';
import { THEME, themeFromTokens } from './theme.ts';

Object.assign(globalThis, { MonacoEnvironment: { getWorker: () => new EditorWorker() } });

monaco.languages.register({ id: SQL_LANGUAGE });
monaco.languages.setMonarchTokensProvider(SQL_LANGUAGE, SQL_TOKENS);
monaco.languages.setLanguageConfiguration(SQL_LANGUAGE, SQL_CONFIGURATION);

/** Takes the colours of the page as they are now. */
function applyTheme(): void {
  const page = getComputedStyle(document.documentElement);
  monaco.editor.defineTheme(
    THEME,
    themeFromTokens((name) => page.getPropertyValue(name), page.colorScheme.includes('dark')),
  );
  monaco.editor.setTheme(THEME);
}

applyTheme();
// The theme follows the page's, live: a switch in settings or of the system changes one of these attributes.
new MutationObserver(applyTheme).observe(document.documentElement, { attributeFilter: ['data-theme', 'style', 'class'] });
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
// Widths measured before the bundled font was there are wrong.
void document.fonts.ready.then(() => monaco.editor.remeasureFonts());

/** A size of the design tokens, in px. */
const tokenPx = (name: string): number => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));

const tokenText = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** How SQL looks in every Monaco editor: the tokens' code font, and none of what a development environment shows around it. */
export const codeLook = () =>
  ({
    automaticLayout: true,
    // A text area is read-only where its editor is. With an EditContext both would be the same kind of element, and single
    // keys would either move on while one writes a query or rest while one reads a diff.
    editContext: false,
    fontFamily: tokenText('--font-mono'),
    fontSize: tokenPx('--fs-code'),
    lineHeight: tokenPx('--lh-code'),
    fontLigatures: false,
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 8,
    folding: false,
    minimap: { enabled: false },
    contextmenu: false,
    scrollBeyondLastLine: false,
    renderLineHighlight: 'none',
    overviewRulerBorder: false,
    overviewRulerLanes: 0,
    // Brackets in changing colours would speak louder than the differences. It is a setting of all texts: by this name
    // Monaco takes it from an editor's options, and gives it to every text anew whenever an editor is made.
    'bracketPairColorization.enabled': false,
  }) as const;

export { monaco };
