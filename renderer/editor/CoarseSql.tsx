import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { type CoarsePlace, coarseDiff, coarsePlaces, type LineRun } from './coarse-diff.ts';
import { coarseHost } from './coarse-host.ts';
import type { DiffSide, DiffStretch } from './diff-view.ts';
import { type EvidenceMark, type EvidenceStretch, evidenceMarks } from './evidence-marks.ts';
import { monaco } from './monaco.ts';
import { SQL_LANGUAGE } from './sql-language.ts';

const LINE_HEIGHT = 18;
/** A longer line has no colours. */
const LONGEST_COLOURED = 2_000;

type SideHandle = { scrollTo(line: number): void; selection(): { start: number; end: number } | null };

/**
 * Two texts side by side for queries that are too long for an exact diff. Colours are those of each line by itself, as it
 * comes into view: a comment or a text over several lines has them in its first line only.
 */
export function CoarseSql({
  gold,
  prediction,
  evidence,
}: {
  gold: string;
  prediction: string;
  evidence: readonly EvidenceStretch[];
}) {
  const diff = useMemo(() => coarseDiff(gold, prediction), [gold, prediction]);
  const places = useMemo(() => coarsePlaces(diff), [diff]);
  const marks = useMemo(
    () => ({
      gold: evidenceMarks(evidence, 'gold', gold),
      prediction: evidenceMarks(evidence, 'prediction', prediction),
    }),
    [evidence, gold, prediction],
  );
  const [current, setCurrent] = useState<CoarsePlace | null>(null);
  const sides = { gold: useRef<SideHandle>(null), prediction: useRef<SideHandle>(null) };
  useEffect(() => {
    setCurrent(null);
    const lineOf = ({ side, start }: DiffStretch) => (side === 'gold' ? gold : prediction).slice(0, start).split('\n').length - 1;
    return coarseHost.show({
      places: places.length,
      goTo: (at) => {
        const place = places[at];
        if (!place) return;
        setCurrent(place);
        sides.gold.current?.scrollTo(place.gold.from);
        sides.prediction.current?.scrollTo(place.prediction.from);
      },
      selection: () => {
        for (const side of ['gold', 'prediction'] as const) {
          const selected = sides[side].current?.selection();
          if (selected) return { side, ...selected };
        }
        return null;
      },
      reveal: (stretch) => {
        const from = lineOf(stretch);
        const run: LineRun = { from, to: lineOf({ ...stretch, start: stretch.end }) + 1 };
        const nothing: LineRun = { from: 0, to: 0 };
        setCurrent(stretch.side === 'gold' ? { gold: run, prediction: nothing } : { gold: nothing, prediction: run });
        sides[stretch.side].current?.scrollTo(from);
      },
    });
  }, [places, gold, prediction]);
  return (
    <div className="editor-coarse">
      <p className="editor-coarse-note">
        Coarse view: more than 15,000 lines. Lines that the other side lacks are marked; moved lines count as equal.
      </p>
      <div className="editor-coarse-sides">
        <Lines
          ref={sides.gold}
          label="Gold SQL"
          lines={diff.gold}
          marked={diff.onlyGold}
          current={current?.gold ?? null}
          marks={marks.gold}
          side="gold"
        />
        <Lines
          ref={sides.prediction}
          label="Predicted SQL"
          lines={diff.prediction}
          marked={diff.onlyPrediction}
          current={current?.prediction ?? null}
          marks={marks.prediction}
          side="prediction"
        />
      </div>
    </div>
  );
}

function Lines({
  ref,
  label,
  lines,
  marked,
  current,
  marks,
  side,
}: {
  ref: Ref<SideHandle>;
  label: string;
  lines: readonly string[];
  marked: ReadonlySet<number>;
  /** The lines that were gone to. */
  current: LineRun | null;
  marks: readonly EvidenceMark[];
  side: DiffSide;
}) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  useImperativeHandle(ref, () => ({
    scrollTo: (line) => rows.scrollToIndex(Math.min(line, lines.length - 1), { align: 'center' }),
    selection: () => selectionIn(scroller.current, lines),
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable by keyboard
    <section ref={scroller} aria-label={label} tabIndex={0} className={`editor-coarse-side editor-coarse-${side} u-scroll`}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            data-line={index}
            className={[
              'editor-coarse-line',
              marked.has(index) && 'editor-coarse-marked',
              current !== null && index >= current.from && index < current.to && 'editor-coarse-current',
            ]
              .filter(Boolean)
              .join(' ')}
            style={{ transform: `translateY(${start}px)` }}
          >
            <i>{index + 1}</i>
            <Mark mark={marks.find(({ line }) => line === index + 1)} />
            <Coloured text={lines[index] ?? ''} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** The number of evidence at the line where it begins. */
const Mark = ({ mark }: { mark: EvidenceMark | undefined }) =>
  mark ? (
    <b className="editor-evidence" title={mark.title}>
      {mark.text}
    </b>
  ) : null;

/** A line in its colours. */
const Coloured = memo(function Coloured({ text }: { text: string }) {
  const [tokens = []] = text.length > LONGEST_COLOURED ? [] : monaco.editor.tokenize(text, SQL_LANGUAGE);
  if (tokens.length === 0) return <span>{text}</span>;
  return (
    <span>
      {tokens.map(({ offset, type }, at) => (
        <span key={offset} className={`editor-token-${type.split('.')[0]}`}>
          {text.slice(offset, tokens[at + 1]?.offset)}
        </span>
      ))}
    </span>
  );
});

/** What is selected in the lines of a side, as offsets in its text; null where nothing is, or what is reaches out of it. */
function selectionIn(root: HTMLElement | null, lines: readonly string[]): { start: number; end: number } | null {
  const selection = window.getSelection();
  const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  if (!root || !range || !root.contains(range.commonAncestorContainer)) return null;
  const offsetOf = (node: Node, offset: number): number | null => {
    const row = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-line]');
    const text = row?.querySelector(':scope > span');
    if (!row || !text) return null;
    const before = document.createRange();
    before.selectNodeContents(text);
    // In the number before the line, the line begins.
    if (text.contains(node)) before.setEnd(node, offset);
    else before.collapse(true);
    const line = Number(row.dataset.line);
    return lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + before.toString().length;
  };
  const start = offsetOf(range.startContainer, range.startOffset);
  const end = offsetOf(range.endContainer, range.endOffset);
  return start === null || end === null || end <= start ? null : { start, end };
}
