import './field.css';
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useState } from 'react';
import { classes } from './classes.ts';
import { KeyHint } from './commands/KeyHint.tsx';
import { Icon, type IconName } from './icons.tsx';

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type' | 'size'>;

export type FieldProps = Native & {
  /** The accessible name; `showLabel` also prints it before the field. */
  label: string;
  showLabel?: boolean;
  value: string;
  onChange: (value: string) => void;
  icon?: IconName;
  /** The command that focuses the field: its key is shown. */
  command?: string | undefined;
  /** Printed at the end, e.g. a unit. */
  after?: ReactNode;
  invalid?: boolean;
  /** What is typed is not shown. */
  secret?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** One line of text. */
export function Field({
  label,
  showLabel,
  value,
  onChange,
  icon,
  command,
  after,
  invalid,
  secret,
  inputRef,
  className,
  ...rest
}: FieldProps) {
  return (
    <label className={classes('ui-field', invalid && 'ui-field-invalid', rest.disabled && 'ui-field-disabled', className)}>
      {icon && <Icon name={icon} size={12} />}
      <span className={showLabel ? 'ui-field-label' : 'u-hidden'}>{label}</span>
      <input
        ref={inputRef}
        type={secret ? 'password' : 'text'}
        spellCheck={false}
        autoComplete="off"
        value={value}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {after}
      {command && <KeyHint command={command} />}
    </label>
  );
}

export type NumberFieldProps = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  disabled?: boolean;
  /** CSS width; a number field is narrow unless told. */
  width?: string;
  after?: ReactNode;
  className?: string;
};

/** A whole number. What is typed counts once it is a number within its bounds; leaving the field shows the number that counts. */
export function NumberField({
  label,
  value,
  onChange,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  disabled,
  width,
  after,
  className,
}: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText((shown) => (read(shown, min, max) === value ? shown : String(value))), [value, min, max]);
  const step = (by: number) => {
    const next = Math.min(max, Math.max(min, value + by));
    setText(String(next));
    onChange(next);
  };
  return (
    <label
      className={classes('ui-field', 'ui-field-number', disabled && 'ui-field-disabled', className)}
      style={width ? { width } : undefined}
    >
      <span className="u-hidden">{label}</span>
      <input
        type="text"
        inputMode="numeric"
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max === Number.MAX_SAFE_INTEGER ? undefined : max}
        aria-invalid={read(text, min, max) === null || undefined}
        disabled={disabled}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const number = read(event.target.value, min, max);
          if (number !== null && number !== value) onChange(number);
        }}
        onBlur={() => setText(String(value))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      {after}
    </label>
  );
}

function read(text: string, min: number, max: number): number | null {
  if (!/^-?\d+$/.test(text.trim())) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= min && number <= max ? number : null;
}
