import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ImportItem } from '#shared/contract/import.ts';
import { jsonLines, writeFiles } from './import-project.ts';

export const DOCUMENT = `# Towns\n\n${Array.from({ length: 80 }, (_, at) => `Paragraph ${at + 1}: a town is large from 1,000 people on.`).join('\n\n')}\n\nA closed town counts as one.\n`;

/** A benchmark in Spider2-Lite's layout: one instance with a document, one whose document is missing, one without. */
export function makeDocumentBenchmark(folder: string): ImportItem[] {
  const ids = ['local001', 'local002', 'local003'];
  const documents = ['towns.md', 'missing.md', null];
  writeFiles(folder, {
    'spider2-lite.jsonl': jsonLines(
      ids.map((id, at) => ({ instance_id: id, question: `Which towns? (${at})`, db: 'town', external_knowledge: documents[at] })),
    ),
    'resource/documents/towns.md': DOCUMENT,
    ...Object.fromEntries(ids.map((id, at) => [`gold/sql/${id}.sql`, `SELECT name FROM town WHERE id > ${at};`])),
    ...Object.fromEntries(ids.map((id, at) => [`answers/${id}.sql`, `SELECT people FROM town WHERE id = ${at}`])),
  });
  const databases = path.join(folder, 'resource', 'databases');
  fs.mkdirSync(databases, { recursive: true });
  const database = new DatabaseSync(path.join(databases, 'town.sqlite'));
  database.exec(
    "CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, people INTEGER); INSERT INTO town VALUES (1, 'Arl', 9), (2, 'Bern', 8);",
  );
  database.close();
  return [
    { kind: 'benchmark', format: 'spider2-lite', path: folder },
    { kind: 'predictions', format: 'sql-folder', path: path.join(folder, 'answers'), system: 'a', group: 'strong' },
  ];
}
