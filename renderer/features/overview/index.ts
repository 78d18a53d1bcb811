export { FRAME_MEANING, NOTHING_EXECUTED } from './frame-meaning.ts';
export { MakeStrong } from './MakeStrong.tsx';
export { AnswerFailed, NotYet } from './NotYet.tsx';
export { OverviewCommands } from './OverviewCommands.tsx';
export { OverviewScreen } from './OverviewScreen.tsx';
export { useStatesByRule } from './useOverviews.ts';
