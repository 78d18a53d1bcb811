import { DatabaseSync } from 'node:sqlite';

/** Reads rows of a project file that no service has open; null where there is no row. */
export function readProject<T>(file: string, sql: string): T[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all() as T[];
  } finally {
    database.close();
  }
}

export type StoredExecution = {
  id: number;
  run_id: number;
  query_id: number;
  status: string;
  started_at: string;
  result_hash: string | null;
};

/** Every execution of a closed project, in the order in which they were stored. */
export const executionsIn = (file: string): StoredExecution[] =>
  readProject(file, 'SELECT id, run_id, query_id, status, started_at, result_hash FROM execution ORDER BY id');
