import './menu.css';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { KeyHint } from './commands/KeyHint.tsx';
import { Icon, type IconName } from './icons.tsx';

export type MenuItem = {
  id: string;
  label: string;
  icon?: IconName;
  hint?: string;
  /** The command that does the same: its key is shown. */
  command?: string;
  disabled?: boolean;
  /** Draws a line above. */
  divided?: boolean;
  run: () => void;
};

type PopupItem = Omit<MenuItem, 'run'> & { chosen?: boolean; run: () => void };

/** A button that opens a list of things to do. */
export function ActionMenu({
  label,
  items,
  children,
  className,
  align = 'start',
}: {
  /** The accessible name of the button. */
  label: string;
  items: readonly MenuItem[];
  children: ReactNode;
  className?: string;
  align?: 'start' | 'end';
}) {
  return (
    <Popup label={label} role="menu" items={items} align={align} className={className}>
      {children}
      <Icon name="chevron-down" size={12} />
    </Popup>
  );
}

/** One of several, folded into a word: `Show all ⌄`. */
export function Menu<T extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
  className,
  align = 'start',
  hideLabel,
}: {
  /** Printed before the value unless `hideLabel`, and the accessible name. */
  label: string;
  hideLabel?: boolean;
  options: readonly { value: T; label: string; hint?: string; disabled?: boolean }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
  className?: string;
  align?: 'start' | 'end';
}) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Popup
      label={`${label} ${chosen?.label ?? ''}`.trim()}
      role="listbox"
      align={align}
      disabled={disabled}
      className={classes('ui-select', className)}
      items={options.map((option) => ({
        id: option.value,
        label: option.label,
        hint: option.hint,
        disabled: option.disabled,
        chosen: option.value === value,
        run: () => onChange(option.value),
      }))}
    >
      <span className={hideLabel ? 'u-hidden' : undefined}>{label}</span>{' '}
      {/* the space keeps the words apart where they are read out */}
      <b className="ui-select-value">{chosen?.label ?? '–'}</b>
      <Icon name="chevron-down" size={12} />
    </Popup>
  );
}

/** The button and its list. Opens by click, Enter or arrows; arrows move, letters jump, Esc and Tab close and give focus back. */
function Popup({
  label,
  role,
  items,
  children,
  className,
  align,
  disabled,
}: {
  label: string;
  role: 'menu' | 'listbox';
  items: readonly PopupItem[];
  children: ReactNode;
  className: string | undefined;
  align: 'start' | 'end';
  disabled?: boolean | undefined;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number; maxHeight: number } | null>(null);

  const close = (focusBack: boolean) => {
    setOpen(false);
    setPlace(null);
    if (focusBack) button.current?.focus();
  };

  useLayoutEffect(() => {
    if (!open || !button.current || !list.current) return;
    const anchor = button.current.getBoundingClientRect();
    const size = list.current.getBoundingClientRect();
    const below = window.innerHeight - anchor.bottom - 8;
    const above = anchor.top - 8;
    const upward = below < Math.min(size.height, 160) && above > below;
    const wanted = align === 'end' ? anchor.right - size.width : anchor.left;
    const maxHeight = upward ? above : below;
    setPlace({
      left: Math.max(8, Math.min(wanted, window.innerWidth - size.width - 8)),
      top: upward ? anchor.top - Math.min(size.height, maxHeight) - 2 : anchor.bottom + 2,
      maxHeight,
    });
    (
      list.current.querySelector<HTMLElement>('[data-chosen="true"]') ??
      list.current.querySelector<HTMLElement>('[role]:not([aria-disabled])')
    )?.focus();
  }, [open, align]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && (list.current?.contains(event.target) || button.current?.contains(event.target)))
        return;
      setOpen(false);
      setPlace(null);
    };
    window.addEventListener('pointerdown', outside, true);
    return () => window.removeEventListener('pointerdown', outside, true);
  }, [open]);

  const onListKey = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].filter(
      (each) => each.ariaDisabled !== 'true',
    );
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const focusAt = (index: number) => entries[(index + entries.length) % entries.length]?.focus();
    if (event.key === 'ArrowDown') focusAt(at + 1);
    else if (event.key === 'ArrowUp') focusAt(at - 1);
    else if (event.key === 'Home') focusAt(0);
    else if (event.key === 'End') focusAt(entries.length - 1);
    else if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') {
      close(true);
      return;
    } else if (event.key === 'Enter' || event.key === ' ') (document.activeElement as HTMLElement | null)?.click();
    else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const after = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
      after.find((each) => each.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes('ui-menu-button', className)}
        aria-haspopup={role}
        aria-expanded={open}
        aria-label={label}
        disabled={disabled}
        onClick={() => (open ? close(false) : setOpen(true))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: its role is a menu or a listbox
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
        <div
          ref={list}
          role={role}
          aria-label={label}
          tabIndex={-1}
          className="ui-menu u-scroll"
          style={place ? { left: place.left, top: place.top, maxHeight: place.maxHeight } : { opacity: 0 }}
          onKeyDown={onListKey}
        >
          {items.map((item) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: its role is an item of the list above
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: selection is told in the listbox only
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears Enter and Space for all of its items
            <div
              key={item.id}
              data-item=""
              data-chosen={item.chosen === true}
              role={role === 'menu' ? 'menuitem' : 'option'}
              aria-selected={role === 'listbox' ? item.chosen === true : undefined}
              aria-disabled={item.disabled || undefined}
              tabIndex={-1}
              className={classes('ui-menu-item', item.divided && 'ui-menu-divided')}
              onClick={() => {
                if (item.disabled) return;
                close(true);
                item.run();
              }}
              onPointerMove={(event) => !item.disabled && event.currentTarget.focus({ preventScroll: true })}
            >
              <span className="ui-menu-icon">
                {item.icon ? <Icon name={item.icon} /> : item.chosen ? <Icon name="check" size={12} /> : null}
              </span>
              <span className="ui-menu-label u-ellipsis" title={item.label}>
                {item.label}
              </span>
              {item.hint && <span className="ui-menu-hint">{item.hint}</span>}
              {item.command && <KeyHint command={item.command} />}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
