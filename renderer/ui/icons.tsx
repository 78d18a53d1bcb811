import './icons.css';
import type { ReactNode } from 'react';

/** Strokes on a 16 × 16 view box; the component sets width, colour and caps. */
const ICONS = {
  add: <path d="M8 3v10M3 8h10" />,
  apply: <path d="M3 8h9.5M9 4.5 12.5 8 9 11.5" />,
  'arrow-left': <path d="M9.5 4.5 6 8l3.5 3.5" />,
  'arrow-right': <path d="m6.5 4.5 3.5 3.5-3.5 3.5" />,
  check: <path d="m3 8.5 3.2 3.2L13 5" />,
  'chevron-down': <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  'chevron-up': <path d="m4.5 9.5 3.5-3.5 3.5 3.5" />,
  circle: <circle cx="8" cy="8" r="5" />,
  'circle-half': (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M8 3a5 5 0 0 1 0 10z" fill="currentColor" stroke="none" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  columns: <path d="M2.5 3.5h11v9h-11zM8 3.5v9" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  database: (
    <>
      <ellipse cx="8" cy="4" rx="5" ry="2" />
      <path d="M3 4v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2" />
    </>
  ),
  document: <path d="M4 2h5l3 3v9H4zM6 8h4M6 10.5h4" />,
  done: (
    <>
      <circle cx="8" cy="8" r="5.6" fill="currentColor" stroke="none" />
      <path d="m5.4 8.2 1.8 1.8 3.4-3.8" stroke="var(--bg)" strokeWidth="1.7" />
    </>
  ),
  download: <path d="M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M3 13.5h10" />,
  equal: <path d="M3.5 6.2h9M3.5 9.8h9" />,
  failed: (
    <>
      <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="2" />
      <path d="M6.2 11.4V4.8h2.4a2 2 0 0 1 0 4H6.2" />
    </>
  ),
  filter: <path d="M2.5 3.5h11L9.5 8.2v4.3l-3-1.5V8.2z" />,
  flag: <path d="M4 14V2.6h7.6L9.8 5.4l1.8 2.8H4" />,
  flip: <path d="M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13" />,
  folder: <path d="M2 12.5v-9h4l1.5 2H14v7z" />,
  'gold-failed': (
    <>
      <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="2" />
      <path d="M10.4 6.2A2.9 2.9 0 1 0 10.6 9.6V8.4H8.8" />
    </>
  ),
  grip: <path d="M6 4h.1M10 4h.1M6 8h.1M10 8h.1M6 12h.1M10 12h.1" strokeWidth="2" />,
  grid: (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1" />
      <path d="M2.5 6.5h11M2.5 9.7h11M7 3v10" />
    </>
  ),
  hidden: <path d="M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM3 13 13 3" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.2v3.6M8 5v.1" />
    </>
  ),
  less: <path d="M10.5 3.5 5 8l5.5 4.5" />,
  lines: <path d="M3 4.5h10M3 8h6M3 11.5h8" />,
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.2" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  more: <path d="M3.5 8h.1M8 8h.1M12.5 8h.1" strokeWidth="2.2" />,
  minus: <path d="M4 8h8" />,
  'not-equal': <path d="M3 6h10M3 10h10M10.5 2.8l-5 10.4" />,
  note: <path d="M3 3.5h10v7H7.5L5 13v-2.5H3z" />,
  pause: <path d="M6 4v8M10 4v8" />,
  people: (
    <>
      <circle cx="6" cy="5.5" r="2.3" />
      <path d="M2 13c0-2.3 1.8-3.8 4-3.8s4 1.5 4 3.8M10.5 3.5a2.2 2.2 0 0 1 0 4.2M11.5 9.5c1.5.4 2.5 1.7 2.5 3.5" />
    </>
  ),
  pin: <path d="M6 2.5h4l-.5 4 2 2.5h-7l2-2.5zM8 9v4.5" />,
  question: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M6.2 6.4a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2M8 11.4v.1" />
    </>
  ),
  restore: <path d="M3 8a5 5 0 1 0 1.6-3.7L3 6M3 3v3h3M8 5.5V8l1.8 1.2" />,
  run: <path d="M5 3.2v9.6L12.5 8z" />,
  scales: <path d="M8 2.5v11M5 13.5h6M3 5h10M3 5 1.5 9.5h3zM13 5l-1.5 4.5h3z" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  skip: <path d="M3.5 4v8l5-4zM11.5 4v8" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1" />,
  target: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <circle cx="8" cy="8" r="2" />
    </>
  ),
  terminal: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="m4.5 6 2 2-2 2M8.5 10.2h3" />
    </>
  ),
  undo: <path d="M5.5 3 2.5 6l3 3M2.8 6H10a3.5 3.5 0 0 1 0 7H6" />,
  unstable: <path d="M2 9.2c1.6-3.6 3.4-3.6 4.6-1.4s2.8 2.6 4 .6 1.6-2 3.4-2.4" />,
  visible: (
    <>
      <path d="M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4z" />
      <circle cx="8" cy="8" r="1.8" />
    </>
  ),
  warning: <path d="M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1" />,
  wrench: <path d="M13.3 4.3a3.3 3.3 0 0 1-4.6 4L4.5 12.5l-1-1 4.2-4.2a3.3 3.3 0 0 1 4-4.6L9.8 4.6l1.6 1.6z" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICONS;

/** Whether there is an icon of the name. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** An icon in the colour of its text. It is decoration: the word or the accessible name beside it carries the meaning. */
export function Icon({ name, size = 14, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className ? `ui-icon ${className}` : 'ui-icon'}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {ICONS[name]}
    </svg>
  );
}

/** The mark of the application: gold above prediction, and what is missing. */
export function Mark({ size = 16 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" className="ui-mark">
      <rect x="1.5" y="3.5" width="13" height="3.4" rx="1" className="ui-mark-gold" />
      <rect x="1.5" y="9.1" width="8.5" height="3.4" rx="1" className="ui-mark-prediction" />
      <path d="M12.2 9.1v3.4" className="ui-mark-missing" />
    </svg>
  );
}
