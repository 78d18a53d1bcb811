/**
 * All formats: texts kept once by content, several golds as result tables, predictions as result tables, trajectories as
 * they were read, outcomes of other evaluators, full-text search, and a place where an import waits until it is whole.
 */
export const allFormats = `
-- A text as it was read, stored once: source records, result tables as CSV, documents, details of a schema, trajectories.
CREATE TABLE body (
  hash TEXT PRIMARY KEY,
  encoding TEXT NOT NULL,
  -- bytes before encoding
  size INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

-- JSON by table name: {fullName, ddl, description, sampleRows, …} as far as the source gives it
ALTER TABLE schema_table ADD COLUMN details_hash TEXT REFERENCES body;

CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmark,
  name TEXT NOT NULL,
  body_hash TEXT NOT NULL REFERENCES body,
  UNIQUE (benchmark_id, name)
) STRICT;

-- name of the document that the instance refers to
ALTER TABLE instance ADD COLUMN document TEXT;
-- JSON object: what else the source says of the instance (variant, ai_functions …), to stratify by
ALTER TABLE instance ADD COLUMN tags TEXT NOT NULL DEFAULT '{}';
-- JSON object: the evaluation configuration as published (condition_cols, ignore_order, temporal, toks); null without one
ALTER TABLE instance ADD COLUMN evaluation TEXT;
-- a second key that prediction files may use (BIRD's question_id)
ALTER TABLE instance ADD COLUMN question_id TEXT;
ALTER TABLE instance ADD COLUMN record_hash TEXT REFERENCES body;

ALTER TABLE gold ADD COLUMN result_hash TEXT REFERENCES result;
-- the result table as its CSV text: published evaluators read that text, not our cells
ALTER TABLE gold ADD COLUMN csv_hash TEXT REFERENCES body;
ALTER TABLE gold ADD COLUMN source_file TEXT NOT NULL DEFAULT '';

ALTER TABLE prediction ADD COLUMN result_hash TEXT REFERENCES result;
ALTER TABLE prediction ADD COLUMN csv_hash TEXT REFERENCES body;
-- where the SQL was found in an agent's log, e.g. terminate(answer)
ALTER TABLE prediction ADD COLUMN extraction_method TEXT;
-- JSON array: what was cleaned from the text as read
ALTER TABLE prediction ADD COLUMN cleaning TEXT NOT NULL DEFAULT '[]';
-- the record as read, where the SQL alone does not give it back
ALTER TABLE prediction ADD COLUMN record_hash TEXT REFERENCES body;

-- 'steps': body holds the steps, deflated. Any other format: body is empty and body_hash names the parts as read.
ALTER TABLE trajectory ADD COLUMN format TEXT NOT NULL DEFAULT 'steps';
ALTER TABLE trajectory ADD COLUMN body_hash TEXT REFERENCES body;
ALTER TABLE trajectory ADD COLUMN source_file TEXT NOT NULL DEFAULT '';
ALTER TABLE trajectory ADD COLUMN terminated INTEGER;
ALTER TABLE trajectory ADD COLUMN extraction_method TEXT;
-- JSON: the figures of the run, see shared/model/trajectory
ALTER TABLE trajectory ADD COLUMN figures TEXT;
-- 1: its text is in trajectory_search
ALTER TABLE trajectory ADD COLUMN searchable INTEGER NOT NULL DEFAULT 0;

CREATE TABLE evaluation (
  id INTEGER PRIMARY KEY,
  evaluator TEXT NOT NULL,
  evaluator_version TEXT NOT NULL,
  system_id INTEGER NOT NULL REFERENCES system,
  source_file TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  UNIQUE (evaluator, evaluator_version, system_id, source_file)
) STRICT;

-- What another evaluator said. Never mixed with verdict, which holds ours.
CREATE TABLE outcome (
  evaluation_id INTEGER NOT NULL REFERENCES evaluation,
  instance_id INTEGER NOT NULL REFERENCES instance,
  -- the evaluator's own word
  status TEXT NOT NULL,
  -- the nearest of our verdict states
  state TEXT NOT NULL,
  score REAL,
  reason TEXT,
  record_hash TEXT REFERENCES body,
  PRIMARY KEY (evaluation_id, instance_id)
) STRICT, WITHOUT ROWID;

-- A generic table's columns, as they were mapped the last time.
CREATE TABLE column_mapping (
  purpose TEXT NOT NULL,
  -- the header, JSON array
  columns TEXT NOT NULL,
  mapping TEXT NOT NULL,
  PRIMARY KEY (purpose, columns)
) STRICT, WITHOUT ROWID;

-- An import that is under way or was stopped. Nothing outside these four tables refers to it until it is whole.
CREATE TABLE import_job (
  id INTEGER PRIMARY KEY,
  item TEXT NOT NULL,
  -- the last receipt when it began: what was decided holds only for that state of the project
  basis INTEGER NOT NULL,
  started_at TEXT NOT NULL
) STRICT;

CREATE TABLE import_unit (
  job_id INTEGER NOT NULL REFERENCES import_job ON DELETE CASCADE,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified REAL NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (job_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_operation (
  id INTEGER PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES import_job ON DELETE CASCADE,
  unit TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX import_operation_by_unit ON import_operation (job_id, unit);

-- Contents that this import stored; they go with it when it is discarded, unless something else refers to them.
CREATE TABLE import_content (
  job_id INTEGER NOT NULL REFERENCES import_job ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('body', 'result', 'search')),
  content TEXT NOT NULL,
  PRIMARY KEY (job_id, kind, content)
) STRICT, WITHOUT ROWID;

-- Removing a content asks every table that may refer to it.
CREATE INDEX instance_by_record ON instance (record_hash);
CREATE INDEX gold_by_csv ON gold (csv_hash);
CREATE INDEX gold_by_result ON gold (result_hash);
CREATE INDEX prediction_by_csv ON prediction (csv_hash);
CREATE INDEX prediction_by_record ON prediction (record_hash);
CREATE INDEX prediction_by_result ON prediction (result_hash);
CREATE INDEX trajectory_by_body ON trajectory (body_hash);
CREATE INDEX outcome_by_record ON outcome (record_hash);
CREATE INDEX execution_by_result ON execution (result_hash);

-- Search. Words are what unicode61 takes for words: an underscore separates.
CREATE VIRTUAL TABLE instance_search USING fts5 (instruction, content = 'instance', content_rowid = 'id');
CREATE TRIGGER instance_search_add AFTER INSERT ON instance BEGIN
  INSERT INTO instance_search (rowid, instruction) VALUES (NEW.id, NEW.instruction);
END;
CREATE VIRTUAL TABLE query_search USING fts5 (sql, content = 'query', content_rowid = 'id');
CREATE TRIGGER query_search_add AFTER INSERT ON query BEGIN
  INSERT INTO query_search (rowid, sql) VALUES (NEW.id, NEW.sql);
END;
INSERT INTO instance_search (instance_search) VALUES ('rebuild');
INSERT INTO query_search (query_search) VALUES ('rebuild');

CREATE VIRTUAL TABLE note_search USING fts5 (note, annotator UNINDEXED, instance UNINDEXED, system UNINDEXED);
CREATE TRIGGER note_search_add AFTER INSERT ON label WHEN coalesce(json_extract(NEW.body, '$.note'), '') <> '' BEGIN
  INSERT INTO note_search (note, annotator, instance, system)
  VALUES (json_extract(NEW.body, '$.note'), NEW.annotator_id, NEW.instance_id, NEW.system_id);
END;
CREATE TRIGGER note_search_change AFTER UPDATE ON label
  WHEN json_extract(OLD.body, '$.note') IS NOT json_extract(NEW.body, '$.note')
BEGIN
  DELETE FROM note_search WHERE annotator = NEW.annotator_id AND instance = NEW.instance_id AND system = NEW.system_id;
  INSERT INTO note_search (note, annotator, instance, system)
  SELECT json_extract(NEW.body, '$.note'), NEW.annotator_id, NEW.instance_id, NEW.system_id
  WHERE coalesce(json_extract(NEW.body, '$.note'), '') <> '';
END;
INSERT INTO note_search (note, annotator, instance, system)
  SELECT json_extract(body, '$.note'), annotator_id, instance_id, system_id FROM label
  WHERE coalesce(json_extract(body, '$.note'), '') <> '';

-- Which words a trajectory holds, not where: the text itself is kept compressed, and a hit is looked up there.
CREATE VIRTUAL TABLE trajectory_search USING fts5 (text, content = '', contentless_delete = 1, detail = none);
`;
