import { useEffect, useSyncExternalStore } from 'react';
import { useSettings } from './settings.ts';

const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

const subscribe = (listener: () => void) => {
  const query = dark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** The theme that is shown: the chosen one, or that of the system. */
export function useShownTheme(): 'light' | 'dark' {
  const system = useSyncExternalStore(subscribe, () => (dark().matches ? 'dark' : 'light'));
  const chosen = useSettings((store) => store.settings?.theme ?? 'system');
  return chosen === 'system' ? system : chosen;
}

/** Gives the page the colours of the theme. Mount once. */
export function useThemeOnPage(): void {
  const theme = useShownTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
}
