import './app.css';
import './sheet.css';
import './small-window.css';
import { Suspense, useEffect, useState } from 'react';
import type { Opening } from '#shared/contract/desktop.ts';
import { useNavigation, useProject } from '../client/index.ts';
import { openProject } from '../client/project.ts';
import { useThemeOnPage } from '../client/theme.ts';
import { BlindScreenGate, EndBlindDialog } from '../features/blind/index.ts';
import { CodebookDialog } from '../features/codebook/index.ts';
import { ConnectionsCommands } from '../features/connections/index.ts';
import { LocalCommands } from '../features/local/index.ts';
import { OverviewCommands } from '../features/overview/index.ts';
import { RunCommands } from '../features/run/index.ts';
import { Tour } from '../features/tour/index.ts';
import { VerificationCommands } from '../features/verification/index.ts';
import { CommandKeys } from '../ui/commands/index.ts';
import { Skeleton, setRememberScope } from '../ui/index.ts';
import { AnnotatorDialog } from './AnnotatorDialog.tsx';
import { AppBar } from './AppBar.tsx';
import { Banners } from './Banners.tsx';
import { ClosingDialog, useClosing } from './closing.tsx';
import { AppCommands } from './commands.ts';
import { DropHint } from './DropHint.tsx';
import { useDialogs } from './dialogs.ts';
import { useDroppedFiles } from './drop.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HandOutFailed } from './HandOutFailed.tsx';
import { KeysDialog } from './keys/KeysDialog.tsx';
import { useBoundKeys } from './keys/useBoundKeys.ts';
import { useMenu } from './menu.ts';
import { Palette } from './Palette.tsx';
import { PathProblem } from './PathProblem.tsx';
import { useRecentProject } from './recent.ts';
import { placeToReturnTo, useRememberedPlace } from './return.ts';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { StatusBar } from './StatusBar.tsx';
import { preloadScreens, SCREEN_COMPONENTS } from './screens.tsx';

/** The window: bar, screen, status bar, and the dialogs that every screen shares. */
export function App({ opening }: { opening: Opening }) {
  const screen = useNavigation((place) => place.screen);
  const path = useProject((project) => project.path);
  const { dialog, close } = useDialogs();
  const [problem, setProblem] = useState<unknown>(null);
  useThemeOnPage();
  useBoundKeys();
  useMenu();
  const hanging = useDroppedFiles(setProblem);
  useRecentProject();
  useClosing();
  useRememberedPlace();

  // The scope must hold before a screen reads what it remembers.
  setRememberScope(path ?? '');
  useEffect(() => {
    if (path !== null) preloadScreens();
  }, [path]);
  useEffect(() => {
    if (opening.project !== null) openProject(opening.project, placeToReturnTo(opening)).catch(setProblem);
  }, [opening]);

  const ScreenComponent = SCREEN_COMPONENTS[path === null ? 'start' : screen];
  return (
    <div className={path === null ? 'app-window app-window-bare' : 'app-window'}>
      <AppCommands onProblem={setProblem} />
      <ConnectionsCommands />
      {path !== null && <OverviewCommands />}
      {path !== null && <LocalCommands />}
      {path !== null && <RunCommands />}
      {path !== null && <VerificationCommands />}
      {path !== null && <AppBar />}
      <Banners ended={opening.ended}>
        <Tour />
      </Banners>
      <main className="app-screen" key={path ?? ''}>
        <ErrorBoundary key={screen}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <BlindScreenGate key={screen} screen={path === null ? 'start' : screen}>
              <ScreenComponent />
            </BlindScreenGate>
          </Suspense>
        </ErrorBoundary>
      </main>
      {path !== null && <StatusBar />}
      {dialog === 'palette' && <Palette onClose={close} />}
      {dialog === 'keys' && <ShortcutSheet onClose={close} />}
      {dialog === 'change keys' && <KeysDialog onClose={close} />}
      {dialog === 'annotator' && <AnnotatorDialog onClose={close} />}
      {dialog === 'codebook' && <CodebookDialog onClose={close} />}
      {dialog === 'blind off' && <EndBlindDialog onClose={close} />}
      {dialog === 'closing' && <ClosingDialog onClose={close} />}
      <HandOutFailed />
      {problem !== null && <PathProblem problem={problem} onClose={() => setProblem(null)} onProblem={setProblem} />}
      {hanging && <DropHint />}
      <CommandKeys />
    </div>
  );
}
