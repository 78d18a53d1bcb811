/** What local execution answers AI functions from, and which database files it ran on. */
export const localExecution = `
-- Answers of AI functions (see shared/model/recording). One answer a call.
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

-- SHA-256 of a database's file when a run first and last saw it: queries only read, so nobody may have changed it.
CREATE TABLE run_database (
  run_id INTEGER NOT NULL REFERENCES run,
  database_id INTEGER NOT NULL REFERENCES benchmark_database,
  first_hash TEXT NOT NULL,
  last_hash TEXT NOT NULL,
  PRIMARY KEY (run_id, database_id)
) STRICT, WITHOUT ROWID;
`;
