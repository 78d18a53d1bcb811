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

/** What of a place is worth going back to: not what is for one visit. */
export type ReturnPlace = Pick<Place, 'screen' | 'sampleId' | 'instance' | 'system' | 'looking'>;

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

/** Where the person is now, to go back to. */
export function currentPlace(): ReturnPlace {
  const { screen, sampleId, instance, system, looking } = useNavigation.getState();
  return { screen, sampleId, instance, system, looking };
}

/** A place that was stored as text; null where it is none. */
export function readPlace(stored: unknown): ReturnPlace | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const from = stored as Record<string, unknown>;
  const screen = SCREENS.find((each) => each === from.screen);
  const number = (key: string) => (typeof from[key] === 'number' ? from[key] : null);
  if (screen === undefined || screen === 'start') return null;
  return {
    screen,
    sampleId: number('sampleId'),
    instance: number('instance'),
    system: number('system'),
    looking: from.looking === true,
  };
}

/** Forgets where the person was: another project is open. */
export const resetNavigation = (): void => useNavigation.setState(NOWHERE);
