import { useEffect, useState } from 'react';

/** A number that changes with the page's theme, for what reads the tokens itself: canvases and figures. */
export function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const change = () => setChanges((value) => value + 1);
    const observer = new MutationObserver(change);
    observer.observe(document.documentElement, { attributes: true });
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', change);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', change);
    };
  }, []);
  return changes;
}
