import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';

/** `?font=fallback` shows the interface in DejaVu, to check the widest fonts on purpose. */
export function applyFontChoice(search: string): void {
  const choice = new URLSearchParams(search).get('font');
  if (choice === 'fallback') document.documentElement.dataset.font = 'fallback';
}
