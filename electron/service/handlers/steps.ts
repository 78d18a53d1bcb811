import type { AssayHandlers } from '#shared/contract/contract.ts';
import { firstInSteps, linesOfSteps, overviewOfSteps, searchInSteps, stepOf } from '../room/steps.ts';
import type { Session } from '../session.ts';

type Methods = 'steps.overview' | 'steps.lines' | 'steps.step' | 'steps.search' | 'steps.first';

export const stepHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'steps.overview': (key) => overviewOfSteps(session.db, key),
  'steps.lines': ({ from, count, ...key }) => linesOfSteps(session.db, key, from, count),
  'steps.step': ({ step, ...key }) => stepOf(session.db, key, step),
  'steps.search': ({ text, ...key }) => searchInSteps(session.db, key, text),
  'steps.first': ({ terms, ...key }) => firstInSteps(session.db, key, terms),
});
