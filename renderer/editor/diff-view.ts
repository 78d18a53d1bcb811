import { type Difference, framesOf, type LineStretch, phraseOf } from './difference-place.ts';
import { type EvidenceStretch, evidenceMarks } from './evidence-marks.ts';
import { ignoredLines, isSameSql } from './fold-case.ts';
import { codeLook, monaco } from './monaco.ts';

export type DiffSide = 'gold' | 'prediction';
/** A stretch of one side's text as it is shown, in UTF-16 offsets. */
export type DiffStretch = { side: DiffSide; start: number; end: number };

export type DiffLayout = {
  sideBySide: boolean;
  folded: boolean;
  wrapped: boolean;
  /** Whether what differs in letter case alone is marked. */
  marksCase: boolean;
};

/** A gold and a predicted text with their diff, which Monaco ties to the editor that computes it. */
export type Prepared = {
  readonly key: string;
  readonly original: monaco.editor.ITextModel;
  readonly modified: monaco.editor.ITextModel;
  readonly view: DiffView;
  readonly diff: monaco.editor.IDiffEditorViewModel;
  readonly ready: Promise<void>;
  /** Whether `ready` has resolved. */
  isReady: boolean;
  /** Where it was scrolled to when it was last shown. */
  state: monaco.editor.IDiffEditorViewState | null;
};

/** Breadth of the scrollbars in px. */
const SCROLLBAR = 9;

const unchanged = (folded: boolean) => ({ enabled: folded, contextLineCount: 2, minimumLineCount: 3, revealLineCount: 10 });

/** Accessible names; an update of options that leaves them out takes them away. */
const NAMES = { originalAriaLabel: 'Gold SQL, read only', modifiedAriaLabel: 'Predicted SQL, read only' };

/** One diff editor of Monaco, and the diff that it holds. */
export class DiffView {
  readonly element = document.createElement('div');
  held: Prepared | null = null;
  private readonly editor: monaco.editor.IStandaloneDiffEditor;
  private size = { width: 0, height: 0 };
  private layout: DiffLayout = { sideBySide: true, folded: true, wrapped: false, marksCase: false };
  /** Whether equal lines are folded in what it holds. */
  private folds = true;
  /** The side in which something was selected last. */
  private selectedIn: DiffSide = 'gold';
  /** The marks of the place that was gone to, which both sides lose with the text they hold. */
  private readonly current: Record<DiffSide, monaco.editor.IEditorDecorationsCollection>;
  /** The numbers in the margins. */
  private evidence: { side: DiffSide; widget: monaco.editor.IGlyphMarginWidget }[] = [];
  private isInFront = true;

