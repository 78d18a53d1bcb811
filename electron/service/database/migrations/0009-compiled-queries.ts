/** Whether queries compile on a sample database made of their schema, as last found. */
export const compiledQueries = `
CREATE TABLE compiled_query (
  query_id INTEGER PRIMARY KEY REFERENCES query,
  -- compiles, fails, refused, no schema
  state TEXT NOT NULL,
  code TEXT,
  message TEXT,
  compiled_at TEXT NOT NULL
) STRICT;
`;
