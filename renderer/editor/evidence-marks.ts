import type { DiffSide, DiffStretch } from './diff-view.ts';
import { lineAt } from './text-positions.ts';

/** A stretch that is evidence, and the number it has in the list of evidence. */
export type EvidenceStretch = DiffStretch & { readonly number: number };

/** What stands in the margin of a line: the numbers of the evidence that begins there. */
export type EvidenceMark = { readonly line: number; readonly text: string; readonly title: string };

/** The marks of one side, one for each line. Where several begin in a line, the first is printed with a +, the title tells all. */
export function evidenceMarks(stretches: readonly EvidenceStretch[], side: DiffSide, text: string): EvidenceMark[] {
  const byLine = new Map<number, number[]>();
  for (const { number, start } of stretches.filter((each) => each.side === side)) {
    const line = lineAt(text, start);
    byLine.set(line, [...(byLine.get(line) ?? []), number]);
  }
  return [...byLine].map(([line, numbers]) => ({
    line,
    text: numbers.length > 1 ? `${numbers[0]}+` : String(numbers[0]),
    title: `Evidence ${numbers.join(', ')}`,
  }));
}
