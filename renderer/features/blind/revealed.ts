import { create } from 'zustand';
import { assay, onRestarted, useAssay } from '../../client/index.ts';
import { forgetHidden } from '../../client/queries.ts';

/** The screens that were revealed and are still shown. */
const useRevealed = create<{ screens: ReadonlySet<string> }>(() => ({ screens: new Set() }));

/** Those that the service was asked to reveal: one may be left before its answer is here. */
const asked = new Set<string>();

/** Reveals a screen to an annotator who labels blind; it is logged before anything is shown. */
export async function revealScreen(screen: string): Promise<void> {
  asked.add(screen);
  await assay.call('blind.revealScreen', { screen });
  if (!asked.has(screen)) return;
  useRevealed.setState(({ screens }) => ({ screens: new Set([...screens, screen]) }));
}

/** Hides again what a screen has shown. */
export function coverScreen(screen: string): void {
  if (!asked.delete(screen)) return;
  useRevealed.setState(({ screens }) => ({ screens: new Set([...screens].filter((each) => each !== screen)) }));
  forgetHidden();
  // Where the service is gone, so is what it had revealed.
  void assay.call('blind.coverScreen', { screen }).catch(() => {});
}

/** A restarted service knows nothing of what was revealed before: it is asked, and logs it, again. */
export const coverAfterRestarts = (screen: string): (() => void) => onRestarted(() => coverScreen(screen));

/** Whether the screen was revealed and is still shown; `orAny`: or another one. */
export const useIsRevealed = (screen: string, orAny: boolean): boolean =>
  useRevealed(({ screens }) => screens.has(screen) || (orAny && screens.size > 0));

/** Whether answers about many instances are held back now; also while that is not known yet. */
export function useHeldBack(): boolean {
  const hides = useAssay('blind.get', null).data?.hides ?? true;
  const isRevealed = useRevealed(({ screens }) => screens.size > 0);
  return hides && !isRevealed;
}
