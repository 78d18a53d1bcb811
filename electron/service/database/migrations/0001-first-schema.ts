/**
 * The first schema. Times are ISO 8601 in UTC. A query's text is stored once for each database it runs on, so golds and
 * predictions with the same text share their executions; a result is stored once by content.
 */
export const firstSchema = `
CREATE TABLE project (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE benchmark (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  format TEXT NOT NULL,
  source TEXT NOT NULL,
  -- records of the benchmark's file, rejected ones included: positional prediction files have a line for each
  record_count INTEGER NOT NULL DEFAULT 0,
  imported_at TEXT NOT NULL
) STRICT;

CREATE TABLE benchmark_database (
  id INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmark,
  name TEXT NOT NULL,
  engine TEXT NOT NULL,
  location TEXT NOT NULL,
  UNIQUE (benchmark_id, name)
) STRICT;

CREATE TABLE schema_table (
  id INTEGER PRIMARY KEY,
  database_id INTEGER NOT NULL REFERENCES benchmark_database,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  -- JSON array of {name, title, type, primaryKey, references}
  columns TEXT NOT NULL,
  UNIQUE (database_id, name)
) STRICT;

CREATE TABLE instance (
  id INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmark,
  database_id INTEGER NOT NULL REFERENCES benchmark_database,
  instance_id TEXT NOT NULL,
  -- 1-based place in the benchmark's own order: positional prediction files mean it
  position INTEGER NOT NULL,
  instruction TEXT NOT NULL,
  knowledge TEXT,
  difficulty TEXT,
  ignore_order INTEGER NOT NULL,
  UNIQUE (benchmark_id, instance_id),
  UNIQUE (benchmark_id, position)
) STRICT;

CREATE TABLE query (
  id INTEGER PRIMARY KEY,
  database_id INTEGER NOT NULL REFERENCES benchmark_database,
  sql TEXT NOT NULL,
  UNIQUE (database_id, sql)
) STRICT;

CREATE TABLE gold (
  id INTEGER PRIMARY KEY,
  instance_id INTEGER NOT NULL REFERENCES instance,
  -- '' where there is one; a, b … where there are several
  name TEXT NOT NULL,
  query_id INTEGER REFERENCES query,
  condition_columns TEXT NOT NULL DEFAULT '[]',
  UNIQUE (instance_id, name)
) STRICT;

CREATE TABLE system (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  group_name TEXT NOT NULL
) STRICT;

CREATE TABLE receipt (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE prediction (
  id INTEGER PRIMARY KEY,
  instance_id INTEGER NOT NULL REFERENCES instance,
  system_id INTEGER NOT NULL REFERENCES system,
  rollout INTEGER NOT NULL DEFAULT 0,
  -- null: the system gave no answer
  query_id INTEGER REFERENCES query,
  source_file TEXT NOT NULL,
  source_line INTEGER,
  UNIQUE (instance_id, system_id, rollout)
) STRICT;
CREATE INDEX prediction_by_system ON prediction (system_id);

CREATE TABLE trajectory (
  id INTEGER PRIMARY KEY,
  instance_id INTEGER NOT NULL REFERENCES instance,
  system_id INTEGER NOT NULL REFERENCES system,
  rollout INTEGER NOT NULL DEFAULT 0,
  step_count INTEGER NOT NULL,
  -- deflated JSON
  body BLOB NOT NULL,
  UNIQUE (instance_id, system_id, rollout)
) STRICT;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  limits TEXT NOT NULL,
  engines TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE result (
  hash TEXT PRIMARY KEY,
  rows_hash TEXT NOT NULL,
  columns TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  encoding TEXT NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE execution (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run,
  query_id INTEGER NOT NULL REFERENCES query,
  repetition INTEGER NOT NULL DEFAULT 1,
  status TEXT NOT NULL,
  started_at TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  result_hash TEXT REFERENCES result,
  capped_by TEXT,
  invalid_text_cells INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT,
  UNIQUE (run_id, query_id, repetition)
) STRICT;

CREATE TABLE verdict (
  run_id INTEGER NOT NULL REFERENCES run,
  prediction_id INTEGER NOT NULL REFERENCES prediction,
  rule TEXT NOT NULL,
  rule_version TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (run_id, rule, rule_version, prediction_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE annotator (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE codebook (
  version INTEGER PRIMARY KEY,
  created_at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE sample (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  drawn_at TEXT NOT NULL,
  drawn_by TEXT NOT NULL,
  rule TEXT NOT NULL,
  rule_version TEXT NOT NULL,
  run_id INTEGER NOT NULL REFERENCES run,
  reading TEXT NOT NULL,
  seed INTEGER NOT NULL,
  -- JSON: sizes asked, samples left out, strong and other systems, ids of every stratum's frame
  sizes TEXT NOT NULL,
  without TEXT NOT NULL,
  strong_systems TEXT NOT NULL,
  other_systems TEXT NOT NULL,
  frame TEXT NOT NULL,
  frame_hash TEXT NOT NULL
) STRICT;

CREATE TABLE sample_instance (
  sample_id INTEGER NOT NULL REFERENCES sample,
  instance_id INTEGER NOT NULL REFERENCES instance,
  stratum TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (sample_id, instance_id)
) STRICT, WITHOUT ROWID;

-- The label as it stands now. label_change is the truth; this row is its sum, written in the same transaction.
CREATE TABLE label (
  annotator_id INTEGER NOT NULL REFERENCES annotator,
  instance_id INTEGER NOT NULL REFERENCES instance,
  system_id INTEGER NOT NULL REFERENCES system,
  body TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (annotator_id, instance_id, system_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE label_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  annotator_id INTEGER NOT NULL REFERENCES annotator,
  instance_id INTEGER NOT NULL REFERENCES instance,
  system_id INTEGER NOT NULL REFERENCES system,
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('edit', 'undo', 'redo')),
  -- changes of one step are taken back together; the step of an edit is the id of its first change
  step INTEGER NOT NULL,
  -- the step that an undo takes back or a redo does again
  target_step INTEGER,
  field TEXT NOT NULL,
  description TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL
) STRICT;
CREATE INDEX label_change_by_item ON label_change (annotator_id, instance_id, system_id);

-- Promises that hold against our own mistakes.
CREATE TRIGGER sample_never_changes BEFORE UPDATE ON sample BEGIN SELECT RAISE(ABORT, 'a drawn sample never changes'); END;
CREATE TRIGGER sample_never_goes BEFORE DELETE ON sample BEGIN SELECT RAISE(ABORT, 'a drawn sample never changes'); END;
CREATE TRIGGER sample_instance_never_changes BEFORE UPDATE ON sample_instance BEGIN SELECT RAISE(ABORT, 'a drawn sample never changes'); END;
CREATE TRIGGER sample_instance_never_goes BEFORE DELETE ON sample_instance BEGIN SELECT RAISE(ABORT, 'a drawn sample never changes'); END;
CREATE TRIGGER label_never_goes BEFORE DELETE ON label BEGIN SELECT RAISE(ABORT, 'labels are never deleted'); END;
CREATE TRIGGER label_change_never_goes BEFORE DELETE ON label_change BEGIN SELECT RAISE(ABORT, 'history is never deleted'); END;
-- Only the text of a note that is still being typed may grow: the annotator's latest change, and nothing else of it.
CREATE TRIGGER label_change_never_changes BEFORE UPDATE ON label_change
  WHEN OLD.field <> 'note' OR OLD.kind <> 'edit'
    OR OLD.id <> (SELECT max(id) FROM label_change WHERE annotator_id = OLD.annotator_id)
    OR (OLD.id, OLD.annotator_id, OLD.instance_id, OLD.system_id, OLD.kind, OLD.step, OLD.target_step, OLD.field, OLD.before)
      IS NOT (NEW.id, NEW.annotator_id, NEW.instance_id, NEW.system_id, NEW.kind, NEW.step, NEW.target_step, NEW.field, NEW.before)
BEGIN SELECT RAISE(ABORT, 'history never changes'); END;
CREATE TRIGGER codebook_never_changes BEFORE UPDATE ON codebook BEGIN SELECT RAISE(ABORT, 'a codebook version never changes'); END;
CREATE TRIGGER codebook_never_goes BEFORE DELETE ON codebook BEGIN SELECT RAISE(ABORT, 'a codebook version never changes'); END;
`;
