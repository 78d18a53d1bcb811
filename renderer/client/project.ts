import { create } from 'zustand';
import { AssayError } from '#shared/contract/errors.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { dismissActivity, startSample, useActivity } from './activity.ts';
import { assay, setRestoring } from './assay.ts';
import { desktop } from './desktop.ts';
import { go, type ReturnPlace, resetNavigation } from './navigation.ts';
import { forgetHidden, queryClient } from './queries.ts';
import { forgetUnsaved, savingSettled } from './saving.ts';
import { setAnnotatorSetting, useSettings } from './settings.ts';

/** The project that this window shows, and what is wrong with its file where the service found it damaged. */
export const useProject = create<{ path: string | null; damage: { message: string; next: string | null } | null }>(() => ({
  path: null,
  damage: null,
}));

const annotator = (): string => useSettings.getState().settings?.annotator ?? 'annotator';

/** Shows a project that the service has opened; the one that was open before is closed by that. */
function show(summary: ProjectSummary, place: ReturnPlace | null = null): void {
  queryClient.clear();
  queryClient.setQueryData(['project.summary', null], summary);
  forgetUnsaved();
  // What has ended belongs to the project before.
  dismissActivity();
  resetNavigation();
  useProject.setState({ path: summary.path, damage: null });
  if (place) go(place.screen, place);
  else go(summary.instances === 0 ? 'import' : 'overview');
}

/**
 * Opens a project file, at the `place` where the person was in it before. Where another window of this app shows it, that
 * window comes to the front instead: null.
 */
export async function openProject(path: string, place: ReturnPlace | null = null): Promise<ProjectSummary | null> {
  if (await desktop().focusProject(path)) return null;
  const summary = await assay.call('project.open', { path, annotator: annotator(), checkLater: true });
  show(summary, place);
  return summary;
}

/** Makes an empty project. */
export async function createProject(path: string): Promise<ProjectSummary> {
  const summary = await assay.call('project.create', { path, annotator: annotator() });
  show(summary);
  return summary;
}

/** Asks for a project file and opens it; null when the person cancelled or another window shows it. */
export async function chooseProject(): Promise<ProjectSummary | null> {
  const path = await desktop().openProjectDialog();
  return path === null ? null : openProject(path);
}

/** Asks where to make a project and makes it; null when the person cancelled. */
export async function chooseNewProject(): Promise<ProjectSummary | null> {
  const path = await desktop().newProjectDialog('project.assay');
  return path === null ? null : createProject(path);
}

/** Opens the sample, making it first where it is not there yet. Null where that was cancelled or failed. */
export async function openSampleProject(): Promise<ProjectSummary | null> {
  const path = await desktop().samplePath();
  if (await desktop().focusProject(path)) return null;
  const summary = await startSample(path, annotator());
  if (summary) {
    useActivity.setState({ activity: null });
    show(summary);
  }
  return summary;
}

/** Closes the project and shows the start screen; false where changes could not be saved. */
export async function closeProject(): Promise<boolean> {
  if (!(await savingSettled())) return false;
  await assay.call('project.close', null);
  useProject.setState({ path: null, damage: null });
  useActivity.setState({ activity: null });
  forgetUnsaved();
  resetNavigation();
  queryClient.clear();
  await desktop().projectClosed();
  return true;
}

/** Says who labels from now on; labels of different annotators stay apart. @throws AssayError while a change is not on disk */
export async function changeAnnotator(name: string): Promise<void> {
  if (!(await savingSettled())) {
    throw new AssayError('SAVE_FAILED', 'A change is not saved yet, and it is of the annotator until now.', {
      next: 'Save it first: the status bar says what waits.',
    });
  }
  await setAnnotatorSetting(name);
  if (useProject.getState().path === null) return;
  await assay.call('project.setAnnotator', { name });
  // The next one may label blind.
  forgetHidden();
  await queryClient.invalidateQueries();
}

/** Hears that the file of the open project turned out to be damaged. */
export const followDamage = (): void => void assay.on('damaged', (damage) => useProject.setState({ damage }));

/** Lets a restarted service open the project again before anybody else speaks with it. */
export function reopenAfterRestarts(): void {
  setRestoring(async (client) => {
    const { path } = useProject.getState();
    if (path !== null) await client.call('project.open', { path, annotator: annotator(), checkLater: true });
  });
}
