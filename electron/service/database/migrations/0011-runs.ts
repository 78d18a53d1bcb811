/** What a run was asked to run and how it stands, so that it goes on after a pause or a kill; and checks of determinism. */
export const runs = `
-- A check of whether golds return the same rows each time. Each of its passes is a run of its own.
CREATE TABLE verification (
  id INTEGER PRIMARY KEY,
  started_at TEXT NOT NULL,
  -- JSON array: how often each gold runs in each pass
  passes TEXT NOT NULL,
  -- the rule that says whether two runs agree, with its version
  rule TEXT NOT NULL,
  rule_version TEXT NOT NULL,
  -- seconds between the end of a pass and the start of the next
  gap_seconds INTEGER NOT NULL,
  -- JSON: what every pass is asked to run
  plan TEXT NOT NULL
) STRICT;

-- Null: a run that compares predictions with gold.
ALTER TABLE run ADD COLUMN verification_id INTEGER REFERENCES verification;
-- 1-based place among the passes of its verification
ALTER TABLE run ADD COLUMN pass INTEGER;
ALTER TABLE run ADD COLUMN repetitions INTEGER NOT NULL DEFAULT 1;
-- JSON: what the latest start was asked to run; null: everything
ALTER TABLE run ADD COLUMN plan TEXT;
-- running, paused, limit, cancelled, failed or finished; one that is running while no service runs it was interrupted
ALTER TABLE run ADD COLUMN state TEXT NOT NULL DEFAULT 'finished';
-- why it stopped before its end, as a sentence
ALTER TABLE run ADD COLUMN stop_reason TEXT;

UPDATE run SET state = 'cancelled' WHERE finished_at IS NULL;
UPDATE run SET repetitions = coalesce((SELECT max(repetition) FROM execution WHERE run_id = run.id), 1);
CREATE INDEX run_by_verification ON run (verification_id, pass);
`;
