export { type Basis, useBasis } from './basis.ts';
export { AnswerFailed, NotYet } from './NotYet.tsx';
export { OverviewScreen } from './OverviewScreen.tsx';
