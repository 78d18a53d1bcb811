import './line-diff.css';
import { useMemo, useState } from 'react';
import { type DiffPart, foldEqual, lineDiff } from './line-diff.ts';
import { SqlText } from './SqlText.tsx';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
const WORDS = { same: '', removed: 'removed: ', added: 'added: ' } as const;

/** What turns one query into another, line by line under each other; equal stretches are folded until they are opened. */
export function LineDiff({
  before,
  after,
  label,
  names,
  sides = 'old and new',
  marksCase = true,
}: {
  before: string;
  after: string;
  label: string;
  /** Whose lines the two columns of numbers count: what stands before and after. */
  names: readonly [before: string, after: string];
  /** What is compared; each pair has colours of its own. */
  sides?: 'old and new' | 'gold and prediction';
  /** Whether lines that differ in letter case alone are told as different. */
  marksCase?: boolean;
}) {
  const { lines, coarse } = useMemo(() => lineDiff(before, after, marksCase), [before, after, marksCase]);
  const [whole, setWhole] = useState(false);
  const shown = useMemo(() => {
    const all = foldEqual(lines);
    return whole ? { parts: all, left: 0 } : firstParts(all);
  }, [lines, whole]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  return (
    <figure className={sides === 'gold and prediction' ? 'editor-lines editor-lines-gold' : 'editor-lines'} aria-label={label}>
      <figcaption className="editor-lines-names">
        lines of {names[0]} | of {names[1]}
      </figcaption>
      {coarse && <p className="editor-coarse-note">Coarse: too different to be compared line by line, so each is shown whole.</p>}
      {shown.parts.map((part, at) =>
        part.folded && !opened.has(at) ? (
          <button
            key={part.lines[0]!.before ?? at}
            type="button"
            className="editor-lines-fold"
            onClick={() => setOpened(new Set([...opened, at]))}
          >
            … {part.lines.length.toLocaleString('en-US')} lines unchanged
          </button>
        ) : (
          part.lines.map((line) => (
            <div key={`${line.before} ${line.after}`} className={`editor-lines-line editor-lines-${line.kind}`}>
              <i>{line.before}</i>
              <i>{line.after}</i>
              <b aria-hidden="true">{SIGNS[line.kind]}</b>
              <span className="u-hidden">{WORDS[line.kind]}</span>
              <SqlText text={line.text} />
            </div>
          ))
        ),
      )}
      {shown.left > 0 && (
        <button type="button" className="editor-lines-fold" onClick={() => setWhole(true)}>
          … {shown.left.toLocaleString('en-US')} more lines that differ or stand near
        </button>
      )}
    </figure>
  );
}

/** More lines than this are drawn only when somebody asks for them. */
const MOST_LINES = 1_500;

/** The parts of which the unfolded lines are few enough to be drawn at once, and how many lines are left. */
function firstParts(parts: readonly DiffPart[]): { parts: DiffPart[]; left: number } {
  const first: DiffPart[] = [];
  let room = MOST_LINES;
  for (const part of parts) {
    if (room <= 0) break;
    first.push(part.folded ? part : { ...part, lines: part.lines.slice(0, room) });
    if (!part.folded) room -= part.lines.length;
  }
  const count = (list: readonly DiffPart[]) => list.reduce((sum, part) => sum + (part.folded ? 0 : part.lines.length), 0);
  return { parts: first, left: count(parts) - count(first) };
}
