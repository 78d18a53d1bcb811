import './frame.css';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { classes } from './classes.ts';

const STEP = 16;

/**
 * The border between two panes. `value` is the size in px of the pane that `side` names (before or after the border);
 * keep it with `useRememberedNumber`. Drag it, or focus it and use the arrows; a double click or Enter takes `initial`.
 */
export function Splitter({
  label,
  direction,
  side = 'before',
  value,
  initial,
  min,
  max,
  onChange,
}: {
  label: string;
  /** `columns`: panes side by side; `rows`: one above the other. */
  direction: 'columns' | 'rows';
  side?: 'before' | 'after';
  value: number;
  initial: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const drag = useRef<{ from: number; value: number } | null>(null);
  const sign = side === 'before' ? 1 : -1;
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));
  const positionOf = (event: PointerEvent) => (direction === 'columns' ? event.clientX : event.clientY);
  const onKey = (event: KeyboardEvent) => {
    const forward = direction === 'columns' ? 'ArrowRight' : 'ArrowDown';
    const back = direction === 'columns' ? 'ArrowLeft' : 'ArrowUp';
    if (event.key === forward) set(value + sign * STEP);
    else if (event.key === back) set(value - sign * STEP);
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else if (event.key === 'Enter') set(initial);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter that moves is the focusable separator of ARIA; hr is not
    <div
      role="separator"
      aria-label={label}
      aria-orientation={direction === 'columns' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes('ui-splitter', `ui-splitter-${direction}`)}
      onKeyDown={onKey}
      onDoubleClick={() => set(initial)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: positionOf(event), value };
      }}
      onPointerMove={(event) => {
        if (drag.current) set(drag.current.value + sign * (positionOf(event) - drag.current.from));
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
    />
  );
}
