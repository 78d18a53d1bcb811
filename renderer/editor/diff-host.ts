import { type Difference, type LineStretch, phraseOf } from './difference-place.ts';
import { codeLook, monaco } from './monaco.ts';
import { SQL_LANGUAGE } from './sql-language.ts';

export type DiffSide = 'gold' | 'prediction';
/** A stretch of one side's text as it is shown, in UTF-16 offsets. */
export type DiffStretch = { side: DiffSide; start: number; end: number };

export type DiffLayout = { sideBySide: boolean; folded: boolean; wrapped: boolean };

type Prepared = {
  original: monaco.editor.ITextModel;
  modified: monaco.editor.ITextModel;
  view: monaco.editor.IDiffEditorViewModel;
  ready: Promise<void>;
  /** Whether `ready` has resolved. */
  isReady: boolean;
  /** Where it was scrolled to when it was last shown. */
  state: monaco.editor.IDiffEditorViewState | null;
};

/** Diffs that are kept ready: the current one, its neighbours and the systems looked at last. */
const KEPT = 24;

/** Breadth of the scrollbars in px. */
const SCROLLBAR = 9;

/** How long a diff may hold up the picture; then the texts are shown and the marks follow. */
const PATIENCE_MS = 250;

const unchanged = (folded: boolean) => ({ enabled: folded, contextLineCount: 2, minimumLineCount: 3, revealLineCount: 10 });

/** Accessible names; an update of options that leaves them out takes them away. */
const NAMES = { originalAriaLabel: 'Gold SQL, read only', modifiedAriaLabel: 'Predicted SQL, read only' };

/** The one diff editor of the room. It outlives its pane; texts are swapped, so that the next instance paints at once. */
export class DiffHost {
  readonly element = document.createElement('div');
  private readonly editor: monaco.editor.IStandaloneDiffEditor;
  private readonly prepared = new Map<string, Prepared>();
  private shown: Prepared | null = null;
  private wanted = '';
  private layout: DiffLayout = { sideBySide: true, folded: true, wrapped: false };
  /** Whether equal lines are folded in what is shown. */
  private folds = true;
  private readonly listeners = new Set<() => void>();
  /** The side in which something was selected last. */
  private selectedIn: DiffSide = 'gold';
  private stand: { entry: Prepared; at: number } | null = null;
  private toReveal: { key: string; stretch: DiffStretch } | null = null;

  constructor() {
    this.element.className = 'editor-diff-host';
    this.editor = monaco.editor.createDiffEditor(this.element, {
      ...codeLook(),
      readOnly: true,
      originalEditable: false,
      domReadOnly: true,
      glyphMargin: false,
      // The last line stays clear of the bar that scrolls across.
      padding: { top: 0, bottom: SCROLLBAR + 3 },
      smoothScrolling: false,
      renderWhitespace: 'none',
      occurrencesHighlight: 'singleFile',
      hideCursorInOverviewRuler: true,
      scrollbar: {
        verticalScrollbarSize: SCROLLBAR,
        horizontalScrollbarSize: SCROLLBAR,
        useShadows: false,
        alwaysConsumeMouseWheel: false,
      },
      guides: { indentation: false },
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: false,
      enableSplitViewResizing: false,
      renderOverviewRuler: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      renderIndicators: true,
      // Leading and trailing blanks say nothing in SQL; the pane tells that they are left out.
      ignoreTrimWhitespace: true,
      diffAlgorithm: 'advanced',
      maxComputationTime: 2000,
      hideUnchangedRegions: unchanged(true),
      ariaLabel: 'SQL, read only',
      ...NAMES,
    });
    for (const side of ['gold', 'prediction'] as const) {
      this.editorOf(side).onDidChangeCursorSelection(({ selection }) => {
        if (!selection.isEmpty()) this.selectedIn = side;
      });
    }
    this.editor.onDidUpdateDiff(() => {
      for (const listener of this.listeners) listener();
    });
  }

  /** Computes a diff ahead, e.g. of a neighbour; resolves when it can be shown with its marks. */
  async prepare(gold: string, prediction: string): Promise<void> {
    await this.entry(gold, prediction).ready;
  }

