import { useCallback, useState } from 'react';

let scope = '';

/** What follows is remembered for this scope, e.g. a project's path; '' = for the machine. */
export function setRememberScope(next: string): void {
  scope = next;
}

/** What is remembered for now: tells a screen that another project is open than the one it holds something of. */
export const rememberScope = (): string => scope;

/** The remembered value of the key in the current scope, or null. */
export function recall(key: string): unknown {
  try {
    const text = window.localStorage.getItem(`${scope}|${key}`);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Remembers a value. A full or missing store loses only the convenience. */
export function remember(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(`${scope}|${key}`, JSON.stringify(value));
  } catch {
    return;
  }
}

/** A size in px, or any number, that survives a restart. */
export function useRememberedNumber(key: string, initial: number): [number, (value: number) => void] {
  const [value, setValue] = useState(() => {
    const known = recall(key);
    return typeof known === 'number' && Number.isFinite(known) ? known : initial;
  });
  const set = useCallback(
    (next: number) => {
      setValue(next);
      remember(key, next);
    },
    [key],
  );
  return [value, set];
}
