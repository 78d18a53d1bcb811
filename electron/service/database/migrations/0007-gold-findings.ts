/** What a check of a run's golds found. A new check of the run takes the place of the old one. */
export const goldFindings = `
CREATE TABLE gold_check (
  run_id INTEGER PRIMARY KEY REFERENCES run,
  checked_at TEXT NOT NULL,
  golds INTEGER NOT NULL,
  -- JSON: {instanceId, reason} of golds whose order could not be looked at
  unprobed TEXT NOT NULL
) STRICT;

CREATE TABLE gold_finding (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES gold_check ON DELETE CASCADE,
  gold_id INTEGER NOT NULL REFERENCES gold,
  -- null where the finding speaks of the gold
  prediction_id INTEGER REFERENCES prediction,
  kind TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;
CREATE INDEX gold_finding_by_run ON gold_finding (run_id);
`;