  /** Whether a diff is computed already, so that it can be shown at once. */
  isPrepared(gold: string, prediction: string): boolean {
    return this.prepared.get(keyOf(gold, prediction))?.isReady ?? false;
  }

  /** Shows a diff once it is computed, at once where it is; what was shown stays until then. A later call wins. */
  show(gold: string, prediction: string): void {
    const key = keyOf(gold, prediction);
    this.wanted = key;
    const entry = this.entry(gold, prediction);
    if (entry.isReady) {
      this.put(entry);
      return;
    }
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    void Promise.race([entry.ready, patience]).then(() => {
      if (this.wanted === key) this.put(entry);
    });
  }

  private put(entry: Prepared): void {
    if (entry === this.shown) return;
    if (this.shown) this.shown.state = this.editor.saveViewState();
    this.shown = entry;
    this.applyFolding();
    this.editor.setModel(entry.view);
    if (entry.state) this.editor.restoreViewState(entry.state);
    else {
      this.editor.getOriginalEditor().setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
      this.editor.getModifiedEditor().setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
    }
    this.evict();
    this.revealNow();
    for (const listener of this.listeners) listener();
  }

  setLayout(layout: DiffLayout): void {
    this.layout = layout;
    this.editor.updateOptions({ ...NAMES, renderSideBySide: layout.sideBySide, diffWordWrap: layout.wrapped ? 'on' : 'off' });
    this.applyFolding();
  }

  /** Goes to the next or previous place that differs, round at the ends, and selects its phrase; false where there is none. */
  goToDifference(direction: 'next' | 'previous'): boolean {
    const changes = this.editor.getLineChanges() ?? [];
    if (this.shown === null || !this.element.isConnected || changes.length === 0) return false;
    const edge = direction === 'next' ? 0 : changes.length - 1;
    const before = this.differenceShown();
    const at = before === null ? edge : (before + (direction === 'next' ? 1 : -1) + changes.length) % changes.length;
    const change = changes[at]!;
    this.stand = { entry: this.shown, at };
    const line = Math.max(1, change.modifiedStartLineNumber);
    this.editorOf('prediction').setPosition({ lineNumber: line, column: 1 });
    this.editorOf('gold').setPosition({ lineNumber: Math.max(1, change.originalStartLineNumber), column: 1 });
    const phrase = phraseOf(
      differenceOf(change),
      (side, stretch) => this.editorOf(side).getModel()?.getValueInRange(stretch) ?? '',
    );
    if (phrase) {
      this.selectedIn = phrase.side;
      this.editorOf(phrase.side).setSelection(phrase.stretch);
    }
    const last = Math.max(line, change.modifiedEndLineNumber);
    this.editorOf('prediction').revealRangeInCenter(new monaco.Range(line, 1, last, 1));
    for (const listener of this.listeners) listener();
    return true;
  }

  /** Which place that differs was gone to last in what is shown, from 0; null where none was. */
  differenceShown(): number | null {
    return this.stand?.entry === this.shown ? (this.stand?.at ?? null) : null;
  }

  private editorOf(side: DiffSide): monaco.editor.ICodeEditor {
    return side === 'gold' ? this.editor.getOriginalEditor() : this.editor.getModifiedEditor();
  }

  /** What is selected, on the side where something was selected last; null where nothing is. */
  selection(): DiffStretch | null {
    for (const side of [this.selectedIn, this.selectedIn === 'gold' ? 'prediction' : 'gold'] as const) {
      const editor = this.editorOf(side);
      const [selection, model] = [editor.getSelection(), editor.getModel()];
      if (!selection || selection.isEmpty() || !model) continue;
      return { side, start: model.getOffsetAt(selection.getStartPosition()), end: model.getOffsetAt(selection.getEndPosition()) };
    }
    return null;
  }

  /** Selects a stretch of a diff and scrolls to it, as soon as that diff is shown. */
  reveal(gold: string, prediction: string, stretch: DiffStretch): void {
    this.toReveal = { key: keyOf(gold, prediction), stretch };
    this.revealNow();
  }

