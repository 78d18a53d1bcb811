import { desktop, useProject, useSettings } from '../../client/index.ts';
import { openSampleProject } from '../../client/project.ts';
import { setTour } from '../../client/settings.ts';

/** Begins the tour, or goes on with one that was put aside; opens the sample where another project is shown. */
export async function startTour(): Promise<void> {
  const tour = useSettings.getState().settings?.tour;
  await setTour({ step: tour === undefined || tour.state === 'done' ? 0 : tour.step, state: 'on' });
  if (useProject.getState().path !== (await desktop().samplePath())) await openSampleProject();
}
