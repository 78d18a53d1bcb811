import { VERDICT_STATES, type VerdictState } from '#shared/model/verdict.ts';
import { type MatrixLayout, STATE_MARKS } from './matrix.ts';

export type MatrixColours = { readonly surface: string; readonly states: Readonly<Record<VerdictState, string>> };

/** The colours of the theme, read from its tokens. */
export function readColours(element: Element): MatrixColours {
  const style = getComputedStyle(element);
  const states = Object.fromEntries(
    VERDICT_STATES.map((state) => [state, style.getPropertyValue(STATE_MARKS[state].token).trim()]),
  );
  return { surface: style.getPropertyValue('--surface').trim(), states: states as Record<VerdictState, string> };
}

/** From this width on, px, a hairline keeps the columns apart, so that instances can be counted. */
const COUNTABLE = 8;

/** Columns side by side with one state, in device pixels. */
type Run = { state: VerdictState; left: number; right: number };

/**
 * Draws the part of the matrix that is in view; edges fall on device pixels, so that thin columns stay sharp. Where
 * columns are thinner than a pixel, a verdict that is no match still takes a whole one: no failure goes unseen.
 */
export function drawMatrix(
  canvas: HTMLCanvasElement,
  view: {
    layout: MatrixLayout;
    /** The index of each shown system in a row's states. */
    systems: readonly number[];
    tops: readonly number[];
    rowHeight: number;
    width: number;
    height: number;
    scrollLeft: number;
    colours: MatrixColours;
  },
): void {
  const { layout, systems, tops, rowHeight, width, height, scrollLeft, colours } = view;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) return;
  const snap = (px: number) => Math.round(px * scale);

  for (const section of layout.sections) {
    const first = Math.max(section.from, section.from + Math.floor((scrollLeft - section.left) / layout.columnWidth));
    const last = Math.min(section.to, section.from + Math.ceil((scrollLeft + width - section.left) / layout.columnWidth));
    const sectionLeft = snap(section.left - scrollLeft);
    const sectionWidth = snap(section.right - scrollLeft) - sectionLeft;
    systems.forEach((system, i) => {
      const top = snap(tops[i]!);
      const full = snap(tops[i]! + rowHeight) - top;
      context.fillStyle = colours.states.match;
      context.fillRect(sectionLeft, top, sectionWidth, full);
      // Neighbours of one state are one rectangle: 10,000 instances of 10 systems would be 100,000.
      const runs: Run[] = [];
      for (let column = first; column < last; column++) {
        const state = layout.columns[column]?.states[system] ?? 'not run';
        if (state === 'match') continue;
        const left = snap(section.left + (column - section.from) * layout.columnWidth - scrollLeft);
        const right = Math.max(left + 1, snap(section.left + (column + 1 - section.from) * layout.columnWidth - scrollLeft));
        const run = runs.at(-1);
        if (run?.state === state && left <= run.right) run.right = right;
        else runs.push({ state, left, right });
      }
      for (const { state, left, right } of runs) {
        const { top: from, bottom: to } = STATE_MARKS[state];
        context.fillStyle = colours.surface;
        context.fillRect(left, top, right - left, full);
        context.fillStyle = colours.states[state];
        context.fillRect(left, top + Math.round(from * full), right - left, Math.round(to * full) - Math.round(from * full));
      }
      if (layout.columnWidth < COUNTABLE) return;
      context.fillStyle = colours.surface;
      for (let column = first + 1; column < last; column++) {
        context.fillRect(snap(section.left + (column - section.from) * layout.columnWidth - scrollLeft), top, 1, full);
      }
    });
  }
}
