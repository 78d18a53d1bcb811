import type { ComponentProps, ElementType, Ref } from 'react';
import { classes } from './classes.ts';

type ScrollRegionProps = Omit<ComponentProps<'div'>, 'tabIndex' | 'ref'> & {
  /** What it is by its content; a `section` needs a name (`aria-label`). */
  as?: 'div' | 'section' | 'p' | 'pre';
  ref?: Ref<HTMLElement>;
};

/** A part that scrolls: what does not fit must be reachable by keyboard, so it takes the focus although it is no control. */
export function ScrollRegion({ as = 'div', className, ...rest }: ScrollRegionProps) {
  const Part = as as ElementType;
  return <Part className={classes('u-scroll', className)} tabIndex={0} {...rest} />;
}
