import type { Desktop } from '#shared/contract/desktop.ts';

declare global {
  interface Window {
    /** Made by the preload script; see {@link Desktop}. */
    readonly assay: Desktop;
  }
}

/** The desktop: files, dialogs, settings, menu. */
export const desktop = (): Desktop => window.assay;

/** The last part of a path, whatever the system's separator. */
export const fileName = (path: string): string => path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;
