import type { DiffSide } from './diff-view.ts';

/** A stretch of a text by lines and columns, all from 1; the end column is behind the last character. */
export type LineStretch = { startLineNumber: number; startColumn: number; endLineNumber: number; endColumn: number };

/** The two sides of one difference: what changed within the lines, and the lines as a whole (null where the side has none). */
export type Difference = Record<DiffSide, { within: LineStretch | null; lines: LineStretch | null }>;

/**
 * The phrase that shows a difference: what changed within the lines, of the prediction where it has text there, else of
 * gold; failing that the whole lines. `textOf` reads a side. Null where both sides hold nothing but blanks there.
 */
export function phraseOf(
  difference: Difference,
  textOf: (side: DiffSide, stretch: LineStretch) => string,
): { side: DiffSide; stretch: LineStretch } | null {
  for (const part of ['within', 'lines'] as const) {
    for (const side of ['prediction', 'gold'] as const) {
      const stretch = difference[side][part];
      if (stretch !== null && textOf(side, stretch).trim() !== '') return { side, stretch };
    }
  }
  return null;
}

/**
 * The frames around what a place changes on one side: one for each line of each change, without the blanks at its ends. Where
 * nothing is known to have changed within the lines, the lines are it.
 */
export function framesOf(
  within: readonly LineStretch[],
  lines: LineStretch | null,
  lineText: (line: number) => string,
): LineStretch[] {
  const stretches = within.length > 0 ? within : lines ? [lines] : [];
  return stretches.flatMap(({ startLineNumber, startColumn, endLineNumber, endColumn }) => {
    const frames: LineStretch[] = [];
    for (let line = startLineNumber; line <= endLineNumber; line++) {
      const text = lineText(line);
      const from = line === startLineNumber ? startColumn - 1 : 0;
      const part = text.slice(from, line === endLineNumber ? endColumn - 1 : text.length);
      if (part.trim() === '') continue;
      const start = from + part.length - part.trimStart().length + 1;
      frames.push({ startLineNumber: line, startColumn: start, endLineNumber: line, endColumn: start + part.trim().length });
    }
    return frames;
  });
}
