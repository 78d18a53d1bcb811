export { lineCount } from './coarse-diff.ts';
export type { DiffLayout } from './diff-host.ts';
export { dialectOf, type FormattedSql, formatSql, type SqlDialect } from './format-sql.ts';
export { goToDifference, isDiffPrepared, prepareDiff, SqlDiff, useDifferenceCount } from './SqlDiff.tsx';
export { SqlText } from './SqlText.tsx';
