import { useEffect } from 'react';
import type { Opening } from '#shared/contract/desktop.ts';
import { useNavigation } from '../client/index.ts';
import { currentPlace, type ReturnPlace, readPlace } from '../client/navigation.ts';
import { recall, remember, setRememberScope } from '../ui/index.ts';

const KEY = 'app.place';

/** Keeps where the person is in the project, for a page that is loaded in place of this one. */
export function useRememberedPlace(): void {
  useEffect(() => useNavigation.subscribe(({ screen }) => screen !== 'start' && remember(KEY, currentPlace())), []);
}

/** Where the person was when the page had to be loaded again; null where the project opens as usual. */
export function placeToReturnTo({ project, again }: Opening): ReturnPlace | null {
  if (project === null || !again) return null;
  setRememberScope(project);
  return readPlace(recall(KEY));
}
