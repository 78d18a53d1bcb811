export { CodeBadge, FlipBadge, ShareText, StratumBadge, VerdictMark } from './Marks.tsx';
export { VERDICT_LOOK, type VerdictLook } from './verdicts.ts';
