import './frame.css';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classes } from './classes.ts';

export type Tab<T extends string> = { id: T; label: string; count?: ReactNode; title?: string; disabled?: boolean };

/** A row of tabs; arrows move, and moving chooses. `panelId` is the id of the panel they switch. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  right,
  panelId,
  className,
}: {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (id: T) => void;
  right?: ReactNode;
  panelId?: string;
  className?: string;
}) {
  const row = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const enabled = tabs.filter((tab) => !tab.disabled);
    const at = enabled.findIndex((tab) => tab.id === value);
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = event.key === 'Home' ? 0 : event.key === 'End' ? enabled.length - 1 : by === undefined ? null : at + by;
    if (index === null) return;
    event.preventDefault();
    const next = enabled[(index + enabled.length) % enabled.length];
    if (!next) return;
    onChange(next.id);
    row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div className={classes('ui-tabs', className)}>
      <div ref={row} role="tablist" aria-label={label} className="ui-tabs-list" onKeyDown={onKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            aria-selected={tab.id === value}
            aria-controls={panelId}
            tabIndex={tab.id === value ? 0 : -1}
            disabled={tab.disabled}
            title={tab.title}
            className={classes('ui-tab', tab.id === value && 'ui-tab-on')}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="ui-tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      {right && <div className="ui-tabs-right">{right}</div>}
    </div>
  );
}
