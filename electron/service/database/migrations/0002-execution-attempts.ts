/**
 * Each time a query is sent to an engine on a network is written down before it is sent. `request_id` is ours: the engine
 * runs one id once. So a service that died knows what was under way, and goes on with it instead of running it again.
 */
export const executionAttempts = `
CREATE TABLE execution_attempt (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run,
  query_id INTEGER NOT NULL REFERENCES query,
  repetition INTEGER NOT NULL DEFAULT 1,
  attempt INTEGER NOT NULL,
  request_id TEXT NOT NULL UNIQUE,
  -- the engine's own id of the query; null until the engine has taken it
  engine_query_id TEXT,
  sent_at TEXT NOT NULL,
  -- null while it runs
  ended_at TEXT,
  status TEXT,
  error_code TEXT,
  error_message TEXT,
  UNIQUE (run_id, query_id, repetition, attempt)
) STRICT;
CREATE INDEX execution_attempt_open ON execution_attempt (run_id) WHERE ended_at IS NULL;
`;
