import './overview.css';
import type { ReactNode } from 'react';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { type Failure, go, isBusy, useActivity } from '../../client/index.ts';
import { Button, count, counted, Message } from '../../ui/index.ts';

/** What a project lacks before there is anything to look at: the step, and why. Null where nothing is missing. */
export type MissingStep = 'benchmark' | 'predictions' | 'execution' | 'verdicts' | null;

export function missingStep(summary: ProjectSummary): MissingStep {
  if (summary.instances === 0) return 'benchmark';
  if (summary.predictions === 0) return 'predictions';
  if (summary.judgedRules.length > 0) return null;
  return summary.executionsDone === 0 ? 'execution' : 'verdicts';
}

/** Says what is missing and offers the step that brings it; `run` is the run box where running is that step. */
export function NotYet({ screen, summary, run }: { screen: string; summary: ProjectSummary; run?: ReactNode }) {
  return (
    <div className="ui-pane ov-empty">
      <h1 className="u-hidden">{screen}</h1>
      <Missing summary={summary} run={run} />
    </div>
  );
}

function Missing({ summary, run }: { summary: ProjectSummary; run: ReactNode }) {
  const step = missingStep(summary);
  const busy = useActivity((store) => isBusy(store.activity));
  if (step === 'benchmark' || step === 'predictions') {
    return (
      <Message
        icon="database"
        title={step === 'benchmark' ? 'No benchmark yet' : 'No predictions yet'}
        actions={
          <Button kind="primary" onClick={() => go('import')}>
            {step === 'benchmark' ? 'Import a benchmark' : 'Import predictions'}
          </Button>
        }
      >
        {step === 'benchmark'
          ? 'A benchmark brings the instances, their gold queries and their databases.'
          : `${counted(summary.instances, 'instance')} of ${summary.benchmark ?? 'the benchmark'} are here. Systems and their verdicts come with predictions.`}
      </Message>
    );
  }
  const notRun = step === 'execution';
  return (
    <Message
      icon={notRun ? 'run' : 'scales'}
      title={busy ? 'Running' : notRun ? 'Not run yet' : 'Not judged yet'}
      actions={
        run === undefined && (
          <Button kind="primary" onClick={() => go('overview')}>
            Go to the overview to run
          </Button>
        )
      }
    >
      {notRun
        ? `${count(summary.golds)} gold and ${counted(summary.predictions, 'predicted query', 'predicted queries')} wait. They run read-only, and each can be stopped; then every rule judges what they returned.`
        : `${count(summary.executionsDone)} of ${count(summary.executionsNeeded)} queries have run. Judging compares what they returned.`}
      {run}
    </Message>
  );
}

/** An answer that did not come, with the way to ask again. */
export function AnswerFailed({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <Message tone="danger" title={failure.message} actions={<Button onClick={onRetry}>Try again</Button>}>
      {failure.next ?? failure.cause}
    </Message>
  );
}
