import './choice.css';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icons.tsx';

export type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The accessible name; shown unless `hideLabel`. */
  label: string;
  hideLabel?: boolean;
  /** Neither on nor off: some of what it stands for. */
  partial?: boolean;
  disabled?: boolean;
  title?: string;
  tabIndex?: number;
  className?: string;
};

/** A box that is on, off or partly on. */
export function Checkbox({ checked, onChange, label, hideLabel, partial, disabled, title, tabIndex, className }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partial === true;
  }, [partial]);
  return (
    <label className={classes('ui-check', disabled && 'ui-check-off', className)} title={title}>
      <span className="ui-check-box">
        <input
          ref={input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          tabIndex={tabIndex}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Icon name="check" size={10} />
      </span>
      <span className={hideLabel ? 'u-hidden' : undefined}>{label}</span>
    </label>
  );
}

export type Option<T extends string> = { value: T; label: string; icon?: IconName; disabled?: boolean; title?: string };

type ChoiceProps<T extends string> = {
  /** The accessible name of the group. */
  label: string;
  options: readonly Option<T>[];
  /** Null where nothing is chosen yet. */
  value: T | null;
  onChange: (value: T) => void;
  disabled?: boolean;
  className?: string;
};

/** One of a few, in a row that shows them all. `columns` lays the choices out as a grid. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
  className,
  columns,
}: ChoiceProps<T> & { columns?: number }) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes('ui-segments', columns !== undefined && 'ui-segments-grid', className)}
      style={columns === undefined ? undefined : { gridTemplateColumns: `repeat(${columns}, 1fr)` }}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.title}
          className={classes(
            'ui-segment',
            option.value === value && 'ui-segment-on',
            (disabled || option.disabled) && 'ui-segment-off',
          )}
        >
          <input
            type="radio"
            className="ui-segment-input"
            name={name}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={12} />}
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** One of a few, one below the other, with room for a line of explanation each. */
export function Radios<T extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
  className,
  describe,
}: ChoiceProps<T> & { describe?: (value: T) => ReactNode }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes('ui-radios', className)}>
      {options.map((option) => (
        <label key={option.value} title={option.title} className="ui-radio">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {describe && <span className="ui-radio-note">{describe(option.value)}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
