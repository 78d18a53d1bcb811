import './dialog.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { holdPageKeys } from './dialogs.ts';

/**
 * A modal dialog. While it is open the page is inert and its keys rest; Esc calls `onClose`; afterwards focus is where
 * it was. The element with `data-autofocus` gets the focus first.
 */
export function Dialog({
  label,
  onClose,
  children,
  className,
  position = 'centre',
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
  position?: 'centre' | 'top';
}) {
  const element = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    const release = holdPageKeys();
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      release();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={label}
      aria-modal="true"
      className={classes('ui-dialog', `ui-dialog-${position}`, className)}
      onCancel={(event) => {
        event.preventDefault();
        close.current();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close.current();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current && !insideBox(event.currentTarget, event)) close.current();
      }}
    >
      {children}
    </dialog>
  );
}

/** A press on the backdrop targets the dialog itself, at a point outside its box. */
function insideBox(dialog: HTMLElement, point: { clientX: number; clientY: number }): boolean {
  const box = dialog.getBoundingClientRect();
  return point.clientX >= box.left && point.clientX <= box.right && point.clientY >= box.top && point.clientY <= box.bottom;
}

/** The usual inside of a dialog: title, body, buttons at the foot. */
export function DialogParts({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <>
      <h2 className="ui-dialog-title">{title}</h2>
      <div className="ui-dialog-body">{children}</div>
      <div className="ui-dialog-actions">{actions}</div>
    </>
  );
}
