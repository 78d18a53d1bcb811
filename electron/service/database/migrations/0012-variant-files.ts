/** What a run saw of the files of a test suite's further databases, as run_database has it of the databases themselves. */
export const variantFiles = `
CREATE TABLE run_variant (
  run_id INTEGER NOT NULL REFERENCES run,
  variant_id INTEGER NOT NULL REFERENCES database_variant,
  -- SHA-256 of the file when the run first and last saw it
  first_hash TEXT NOT NULL,
  last_hash TEXT NOT NULL,
  PRIMARY KEY (run_id, variant_id)
) STRICT, WITHOUT ROWID;
`;