  /** @param onDiff called when the marks have changed */
  constructor(onDiff: () => void) {
    this.element.className = 'editor-diff-view';
    this.editor = monaco.editor.createDiffEditor(this.element, {
      ...codeLook(),
      // The host tells its size: the view in the back can wait for it.
      automaticLayout: false,
      readOnly: true,
      originalEditable: false,
      domReadOnly: true,
      // For the numbers of evidence. Monaco gives gold one in any case: so both texts begin alike.
      glyphMargin: true,
      // Room for the + and − between number and text.
      lineDecorationsWidth: 18,
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
    this.current = {
      gold: this.editorOf('gold').createDecorationsCollection(),
      prediction: this.editorOf('prediction').createDecorationsCollection(),
    };
    for (const side of ['gold', 'prediction'] as const) {
      this.editorOf(side).onDidChangeCursorSelection(({ selection }) => {
        if (!selection.isEmpty()) this.selectedIn = side;
      });
    }
    this.editor.onDidUpdateDiff(onDiff);
  }

  /** Begins to compute the diff of two texts. */
  prepare(key: string, original: monaco.editor.ITextModel, modified: monaco.editor.ITextModel): Prepared {
    const diff = this.editor.createViewModel({ original, modified });
    const entry: Prepared = {
      key,
      original,
      modified,
      view: this,
      diff,
      ready: diff.waitForDiff(),
      isReady: false,
      state: null,
    };
    void entry.ready.then(() => {
      entry.isReady = true;
    });
    for (const model of [original, modified]) colourAhead(model);
    return entry;
  }

  /** Lays out a diff that this view has prepared, scrolled to where it was. */
  hold(entry: Prepared): void {
    if (entry === this.held) return;
    if (this.held) this.held.state = this.editor.saveViewState();
    this.held = entry;
    this.applyFolding();
    this.editor.setModel(entry.diff);
    if (entry.state) this.editor.restoreViewState(entry.state);
    else
      for (const side of ['gold', 'prediction'] as const) this.editorOf(side).setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
  }

  /** A view in the back is laid out like one that is seen, but is nowhere for pointer, keyboard and reader. */
  setInFront(inFront: boolean): void {
    this.isInFront = inFront;
    this.element.classList.toggle('editor-diff-back', !inFront);
    // Has the style of all that is in it computed anew: not before the picture that the user waits for.
    requestIdleCallback(() => (this.element.inert = !this.isInFront), { timeout: 200 });
  }

  /** Fits it to a size in px. */
  fit({ width, height }: { width: number; height: number }): void {
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    this.editor.layout(this.size);
  }

  setLayout(layout: DiffLayout): void {
    this.layout = layout;
    this.editor.updateOptions({ ...NAMES, renderSideBySide: layout.sideBySide, diffWordWrap: layout.wrapped ? 'on' : 'off' });
    this.applyFolding();
  }

  /** Places that differ, in the order of the lines; null while they are not known. */
  differences(): readonly monaco.editor.ILineChange[] | null {
    return this.editor.getLineChanges();
  }

  /** Frames what a place changes, on both sides, and marks its lines at the margin; null takes the marks away. */
  markCurrent(change: monaco.editor.ILineChange | null): void {
    for (const side of ['gold', 'prediction'] as const)
      this.current[side].set(change === null ? [] : marksOf(change, side, this.editorOf(side).getModel()));
  }

  /** Puts the numbers of evidence into the margins, in place of those that were there. */
  markEvidence(stretches: readonly EvidenceStretch[]): void {
    for (const { side, widget } of this.evidence) this.editorOf(side).removeGlyphMarginWidget(widget);
    this.evidence = [];
    if (stretches.length === 0) return;
    for (const side of ['gold', 'prediction'] as const) {
      const editor = this.editorOf(side);
      for (const mark of evidenceMarks(stretches, side, editor.getModel()?.getValue() ?? '')) {
        const widget = marginWidget(`${side} ${mark.line}`, mark.line, mark.text, mark.title);
        editor.addGlyphMarginWidget(widget);
        this.evidence.push({ side, widget });
      }
    }
  }

  /** How many pairs of lines are taken for equal though their letter case differs; null while that is not known. */
  ignored(): number | null {
    const changes = this.differences();
    if (changes === null || this.held === null) return null;
    return ignoredLines(changes, this.held.original.getLinesContent(), this.held.modified.getLinesContent());
  }

  /** Scrolls both sides to a place that differs and selects its phrase. */
  goTo(change: monaco.editor.ILineChange): void {
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

  /** Selects a stretch and scrolls to it. */
  select({ side, start, end }: DiffStretch): void {
    const editor = this.editorOf(side);
    const model = editor.getModel();
    if (!model) return;
    const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
    const range = new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column);
    this.selectedIn = side;
    editor.setSelection(range);
    editor.revealRangeInCenter(range);
  }

  private editorOf(side: DiffSide): monaco.editor.ICodeEditor {
    return side === 'gold' ? this.editor.getOriginalEditor() : this.editor.getModifiedEditor();
  }

  /** Equal texts are shown whole: folding would hide all of them. */
  private applyFolding(): void {
    const { held, layout } = this;
    const equal = held !== null && isSameSql(held.original.getValue(), held.modified.getValue(), layout.marksCase);
    const folds = this.layout.folded && !equal;
    // Any update of the options makes the editor work through all of them.
    if (folds === this.folds) return;
    this.folds = folds;
    this.editor.updateOptions({ ...NAMES, hideUnchangedRegions: unchanged(folds) });
  }
}

/** Lines whose words are told apart before they are shown; what comes further down is coloured when there is time. */
const COLOURED_AHEAD = 100;

/** Left to itself Monaco colours a text when the window has nothing else to do, and a fast reader sees it bare. */
function colourAhead(model: monaco.editor.ITextModel): void {
  monaco.editor.colorizeModelLine(model, Math.min(COLOURED_AHEAD, model.getLineCount()));
}

/** A number in the margin of a line. */
function marginWidget(id: string, line: number, text: string, title: string): monaco.editor.IGlyphMarginWidget {
  // Monaco lays the outer one out its own way.
  const node = document.createElement('div');
  const mark = document.createElement('span');
  Object.assign(mark, { className: 'editor-evidence', textContent: text, title });
  node.append(mark);
  const lane = monaco.editor.GlyphMarginLane.Center;
  return {
    getId: () => `evidence ${id}`,
    getDomNode: () => node,
    getPosition: () => ({ lane, zIndex: 1, range: new monaco.Range(line, 1, line, 1) }),
  };
}

/** What changed within the lines of a place, on one side. */
const withinOf = (change: monaco.editor.ILineChange, side: DiffSide): LineStretch[] =>
  (change.charChanges ?? []).map((each) =>
    side === 'gold'
      ? {
          startLineNumber: each.originalStartLineNumber,
          startColumn: each.originalStartColumn,
          endLineNumber: each.originalEndLineNumber,
          endColumn: each.originalEndColumn,
        }
      : {
          startLineNumber: each.modifiedStartLineNumber,
          startColumn: each.modifiedStartColumn,
          endLineNumber: each.modifiedEndLineNumber,
          endColumn: each.modifiedEndColumn,
        },
  );

/** The lines of a place on one side; null where it has none: Monaco's end line is 0 there. */
function linesOf(change: monaco.editor.ILineChange, side: DiffSide): LineStretch | null {
  const [start, end] =
    side === 'gold'
      ? [change.originalStartLineNumber, change.originalEndLineNumber]
      : [change.modifiedStartLineNumber, change.modifiedEndLineNumber];
  return end === 0 ? null : { startLineNumber: start, startColumn: 1, endLineNumber: end, endColumn: Number.MAX_SAFE_INTEGER };
}

/** A change of lines as the two sides of a difference. */
function differenceOf(change: monaco.editor.ILineChange): Difference {
  const sideOf = (side: DiffSide) => {
    const within = withinOf(change, side);
    const [first, last] = [within[0], within.at(-1)];
    const all = first && last ? { ...first, endLineNumber: last.endLineNumber, endColumn: last.endColumn } : null;
    return { within: all, lines: linesOf(change, side) };
  };
  return { gold: sideOf('gold'), prediction: sideOf('prediction') };
}

/** How the place that was gone to is marked on one side. */
function marksOf(
  change: monaco.editor.ILineChange,
  side: DiffSide,
  text: monaco.editor.ITextModel | null,
): monaco.editor.IModelDeltaDecoration[] {
  if (text === null) return [];
  const lines = linesOf(change, side);
  if (lines === null) {
    // The side lacks the lines of the other one: they would come behind this line.
    const before = side === 'gold' ? change.originalStartLineNumber : change.modifiedStartLineNumber;
    const options = { isWholeLine: true, className: before === 0 ? 'editor-current-above' : 'editor-current-below' };
    return [{ range: new monaco.Range(Math.max(1, before), 1, Math.max(1, before), 1), options }];
  }
  return [
    { range: monaco.Range.lift(lines), options: { isWholeLine: true, marginClassName: 'editor-current-margin' } },
    ...framesOf(withinOf(change, side), lines, (line) => text.getLineContent(line)).map((frame) => ({
      range: monaco.Range.lift(frame),
      options: { className: `editor-current editor-current-${side}`, zIndex: 10 },
    })),
  ];
}
