import './frame.css';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icons.tsx';

/** What a pane says when it has nothing to show: what happened, what is safe, and what to do next. */
export function Message({
  icon,
  tone = 'plain',
  title,
  children,
  actions,
  className,
}: {
  icon?: IconName;
  tone?: 'plain' | 'ok' | 'warning' | 'danger';
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <div className={classes('ui-message', className)} role={tone === 'danger' ? 'alert' : undefined}>
      <span className={`ui-message-icon ui-tone-${tone}`}>
        <Icon name={icon ?? (tone === 'ok' ? 'check' : tone === 'plain' ? 'info' : 'warning')} size={16} />
      </span>
      <div className="u-grow">
        <p className="ui-message-title">{title}</p>
        {children && <div className="ui-message-text">{children}</div>}
        {actions && <div className="ui-message-actions">{actions}</div>}
      </div>
    </div>
  );
}

/** Why something that was asked for did not work, beside where it was asked; nothing where it did. */
export function ErrorText({ text, className }: { text: string | null; className?: string }) {
  if (text === null) return null;
  return (
    <p className={classes('u-danger', className)} role="alert">
      {text}
    </p>
  );
}

/** Grey lines where text will be. They appear only after 150 ms, so that a quick answer does not flicker. */
export function Skeleton({ lines = 4, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className="ui-skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} style={{ width: `${[64, 82, 46, 70][index % 4]}%` }} />
      ))}
    </div>
  );
}

/** How far something is: `done` of `total`; without a total it only says that something moves. */
export function ProgressBar({
  label,
  done,
  total,
  className,
}: {
  label: string;
  done: number;
  total: number | null;
  className?: string;
}) {
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total ?? undefined}
      aria-valuenow={total === null ? undefined : done}
      className={classes('ui-progress', share === null && 'ui-progress-open', className)}
    >
      <i style={share === null ? undefined : { width: `${share * 100}%` }} />
    </span>
  );
}
