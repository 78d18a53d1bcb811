import './frame.css';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** The head of a pane: title, a note beside it, and what belongs at the right end. */
export function PaneHead({
  title,
  note,
  right,
  level = 2,
  line,
  className,
}: {
  title: ReactNode;
  note?: ReactNode;
  right?: ReactNode;
  level?: 2 | 3;
  /** A hairline below. */
  line?: boolean;
  className?: string;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes('ui-pane-head', line && 'ui-pane-head-line', className)}>
      <Heading className="ui-pane-title">{title}</Heading>
      {note !== undefined && <span className="ui-note u-ellipsis">{note}</span>}
      {right !== undefined && <span className="ui-pane-right">{right}</span>}
    </div>
  );
}

/** A small grey word, e.g. a database's name. `mono` for names as they stand in files. */
export function Tag({ children, mono, title }: { children: ReactNode; mono?: boolean; title?: string }) {
  return (
    <span className={classes('ui-tag', mono && 'ui-tag-mono')} title={title}>
      {children}
    </span>
  );
}
