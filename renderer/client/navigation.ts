import { create } from 'zustand';
import { mayMoveOn } from './saving.ts';

export const SCREENS = ['start', 'import', 'overview', 'sample', 'room', 'report', 'verification'] as const;
export type Screen = (typeof SCREENS)[number];

export type Place = {
  screen: Screen;
  /** The sample of the room and the report; null = the newest. */
  sampleId: number | null;
  /** The instance and the system in the room, by their numbers in the project; null = the first open one. */
  instance: number | null;
  system: number | null;
  /** The instance was opened from elsewhere to be looked at: it is no place to come back to. */
  looking: boolean;
  /** The instances that a number somewhere counts, for the overview to list; null = all. */
  list: { title: string; instanceIds: readonly string[] } | null;
  /** Files and folders that were dropped on the window, for the import to read. */
  importPaths: readonly string[];
};

const NOWHERE: Place = {
  screen: 'start',
  sampleId: null,
  instance: null,
  system: null,
  looking: false,
  list: null,
  importPaths: [],
};

/** Where the person is. */
export const useNavigation = create<Place>(() => NOWHERE);

/**
 * Goes to a screen. What `params` does not name stays as it was, but for what is for one visit: a list, dropped paths, an
 * instance that was looked at. False, and nothing moves, while a change could not be saved.
 */
export function go(screen: Screen, params: Partial<Omit<Place, 'screen'>> = {}): boolean {
  if (!mayMoveOn()) return false;
  const left = useNavigation.getState().looking ? { instance: null, system: null } : {};
  useNavigation.setState({ list: null, importPaths: [], looking: false, ...left, ...params, screen });
  return true;
}

/** Forgets where the person was: another project is open. */
export const resetNavigation = (): void => useNavigation.setState(NOWHERE);
