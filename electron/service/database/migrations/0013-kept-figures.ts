/** Everything that figures of a whole project are computed from. Labels are not: figures of labels are never kept. */
const RESTS_ON = [
  'project',
  'benchmark',
  'benchmark_database',
  'instance',
  'gold',
  'system',
  'prediction',
  'run',
  'execution',
  'verdict',
  'explanation',
  'user_rule',
] as const;

/**
 * Figures of a whole project, kept so that it opens at once the next time. A change of what they rest on deletes them in
 * the same transaction, whoever makes it and however it ends.
 */
export const keptFigures = `
CREATE TABLE kept_figure (
  name TEXT PRIMARY KEY,
  -- what computed it: another build of Assay computes it again
  build TEXT NOT NULL,
  -- JSON, zstd
  body BLOB NOT NULL
) STRICT;
${RESTS_ON.flatMap((table) =>
  ['INSERT', 'UPDATE', 'DELETE'].map(
    (change) =>
      `CREATE TRIGGER kept_figure_after_${change.toLowerCase()}_of_${table} AFTER ${change} ON ${table} BEGIN DELETE FROM kept_figure; END;`,
  ),
).join('\n')}
`;
