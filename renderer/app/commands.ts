import { cancelActivity, isBusy, useActivity } from '../client/activity.ts';
import { assay, desktop, go, useAssay, useNavigation, useProject, useSettings } from '../client/index.ts';
import { chooseNewProject, chooseProject, closeProject, openSampleProject } from '../client/project.ts';
import { savingSettled } from '../client/saving.ts';
import { setBreakMinutes, setTheme } from '../client/settings.ts';
import { startTour } from '../features/tour/index.ts';
import { type Command, useCommands } from '../ui/commands/index.ts';
import { useDialogs } from './dialogs.ts';
import { undoInRoom } from './screens.tsx';
import { STEPS } from './steps.ts';

/** How long one may work before a break is proposed, where that is wanted. */
const BREAK_MINUTES = 50;
const THEMES = ['system', 'light', 'dark'] as const;

/**
 * The commands that every screen has. `onProblem` hears why a project could not be opened. Mounted before the screen:
 * what a screen registers comes later and may take a key over.
 */
export function AppCommands({ onProblem }: { onProblem: (problem: unknown) => void }): null {
  const open = useDialogs((dialogs) => dialogs.open);
  const path = useProject((project) => project.path);
  const theme = useSettings((store) => store.settings?.theme ?? 'system');
  const tour = useSettings((store) => store.settings?.tour.state);
  const breakMinutes = useSettings((store) => store.settings?.breakMinutes ?? null);
  const busy = useActivity((store) => isBusy(store.activity));
  const hasProject = path !== null;
  // The room undoes by itself: it knows its sample.
  const elsewhere = useNavigation((place) => place.screen !== 'room') && hasProject;
  const depth = useAssay('label.depth', null, { enabled: elsewhere }).data;

  const blind = useAssay('blind.get', null, { enabled: hasProject }).data?.on ?? false;

  // A change that is not on disk keeps its project open.
  const whenSaved = (work: () => Promise<unknown>) => async () => {
    if (await savingSettled()) await work();
  };
  const attempt = (work: () => Promise<unknown>) => () => void work().catch(onProblem);

  const commands: Command[] = [
    ...STEPS.map(
      (step): Command => ({
        id: `go.${step.screen}`,
        title: step.title,
        group: 'Go',
        keys: [step.keys],
        enabled: hasProject,
        icon: 'apply',
        run: () => void go(step.screen),
      }),
    ),
    {
      id: 'go.import',
      title: 'Import…',
      group: 'Go',
      keys: ['g i'],
      enabled: hasProject,
      icon: 'download',
      run: () => void go('import'),
    },
    { id: 'app.palette', title: 'Find or run', group: 'Everywhere', keys: ['Mod+K'], icon: 'search', run: () => open('palette') },
    { id: 'app.keys', title: 'All keys', group: 'Everywhere', keys: ['?', 'F1'], icon: 'question', run: () => open('keys') },
    {
      id: 'app.tour',
      title: 'Tour of the sample',
      group: 'Everywhere',
      keys: [],
      hint: tour === 'away' ? 'go on' : undefined,
      enabled: !busy && tour !== 'on',
      run: attempt(whenSaved(startTour)),
    },
    {
      id: 'app.breaks',
      title: `Remind me of a break every ${BREAK_MINUTES} minutes`,
      group: 'Everywhere',
      keys: [],
      hint: breakMinutes === null ? 'off' : 'on',
      run: () => void setBreakMinutes(breakMinutes === null ? BREAK_MINUTES : null),
    },
    { id: 'app.changeKeys', title: 'Change keys…', group: 'Everywhere', keys: [], run: () => open('change keys') },
    {
      id: 'app.undo',
      title: 'Undo the latest label, and go to it',
      group: 'Everywhere',
      keys: ['Mod+Z'],
      enabled: elsewhere && (depth?.undoSteps ?? 0) > 0,
      icon: 'undo',
      run: attempt(() => undoInRoom('undo')),
    },
    {
      id: 'app.redo',
      title: 'Redo the latest label, and go to it',
      group: 'Everywhere',
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      enabled: elsewhere && (depth?.redoSteps ?? 0) > 0,
      run: attempt(() => undoInRoom('redo')),
    },
    { id: 'app.pane', title: 'Next pane', group: 'Move', keys: ['F6'], enabled: hasProject, run: () => focusNextPane(1) },
    {
      id: 'app.pane.back',
      title: 'Previous pane',
      group: 'Move',
      keys: ['Shift+F6'],
      enabled: hasProject,
      run: () => focusNextPane(-1),
    },
    {
      id: 'app.codebook',
      title: 'Codebook…',
      group: 'Project',
      keys: ['g c'],
      enabled: hasProject,
      icon: 'document',
      run: () => open('codebook'),
    },
    {
      id: 'app.blind',
      title: 'Blind labelling',
      group: 'View',
      keys: ['b'],
      enabled: hasProject,
      hint: blind ? 'on' : 'off',
      icon: 'hidden',
      run: () => {
        if (blind) open('blind off');
        else void assay.call('blind.set', { on: true }).catch(onProblem);
      },
    },
    { id: 'app.annotator', title: 'Annotator…', group: 'Project', keys: [], icon: 'people', run: () => open('annotator') },
    {
      id: 'app.cancel',
      title: 'Cancel what runs',
      group: 'Everywhere',
      keys: ['Mod+.'],
      enabled: busy,
      icon: 'stop',
      run: cancelActivity,
    },
    ...THEMES.map(
      (choice): Command => ({
        id: `theme.${choice}`,
        title: `Theme: ${choice}`,
        group: 'View',
        keys: [],
        hint: choice === theme ? 'current' : undefined,
        run: () => void setTheme(choice),
      }),
    ),
    {
      id: 'project.new',
      title: 'New project…',
      group: 'Project',
      keys: ['Mod+N'],
      enabled: !busy,
      icon: 'add',
      run: attempt(whenSaved(chooseNewProject)),
    },
    {
      id: 'project.open',
      title: 'Open a file…',
      group: 'Project',
      keys: ['Mod+O'],
      enabled: !busy,
      icon: 'folder',
      run: attempt(whenSaved(chooseProject)),
    },
    {
      id: 'project.sample',
      title: 'Open the sample',
      group: 'Project',
      keys: [],
      enabled: !busy,
      icon: 'run',
      run: attempt(whenSaved(openSampleProject)),
    },
    {
      id: 'project.window',
      title: 'New window',
      group: 'Project',
      keys: ['Mod+Shift+N'],
      run: () => void desktop().openWindow(null),
    },
    {
      id: 'project.reveal',
      title: 'Show the project file in its folder',
      group: 'Project',
      keys: [],
      enabled: hasProject,
      run: () => path !== null && void desktop().revealInFolder(path),
    },
    {
      id: 'project.close',
      title: 'Close project',
      group: 'Project',
      keys: ['Mod+Shift+W'],
      enabled: hasProject && !busy,
      icon: 'close',
      run: attempt(closeProject),
    },
  ];
  useCommands(commands);
  return null;
}

const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), textarea, select, [tabindex="0"]';

/** F6: into the next pane. Panes are what carries `data-pane`, in the order of the page. */
function focusNextPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const start = at === -1 && by === -1 ? 0 : at;
  for (let step = 1; step <= panes.length; step++) {
    const pane = panes[(start + by * step + panes.length * step) % panes.length]!;
    const target = pane.matches('[tabindex]') ? pane : pane.querySelector<HTMLElement>(FOCUSABLE);
    if (!target) continue;
    target.focus();
    return;
  }
}
