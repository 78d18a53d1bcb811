export { lineCount } from './coarse-diff.ts';
export type { DiffSide, DiffStretch } from './diff-view.ts';
export type { EvidenceStretch } from './evidence-marks.ts';
export { isSameSql } from './fold-case.ts';
export { dialectOf, formatAhead, formatSql, useFormatted } from './format-sql.ts';
export type { FormattedSql, SqlDialect } from './format-text.ts';
export { LineDiff } from './LineDiff.tsx';
export { lineDiff } from './line-diff.ts';
export {
  goToDifference,
  isDiffPrepared,
  prepareDiff,
  revealInDiff,
  SqlDiff,
  type SqlDiffProps,
  selectedInDiff,
  stageDiff,
  useDifferences,
} from './SqlDiff.tsx';
export { SqlEditor } from './SqlEditor.tsx';
export { SqlText } from './SqlText.tsx';
export { lineAt, sameStretch } from './text-positions.ts';
