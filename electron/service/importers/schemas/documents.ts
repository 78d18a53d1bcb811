import path from 'node:path';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import { fileAt, isFolder, type SourceFile, walk } from '../sources/files.ts';
import { readText } from '../sources/text.ts';
import { type Read, unitOf, unitsOf } from '../unit.ts';

type DocumentRecord = { readonly name: string; readonly text: string };

async function* readDocument(file: SourceFile): AsyncGenerator<Read<DocumentRecord>> {
  const text = await readText(file.path);
  yield { record: { name: file.name, text }, key: file.name, text: text.slice(0, 400) };
}

async function writeDocument({ name, text }: DocumentRecord, writer: UnitWriter): Promise<Decision> {
  const body = await writer.body(text);
  if (writer.catalog.documents.get(name) === body) return writer.unchanged();
  writer.put({ op: 'document', name, body });
  return writer.keep();
}

/** Takes documents (external knowledge) from a folder, or one file. They are known by their names, as instances refer to them. */
export async function takeDocuments(job: ItemJob, place: string): Promise<void> {
  requireBenchmark(job, 'documents');
  const units = isFolder(place)
    ? unitsOf(walk(place), (file) => /\.(md|txt|markdown)$/i.test(file.name), readDocument)
    : [unitOf(fileAt(place), readDocument)];
  await job.take('documents', path.basename(place), units, writeDocument);
}
