import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Opening } from '#shared/contract/desktop.ts';
import { dismissRestart } from '../client/assay.ts';
import { isBusy, resumeRunAndJudge, useActivity, useAssay, useConnection, useProject, useSaving } from '../client/index.ts';
import { closeProject } from '../client/project.ts';
import { retrySaving } from '../client/saving.ts';
import { isTextField } from '../ui/commands/index.ts';
import { Button, clock, counted, Icon, IconButton, type IconName } from '../ui/index.ts';
import { BreakReminder } from './BreakReminder.tsx';
import { askAboutUnsaved } from './closing.tsx';
import { useDialogs } from './dialogs.ts';

/**
 * The strips below the bar: what could not be saved, and what happened to the service or to the page before this one. They
 * stay until dealt with. `children` stand below them.
 */
export function Banners({ ended, children }: { ended: Opening['ended']; children: ReactNode }) {
  return (
    <div className="app-strips">
      <Damaged />
      <NotSaved />
      <Stopped />
      <Restarted />
      <PageEnded ended={ended} />
      <BreakReminder />
      {children}
    </div>
  );
}

function Strip({
  tone,
  icon,
  children,
  actions,
}: {
  tone: 'danger' | 'warning' | 'plain';
  icon: IconName;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className={`app-strip app-strip-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <span className="app-strip-text">{children}</span>
      {actions}
    </div>
  );
}

/** The file was read whole after it was opened, and is not sound: nothing more is read from it or written to it. */
function Damaged() {
  const damage = useProject((project) => project.damage);
  const open = useDialogs((dialogs) => dialogs.open);
  if (damage === null) return null;
  // What could not be saved any more is named before it is lost.
  const close = async () => {
    if (!(await closeProject())) askAboutUnsaved(open);
  };
  return (
    <Strip
      tone="danger"
      icon="warning"
      actions={
        <Button kind="danger" onClick={() => void close()}>
          Close the project
        </Button>
      }
    >
      <b>{damage.message}</b> {damage.next}
    </Strip>
  );
}

/** The red bar: it blocks moving on and keeps the changes. */
function NotSaved() {
  const { state, failure, waiting } = useSaving();
  const button = useRef<HTMLDivElement>(null);
  const failed = state === 'failed';
  // The next step has the focus, unless somebody is typing: a note never loses a key.
  useEffect(() => {
    if (failed && !isTextField(document.activeElement)) button.current?.querySelector('button')?.focus();
  }, [failed]);
  const since = waiting[0]?.since;
  if (!failed || !since) return null;
  return (
    <div ref={button}>
      <Strip
        tone="danger"
        icon="warning"
        actions={
          <Button kind="danger" onClick={() => void retrySaving()}>
            Try again
          </Button>
        }
      >
        <b>Not saved.</b> {failure?.message} {failure?.next} {counted(waiting.length, 'change')} since {clock(since)}{' '}
        {waiting.length === 1 ? 'is' : 'are'} kept in memory; moving on is paused.
      </Strip>
    </div>
  );
}

/** The service keeps failing and is left alone, or is starting again. */
function Stopped() {
  const { state, stopReason } = useConnection();
  if (state === 'restarting') {
    return (
      <Strip tone="warning" icon="restore" actions={null}>
        The service stopped and is being started again. Everything saved is on disk.
      </Strip>
    );
  }
  if (state !== 'stopped') return null;
  return (
    <Strip
      tone="danger"
      icon="warning"
      actions={
        <Button kind="danger" onClick={() => window.location.reload()}>
          Start it again
        </Button>
      }
    >
      <b>The service keeps stopping</b> ({stopReason}). Everything saved is on disk.
    </Strip>
  );
}

function Restarted() {
  const restart = useConnection((connection) => connection.restart);
  const path = useProject((project) => project.path);
  const { data: summary } = useAssay('project.summary', null, { enabled: path !== null });
  const activity = useActivity((store) => store.activity);
  const savedAt = useSaving((saving) => saving.savedAt);
  if (!restart) return null;
  const brokenRun = activity?.kind === 'execution' && activity.state === 'failed';
  const left = summary ? summary.executionsNeeded - summary.executionsDone : 0;
  const goOn = () => {
    dismissRestart();
    void resumeRunAndJudge();
  };
  return (
    <Strip
      tone={restart.failure ? 'danger' : 'plain'}
      icon="restore"
      actions={
        <>
          {brokenRun && left > 0 && !isBusy(activity) && (
            <Button kind="primary" onClick={goOn}>
              Go on with the run
            </Button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={dismissRestart} />
        </>
      }
    >
      <b>The service stopped at {clock(restart.at)} and was started again</b> ({restart.reason}).{' '}
      {savedAt ? `Every label up to ${clock(savedAt)} is on disk.` : 'Everything saved is on disk.'}{' '}
      {brokenRun && left > 0 && `${counted(left, 'query', 'queries')} of the run wait.`}
      {restart.failure && `The project could not be opened again: ${restart.failure.message}`}
    </Strip>
  );
}

/** What Chromium calls the ends of a page's process. */
const END_WORDS: Record<string, string> = {
  crashed: 'it crashed',
  killed: 'its process was ended from outside',
  oom: 'it ran out of memory',
};

/** The page before this one ended: where the person was is shown again, and what may be missing is said. */
function PageEnded({ ended }: { ended: Opening['ended'] }) {
  const [seen, setSeen] = useState(false);
  const path = useProject((project) => project.path);
  if (ended === null || seen) return null;
  return (
    <Strip tone="plain" icon="restore" actions={<IconButton icon="close" label="Dismiss" onClick={() => setSeen(true)} />}>
      <b>The window stopped at {clock(new Date(ended.at))} and was loaded again</b> ({END_WORDS[ended.reason] ?? ended.reason}).{' '}
      {path !== null &&
        'You are back where you were. Everything saved is on disk; what you typed in the moment before may be missing.'}
    </Strip>
  );
}
