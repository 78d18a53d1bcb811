/** Answers of AI functions, from which local execution answers (see shared/model/recording). One answer a call. */
export const recording = `
CREATE TABLE recorded_call (
  -- function and normalised arguments
  key TEXT PRIMARY KEY,
  function TEXT NOT NULL,
  -- JSON, normalised
  arguments TEXT NOT NULL,
  -- JSON
  answer TEXT NOT NULL,
  -- file or run that the answer came from
  source TEXT NOT NULL,
  recorded_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
