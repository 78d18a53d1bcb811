import './button.css';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';
import { KeyHint } from './commands/KeyHint.tsx';
import { Icon, type IconName } from './icons.tsx';
import { Keys } from './Kbd.tsx';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>;

export type ButtonProps = Native & {
  kind?: 'plain' | 'primary' | 'quiet' | 'danger' | 'link';
  size?: 'small' | 'normal' | 'large';
  icon?: IconName;
  /** The command that does the same: its key is shown. */
  command?: string;
  /** A key that presses it without being a command: of its dialog, or because it has the focus. */
  keys?: 'Escape' | 'Enter';
  children: ReactNode;
};

/** A button with words on it. */
export function Button({ kind = 'plain', size = 'normal', icon, command, keys, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={classes('ui-button', `ui-button-${kind}`, `ui-button-${size}`, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
      {command && <KeyHint command={command} />}
      {keys && <Keys keys={keys} />}
    </button>
  );
}

/** A button that is only an icon: `label` is its accessible name and its tooltip. */
export function IconButton({ icon, label, className, ...rest }: Native & { icon: IconName; label: string }) {
  return (
    <button type="button" className={classes('ui-icon-button', className)} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
