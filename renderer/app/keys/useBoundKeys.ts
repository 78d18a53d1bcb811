import { useEffect } from 'react';
import { useSettings } from '../../client/index.ts';
import { bindKeys } from '../../ui/commands/index.ts';
import { bindingsOf } from './bindings.ts';

/** Lets every command answer to the keys that were chosen on this machine. Mount once. */
export function useBoundKeys(): void {
  const choice = useSettings((store) => store.settings?.keys);
  const text = JSON.stringify(choice);
  useEffect(() => {
    if (choice) bindKeys(bindingsOf(choice));
  }, [text]);
}
