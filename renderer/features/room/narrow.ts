import { useEffect, useState } from 'react';

const NARROW = '(max-width: 1360px)';
const LOW = '(max-height: 840px)';

/** Whether the window is narrow: the queue, the labels and the external knowledge give way first. */
export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

/** The same, followed as the window changes. */
export const useNarrow = (): boolean => useMatches(NARROW);

/** Whether the window is low: then the history folds first. */
export const useLow = (): boolean => useMatches(LOW);

function useMatches(media: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(media).matches);
  useEffect(() => {
    const query = window.matchMedia(media);
    const read = () => setMatches(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, [media]);
  return matches;
}
