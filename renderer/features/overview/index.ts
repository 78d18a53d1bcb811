export { type Basis, useBasis } from './basis.ts';
export { FRAME_MEANING } from './frame-meaning.ts';
export { MakeStrong } from './MakeStrong.tsx';
export { AnswerFailed, NotYet } from './NotYet.tsx';
export { OverviewCommands } from './OverviewCommands.tsx';
export { OverviewScreen } from './OverviewScreen.tsx';
export { runOptions } from './run-options.ts';
export { useStatesByRule } from './useOverviews.ts';