  private revealNow(): void {
    const wanted = this.toReveal;
    if (wanted === null || this.shown !== this.prepared.get(wanted.key)) return;
    this.toReveal = null;
    const { side, start, end } = wanted.stretch;
    const editor = this.editorOf(side);
    const model = editor.getModel();
    if (!model) return;
    const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
    const range = new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column);
    this.selectedIn = side;
    editor.setSelection(range);
    editor.revealRangeInCenter(range);
  }

  /** Puts the diff into the page, or takes it out of it. */
  moveInto(place: HTMLElement | null): void {
    if (place === null) this.element.remove();
    else place.append(this.element);
    for (const listener of this.listeners) listener();
  }

  /** Places that differ in what is shown; null while it is not known, or no diff is. */
  differences(): number | null {
    return this.element.isConnected ? (this.editor.getLineChanges()?.length ?? null) : null;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  focus(): void {
    this.editor.getModifiedEditor().focus();
  }

  /** Equal texts are shown whole: folding would hide all of them. */
  private applyFolding(): void {
    const equal = this.shown !== null && this.shown.original.getValue().trim() === this.shown.modified.getValue().trim();
    const folds = this.layout.folded && !equal;
    // Any update of the options makes the editor work through all of them.
    if (folds === this.folds) return;
    this.folds = folds;
    this.editor.updateOptions({ ...NAMES, hideUnchangedRegions: unchanged(folds) });
  }

  private entry(gold: string, prediction: string): Prepared {
    const key = keyOf(gold, prediction);
    const known = this.prepared.get(key);
    if (known) {
      this.prepared.delete(key);
      this.prepared.set(key, known);
      return known;
    }
    const original = monaco.editor.createModel(gold, SQL_LANGUAGE);
    const modified = monaco.editor.createModel(prediction, SQL_LANGUAGE);
    const view = this.editor.createViewModel({ original, modified });
    const entry: Prepared = { original, modified, view, ready: view.waitForDiff(), isReady: false, state: null };
    void entry.ready.then(() => {
      entry.isReady = true;
    });
    this.prepared.set(key, entry);
    this.evict();
    return entry;
  }

  private evict(): void {
    for (const [key, entry] of this.prepared) {
      if (this.prepared.size <= KEPT) return;
      if (entry === this.shown || key === this.wanted) continue;
      this.prepared.delete(key);
      entry.view.dispose();
      entry.original.dispose();
      entry.modified.dispose();
    }
  }
}

/** A change of lines as the two sides of a difference. Monaco's end lines are 0 on a side that has none. */
function differenceOf(change: monaco.editor.ILineChange): Difference {
  const within = (change.charChanges ?? []).map(
    (each): Record<DiffSide, LineStretch> => ({
      gold: {
        startLineNumber: each.originalStartLineNumber,
        startColumn: each.originalStartColumn,
        endLineNumber: each.originalEndLineNumber,
        endColumn: each.originalEndColumn,
      },
      prediction: {
        startLineNumber: each.modifiedStartLineNumber,
        startColumn: each.modifiedStartColumn,
        endLineNumber: each.modifiedEndLineNumber,
        endColumn: each.modifiedEndColumn,
      },
    }),
  );
  const all = (side: DiffSide): LineStretch | null => {
    const [first, last] = [within[0]?.[side], within.at(-1)?.[side]];
    return first && last ? { ...first, endLineNumber: last.endLineNumber, endColumn: last.endColumn } : null;
  };
  const lines = (start: number, end: number): LineStretch | null =>
    end < start ? null : { startLineNumber: start, startColumn: 1, endLineNumber: end, endColumn: Number.MAX_SAFE_INTEGER };
  return {
    gold: { within: all('gold'), lines: lines(change.originalStartLineNumber, change.originalEndLineNumber) },
    prediction: { within: all('prediction'), lines: lines(change.modifiedStartLineNumber, change.modifiedEndLineNumber) },
  };
}

const keyOf = (gold: string, prediction: string): string => `${gold.length}:${gold}${prediction}`;

let host: DiffHost | null = null;

/** The diff editor, made when it is first needed. */
export function diffHost(): DiffHost {
  host ??= new DiffHost();
  return host;
}
