import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Screen } from '../client/index.ts';
import { ImportScreen } from '../features/import/index.ts';
import { OverviewScreen } from '../features/overview/index.ts';
import { SampleScreen } from '../features/sample/index.ts';
import { StartScreen } from '../features/start/index.ts';
import { VerificationScreen } from '../features/verification/index.ts';

// The room brings the SQL editor and the report the figures: both are fetched when they are first needed.
const loadRoom = () => import('../features/room/index.ts');
const loadReport = () => import('../features/report/index.ts');
const RoomScreen = lazy(() => loadRoom().then((module) => ({ default: module.RoomScreen })));
const ReportScreen = lazy(() => loadReport().then((module) => ({ default: module.ReportScreen })));

export const SCREEN_COMPONENTS: Record<Screen, ComponentType | LazyExoticComponent<ComponentType>> = {
  start: StartScreen,
  import: ImportScreen,
  overview: OverviewScreen,
  sample: SampleScreen,
  room: RoomScreen,
  report: ReportScreen,
  verification: VerificationScreen,
};

/** Fetches the heavy screens ahead, once a project is open. */
export function preloadScreens(): void {
  void loadRoom();
  void loadReport();
}

/** Takes back the latest change of a label, or does it again, from another screen than the room. */
export async function undoInRoom(which: 'undo' | 'redo'): Promise<void> {
  const { undoFromElsewhere } = await loadRoom();
  await undoFromElsewhere(which);
}
