export { type Basis, useBasis } from './basis.ts';
export { AnswerFailed, NotYet } from './NotYet.tsx';
export { OverviewCommands } from './OverviewCommands.tsx';
export { OverviewScreen } from './OverviewScreen.tsx';
