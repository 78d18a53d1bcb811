import { useEffect, useSyncExternalStore } from 'react';
import { anyDialogOpen } from '../dialogs.ts';
import { isMac, isModifier, pressOf } from './keys.ts';
import { type KeyPlace, registry } from './registry.ts';
import { textWaits, waits } from './waiting.ts';

/** How long the start of a sequence waits for its next key. */
const SEQUENCE_MS = 1500;

const NO_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Whether an element takes typed text. One that is read-only takes none: it only lets text be selected. */
export function isTextField(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element instanceof HTMLInputElement) return !element.readOnly && !NO_TEXT.has(element.type);
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  return element instanceof HTMLSelectElement || element.isContentEditable;
}

/** Whether a press goes into a character that an input method is making: Chromium tells some of them by 229 alone. */
const isPartOfCharacter = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

const PRESSABLE = 'button, a[href], summary, [role="option"], [role="menuitem"], [role="tab"]';

const placeOf = (target: Element | null): KeyPlace => {
  if (anyDialogOpen()) return 'closed';
  return isTextField(target) ? 'field' : 'page';
};

let pendingKeys: string | null = null;
const pendingListeners = new Set<() => void>();
const setPending = (keys: string | null) => {
  if (pendingKeys === keys) return;
  pendingKeys = keys;
  for (const listener of pendingListeners) listener();
};

/** The start of a sequence that waits for its next key, e.g. `g`; null otherwise. */
export function usePendingKeys(): string | null {
  return useSyncExternalStore(
    (listener) => {
      pendingListeners.add(listener);
      return () => void pendingListeners.delete(listener);
    },
    () => pendingKeys,
  );
}

/** The window's one key listener. Mount it once, at the top. */
export function CommandKeys() {
  useEffect(() => {
    const mac = isMac();
    let timer = 0;
    let focusByPointer = false;
    const onPointer = () => {
      focusByPointer = true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isPartOfCharacter(event) || isModifier(event)) return;
      const target = event.target instanceof Element ? event.target : null;
      if (event.key === 'Tab' || event.key.startsWith('Arrow')) focusByPointer = false;
      const place = placeOf(target);
      if (event.key === 'Escape' && place === 'field') {
        (target as HTMLElement).blur();
        event.preventDefault();
        return;
      }
      // Enter and Space press the control that the keyboard has reached; after a mouse click they are commands again.
      const presses = (event.key === 'Enter' || event.key === ' ') && target?.matches(PRESSABLE) === true && !focusByPointer;
      if (presses && !event.ctrlKey && !event.metaKey) {
        // Held down, it would press what comes under the same button next.
        if (event.repeat) event.preventDefault();
        return;
      }
      const press = pressOf(event);
      const isChord = press.ctrlKey || press.metaKey || press.altKey;
      if (place === 'page' && !isChord && textWaits(event.key)) {
        event.preventDefault();
        return;
      }
      window.clearTimeout(timer);
      const outcome = registry.press(press, place, mac);
      setPending(outcome.kind === 'pending' ? outcome.keys : null);
      if (outcome.kind === 'none') return;
      event.preventDefault();
      if (outcome.kind === 'run') {
        if (!waits(outcome.command)) registry.carryOut(outcome.command);
        return;
      }
      timer = window.setTimeout(() => {
        registry.clearPending();
        setPending(null);
      }, SEQUENCE_MS);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPointer, true);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
  return null;
}
