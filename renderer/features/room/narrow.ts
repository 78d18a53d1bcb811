import { useEffect, useState } from 'react';

const NARROW = '(max-width: 1360px)';

/** Whether the window is narrow: the queue, the labels and the external knowledge give way first. */
export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

/** The same, followed as the window changes. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(isNarrow);
  useEffect(() => {
    const query = window.matchMedia(NARROW);
    const read = () => setNarrow(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return narrow;
}
