/**
 * Rules of a project: which it judges by, its own ones, scores, the gold that was matched, and why a prediction differs.
 */
export const rules = `
-- JSON array of rule ids, in the shown order; null = the usual ones of the benchmark's format
ALTER TABLE project ADD COLUMN rules TEXT;

-- Every version that a rule of this project ever had: old verdicts stay under the old one.
CREATE TABLE user_rule (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  -- JSON, see shared/model/userRule
  options TEXT NOT NULL,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER user_rule_never_changes BEFORE UPDATE ON user_rule BEGIN SELECT RAISE(ABORT, 'a version of a rule never changes'); END;
CREATE TRIGGER user_rule_never_goes BEFORE DELETE ON user_rule BEGIN SELECT RAISE(ABORT, 'a version of a rule never changes'); END;

-- 0 … 1; null where the rule had no tables to compare
ALTER TABLE verdict ADD COLUMN score REAL;
-- name of the gold that was matched, null without one
ALTER TABLE verdict ADD COLUMN gold TEXT;
-- Verdicts stored before match or not, so their score follows.
UPDATE verdict SET score = iif(state = 'match', 1.0, 0.0) WHERE state IN ('match', 'mismatch');

-- How the runs of a query that ran more than once are judged: majority or any.
ALTER TABLE run ADD COLUMN judging_mode TEXT NOT NULL DEFAULT 'majority';

-- Why a prediction's rows are not the gold's, or what a match hides; the same for every rule.
CREATE TABLE explanation (
  run_id INTEGER NOT NULL REFERENCES run,
  prediction_id INTEGER NOT NULL REFERENCES prediction,
  -- of what explains
  version TEXT NOT NULL,
  -- JSON, see shared/model/why
  body TEXT NOT NULL,
  PRIMARY KEY (run_id, prediction_id)
) STRICT, WITHOUT ROWID;
`;
