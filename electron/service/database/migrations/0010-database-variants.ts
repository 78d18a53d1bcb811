/** Further databases of a test suite: a verdict of its rule must hold on each. */
export const databaseVariants = `
CREATE TABLE database_variant (
  id INTEGER PRIMARY KEY,
  database_id INTEGER NOT NULL REFERENCES benchmark_database,
  -- the file's name without its ending
  name TEXT NOT NULL,
  location TEXT NOT NULL,
  UNIQUE (database_id, name)
) STRICT;

-- One run of a query on a variant; only queries that ran on the database itself are run there.
CREATE TABLE variant_execution (
  run_id INTEGER NOT NULL REFERENCES run,
  query_id INTEGER NOT NULL REFERENCES query,
  variant_id INTEGER NOT NULL REFERENCES database_variant,
  status TEXT NOT NULL,
  result_hash TEXT REFERENCES result,
  capped_by TEXT,
  error_message TEXT,
  PRIMARY KEY (run_id, query_id, variant_id)
) STRICT, WITHOUT ROWID;
`;
