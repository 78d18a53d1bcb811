import { CASE_IGNORED } from './case-ignored.ts';
import { type DiffLayout, type DiffStretch, DiffView, type Prepared } from './diff-view.ts';
import type { EvidenceStretch } from './evidence-marks.ts';
import { monaco } from './monaco.ts';
import { SQL_LANGUAGE } from './sql-language.ts';

/** Diffs that are kept ready: the current one, its neighbours and the systems looked at last. */
const KEPT = 24;

/** How long a diff may hold up the picture; then the texts are shown and the marks follow. */
const PATIENCE_MS = 250;

/**
 * The diff of the room. It outlives its pane. Of two editors one lies in front; the one behind it lays out what is likely
 * to be shown next, and the two change places: laying a text out takes Monaco longer than a step may.
 */
export class DiffHost {
  readonly element = document.createElement('div');
  private front: DiffView;
  private back: DiffView;
  private readonly prepared = new Map<string, Prepared>();
  private shown: Prepared | null = null;
  private wanted = '';
  /** The place whose SQL is shown or awaited. */
  private place = '';
  /** In px, as it was told last: to ask for it would have the page laid out at once. */
  private size = { width: 0, height: 0 };
  /** What the view in the back is to hold. */
  private staged = '';
  private marksCase = false;
  private readonly listeners = new Set<() => void>();
  private stand: { entry: Prepared; at: number } | null = null;
  private evidence: { key: string; stretches: readonly EvidenceStretch[] } = { key: '', stretches: [] };
  private toReveal: { key: string; stretch: DiffStretch } | null = null;

  constructor() {
    this.element.className = 'editor-diff-host';
    [this.front, this.back] = [new DiffView(() => this.tell()), new DiffView(() => this.tell())];
    this.element.append(this.front.element, this.back.element);
    this.back.setInFront(false);
    new ResizeObserver(([change]) => {
      this.size = change!.contentRect;
      this.front.fit(this.size);
      // The view in the back is fitted when there is time, or when it comes to the front.
      requestIdleCallback(() => this.back.fit(this.size));
    }).observe(this.element);
  }

  /** Computes a diff ahead, e.g. of a neighbour; resolves when it can be shown with its marks. */
  async prepare(gold: string, prediction: string): Promise<void> {
    await this.entry(gold, prediction).ready;
  }

  /** Whether a diff is computed already, so that it can be shown at once. */
  isPrepared(gold: string, prediction: string): boolean {
    return this.prepared.get(this.keyOf(gold, prediction))?.isReady ?? false;
  }

  /** Lays out in the back, when there is time, the diff that is likely to be shown next. A later call wins. */
  stage(gold: string, prediction: string): void {
    const key = this.keyOf(gold, prediction);
    this.staged = key;
    if (key === this.shown?.key || key === this.wanted) return;
    // One that was computed in front when the two views lay the other way round is computed anew.
    if (this.prepared.get(key)?.view === this.front) this.drop(key);
    const entry = this.entry(gold, prediction);
    void entry.ready.then(() =>
      requestIdleCallback(() => {
        if (this.staged === key && entry !== this.shown && entry.view === this.back && this.prepared.get(key) === entry)
          this.back.hold(entry);
      }),
    );
  }

  /**
   * Shows a diff once it is computed, at once where it is. Until then what was shown stays if it is of the same place;
   * the SQL of another place must not stand under this one's heads. A later call wins.
   */
  show(gold: string, prediction: string, place: string): void {
    const key = this.keyOf(gold, prediction);
    this.wanted = key;
    const entry = this.entry(gold, prediction);
    if (entry.isReady) {
      this.place = place;
      this.put(entry);
      return;
    }
    if (place !== this.place) this.front.setInFront(false);
    this.place = place;
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    void Promise.race([entry.ready, patience]).then(() => {
      if (this.wanted === key) this.put(entry);
    });
  }

  private put(entry: Prepared): void {
    this.front.setInFront(true);
    if (entry === this.shown) return;
    this.shown = entry;
    entry.view.hold(entry);
    if (entry.view !== this.front) {
      [this.front, this.back] = [this.back, this.front];
      this.front.fit(this.size);
      this.front.setInFront(true);
      this.back.setInFront(false);
    }
    this.back.markEvidence([]);
    this.front.markEvidence(this.evidence.key === entry.key ? this.evidence.stretches : []);
    // A text comes back to the editor without its marks.
    const at = this.differenceShown();
    if (at !== null) this.front.markCurrent(this.front.differences()?.[at] ?? null);
    this.evict();
    this.revealNow();
    this.tell();
  }

