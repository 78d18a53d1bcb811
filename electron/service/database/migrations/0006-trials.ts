/** Queries that an annotator ran from the labelling room: scratch copies, and gold and prediction once more. */
export const trials = `
-- One window: its executions ran one after the other. They are apart from runs, so that no verdict can come of them.
CREATE TABLE trial (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  annotator_id INTEGER NOT NULL REFERENCES annotator,
  instance_id INTEGER NOT NULL REFERENCES instance,
  system_id INTEGER NOT NULL REFERENCES system,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX trial_by_item ON trial (instance_id, system_id);

CREATE TABLE trial_execution (
  trial_id INTEGER NOT NULL REFERENCES trial,
  side TEXT NOT NULL CHECK (side IN ('gold', 'prediction', 'scratch')),
  -- which gold, where it is one
  gold_name TEXT,
  sql TEXT NOT NULL,
  status TEXT NOT NULL,
  started_at TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  result_hash TEXT REFERENCES result,
  capped_by TEXT,
  invalid_text_cells INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT,
  PRIMARY KEY (trial_id, side)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER trial_never_changes BEFORE UPDATE ON trial BEGIN SELECT RAISE(ABORT, 'a trial never changes'); END;
CREATE TRIGGER trial_never_goes BEFORE DELETE ON trial BEGIN SELECT RAISE(ABORT, 'a trial never changes'); END;
CREATE TRIGGER trial_execution_never_changes BEFORE UPDATE ON trial_execution
  BEGIN SELECT RAISE(ABORT, 'a trial never changes'); END;
CREATE TRIGGER trial_execution_never_goes BEFORE DELETE ON trial_execution
  BEGIN SELECT RAISE(ABORT, 'a trial never changes'); END;
`;
