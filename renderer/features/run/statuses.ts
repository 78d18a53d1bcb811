import type { ExecutionStatus } from '#shared/model/execution.ts';
import type { IconName } from '../../ui/index.ts';

/** How each end of an execution is shown: icon, word, colour and what it means. */
export const STATUS_LOOK: Record<ExecutionStatus, { icon: IconName; word: string; tone: string; title: string }> = {
  ok: { icon: 'check', word: 'ok', tone: 'match', title: 'The query ran and its rows were read' },
  error: {
    icon: 'failed',
    word: 'failed',
    tone: 'predfail',
    title: 'The database answered with an error: a wrong name, wrong syntax, a wrong type',
  },
  timeout: { icon: 'clock', word: 'timed out', tone: 'timeout', title: 'Stopped after the time that a query may take' },
  cancelled: {
    icon: 'stop',
    word: 'cancelled',
    tone: 'notrun',
    title: 'Stopped because the run was cancelled; it runs when the run goes on',
  },
  refused: {
    icon: 'lock',
    word: 'refused',
    tone: 'goldfail',
    title:
      'Not run: not a single reading query. Queries may only read, so whatever writes, changes settings or holds several statements is refused',
  },
  environment: {
    icon: 'circle',
    word: 'environment',
    tone: 'notrun',
    title:
      'The account, the network, a share or the database file was not there: this says nothing about the query, and counts against nobody. It runs when the run goes on',
  },
};
