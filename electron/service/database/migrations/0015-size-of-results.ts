/**
 * How many bytes a result has before it is compressed; those that are there already have none. Not a column of `result`: to
 * read what lies behind a large value SQLite reads all of it.
 */
export const sizeOfResults = `
CREATE TABLE result_size (
  hash TEXT PRIMARY KEY REFERENCES result (hash) ON DELETE CASCADE,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
