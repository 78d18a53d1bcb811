import './tokens.css';
import './base.css';

export { Button, type ButtonProps, IconButton } from './Button.tsx';
export { Checkbox, type Option, Radios, Segmented } from './Choice.tsx';
export { classes } from './classes.ts';
export { Dialog, DialogParts } from './Dialog.tsx';
export { Field, type FieldProps, NumberField } from './Field.tsx';
export { Icon, type IconName, isIconName, Mark } from './icons.tsx';
export { Kbd, Keys } from './Kbd.tsx';
export { ActionMenu, Menu, type MenuItem } from './Menu.tsx';
export { bytes, clock, count, counted, duration, percent } from './numbers.ts';
export { PaneHead, Tag } from './Pane.tsx';
export { recall, remember, setRememberScope, useRememberedNumber } from './remember.ts';
export { Splitter } from './Splitter.tsx';
export { ErrorText, Message, ProgressBar, Skeleton } from './States.tsx';
export { type Status, useShownStatus, useStatus } from './status.ts';
export { type Tab, Tabs } from './Tabs.tsx';
export { useThemeChanges } from './theme-changes.ts';
