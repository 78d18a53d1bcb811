import type { AssayHandlers } from '#shared/contract/contract.ts';
import { firstInSteps, linesOfSteps, overviewOfSteps, searchInSteps, stepOf } from '../room/steps.ts';
import type { Session } from '../session.ts';

type Methods = 'steps.overview' | 'steps.lines' | 'steps.step' | 'steps.search' | 'steps.first';

export const stepHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'steps.overview': (key) => overviewOfSteps(session, key),
  'steps.lines': ({ from, count, ...key }) => linesOfSteps(session, key, from, count),
  'steps.step': ({ step, ...key }) => stepOf(session, key, step),
  'steps.search': ({ text, ...key }) => searchInSteps(session, key, text),
  'steps.first': ({ terms, ...key }) => firstInSteps(session, key, terms),
});