  setLayout(layout: DiffLayout): void {
    this.marksCase = layout.marksCase;
    this.front.setLayout(layout);
    this.back.setLayout(layout);
  }

  /** Goes to the next or previous place that differs, round at the ends, and selects its phrase; false where there is none. */
  goToDifference(direction: 'next' | 'previous'): boolean {
    const changes = this.front.differences() ?? [];
    if (this.shown === null || !this.element.isConnected || changes.length === 0) return false;
    const edge = direction === 'next' ? 0 : changes.length - 1;
    const before = this.differenceShown();
    const at = before === null ? edge : (before + (direction === 'next' ? 1 : -1) + changes.length) % changes.length;
    this.stand = { entry: this.shown, at };
    this.front.markCurrent(changes[at]!);
    this.front.goTo(changes[at]!);
    this.tell();
    return true;
  }

  /** Which place that differs was gone to last in what is shown, from 0; null where none was. */
  differenceShown(): number | null {
    return this.stand?.entry === this.shown ? (this.stand?.at ?? null) : null;
  }

  /** What is selected, on the side where something was selected last; null where nothing is. */
  selection(): DiffStretch | null {
    return this.front.selection();
  }

  /** Selects a stretch of a diff and scrolls to it, as soon as that diff is shown. */
  reveal(gold: string, prediction: string, stretch: DiffStretch): void {
    this.toReveal = { key: this.keyOf(gold, prediction), stretch };
    this.revealNow();
  }

  /** Puts the numbers of evidence beside a diff, now or when it is shown. */
  markEvidence(gold: string, prediction: string, stretches: readonly EvidenceStretch[]): void {
    this.evidence = { key: this.keyOf(gold, prediction), stretches };
    if (this.shown?.key === this.evidence.key) this.front.markEvidence(stretches);
  }

  private revealNow(): void {
    const wanted = this.toReveal;
    if (wanted === null || this.shown?.key !== wanted.key) return;
    this.toReveal = null;
    this.front.select(wanted.stretch);
  }

  /** Puts the diff into the page, or takes it out of it. */
  moveInto(place: HTMLElement | null): void {
    if (place === null) this.element.remove();
    else place.append(this.element);
    this.tell();
  }

  /** Places that differ in what is shown; null while it is not known, or no diff is. */
  differences(): number | null {
    return this.element.isConnected ? (this.front.differences()?.length ?? null) : null;
  }

  /** Pairs of lines taken for equal though their letter case differs; null while it is not known, or no diff is shown. */
  ignored(): number | null {
    return this.element.isConnected ? this.front.ignored() : null;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private keyOf(gold: string, prediction: string): string {
    return `${this.marksCase ? 'case' : ''}${gold.length}:${gold}${prediction}`;
  }

  private entry(gold: string, prediction: string): Prepared {
    const key = this.keyOf(gold, prediction);
    const known = this.prepared.get(key);
    // Put last: the order is that of use.
    this.prepared.delete(key);
    const model = (text: string) =>
      monaco.editor.createModel(text, SQL_LANGUAGE, this.marksCase ? undefined : caseIgnoredAddress());
    const entry = known ?? this.back.prepare(key, model(gold), model(prediction));
    this.prepared.set(key, entry);
    this.evict();
    return entry;
  }

  private evict(): void {
    for (const [key, entry] of this.prepared) {
      if (this.prepared.size <= KEPT) return;
      if (key !== this.wanted && entry !== this.front.held && entry !== this.back.held) this.drop(key);
    }
  }

  private drop(key: string): void {
    const entry = this.prepared.get(key);
    if (!entry) return;
    this.prepared.delete(key);
    entry.diff.dispose();
    entry.original.dispose();
    entry.modified.dispose();
  }
}

let addresses = 0;

/** An address that no other text has, by which the worker knows to leave letter case out. */
const caseIgnoredAddress = (): monaco.Uri => monaco.Uri.from({ scheme: CASE_IGNORED, path: `/${++addresses}` });

let host: DiffHost | null = null;

/** The diff editors, made when they are first needed. */
export function diffHost(): DiffHost {
  host ??= new DiffHost();
  return host;
}
