import './editor.css';
import { type ReactNode, useMemo, useState } from 'react';
import { monaco } from './monaco.ts';
import { SQL_LANGUAGE } from './sql-language.ts';

/** Longer texts are shown without colours: they would hold up the window. */
const LONGEST = 60_000;
/** What follows is drawn when somebody asks for it: megabytes in one line would hold up the window for many seconds. */
const SHOWN = 100_000;

type Run = { text: string; kind: string };

/** A text in runs of one kind each, line breaks included. */
function runsOf(text: string): Run[] {
  if (text.length > LONGEST) return [{ text, kind: 'identifier' }];
  const lines = text.split('\n');
  return monaco.editor.tokenize(text, SQL_LANGUAGE).flatMap((tokens, index) => {
    const line = (lines[index] ?? '').replace(/\r$/, '');
    const runs = tokens.map((token, at) => ({
      text: line.slice(token.offset, tokens[at + 1]?.offset ?? line.length),
      kind: token.type.split('.')[0] ?? '',
    }));
    return index < lines.length - 1 ? [...runs, { text: '\n', kind: 'white' }] : runs;
  });
}

/** SQL as coloured text, for places that are no editor. `mark` may wrap the pieces of a run, e.g. to show search hits. */
export function SqlText({ text, mark }: { text: string; mark?: (piece: string) => ReactNode }) {
  const [whole, setWhole] = useState(false);
  const left = whole ? 0 : Math.max(0, text.length - SHOWN);
  const runs = useMemo(() => runsOf(left === 0 ? text : text.slice(0, SHOWN)), [text, left]);
  return (
    <pre className="editor-sql">
      {runs.map((run, index) => (
        <span key={index} className={`editor-token-${run.kind}`}>
          {mark ? mark(run.text) : run.text}
        </span>
      ))}
      {left > 0 && (
        <button type="button" className="editor-lines-fold" onClick={() => setWhole(true)}>
          … {left.toLocaleString('en-US')} more characters
        </button>
      )}
    </pre>
  );
}
