import fs from 'node:fs';
import path from 'node:path';
import { AssayError, toWireError } from '#shared/contract/errors.ts';
import type { ImportItem, ImportPreview } from '#shared/contract/import.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import type { Db } from '../database/open.ts';
import { json, rows, text, write } from '../database/statements.ts';
import type { Imported } from './import-context.ts';
import { importPredictionLines } from './prediction-lines.ts';
import { importSpider, spiderFiles } from './spider.ts';
import { importSpiderAgentTc } from './spider-agent-tc.ts';

function importItem(db: Db, item: ImportItem): Imported {
  switch (item.kind) {
    case 'benchmark':
      return importSpider(db, item.path);
    case 'predictions':
      return importPredictionLines(db, item.path, item.system, item.group);
    case 'trajectories':
      return importSpiderAgentTc(db, item.path, item.system);
  }
}

class RolledBack extends Error {}

/**
 * What importing the items would do: they are imported in order and taken back at the end, so that a preview can never
 * differ from the import. Nothing is on disk afterwards.
 */
export function previewImport(db: Db, items: readonly ImportItem[]): ImportPreview[] {
  const previews: ImportPreview[] = [];
  try {
    db.transaction(() => {
      for (const item of items) previews.push(preview(db, item));
      throw new RolledBack();
    })();
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return previews;
}

function preview(db: Db, item: ImportItem): ImportPreview {
  try {
    // A transaction of its own: what a refused item wrote before the refusal is not seen by the next.
    return { item, refused: null, ...db.transaction(() => importItem(db, item))() };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { message, next } = toWireError(error);
    return { item, receipts: [], firstTen: [], without: [], refused: { message, next: next ?? null } };
  }
}

/** Imports one item in one transaction and keeps its receipts. */
export const runImport = (db: Db, item: ImportItem): StoredReceipt[] =>
  db.transaction(() =>
    importItem(db, item).receipts.map((receipt): StoredReceipt => {
      const at = new Date().toISOString();
      return { id: write(db, 'INSERT INTO receipt (at, body) VALUES (?, ?)', at, JSON.stringify(receipt)), at, ...receipt };
    }),
  )();

export const storedReceipts = (db: Db): StoredReceipt[] =>
  rows(db, 'SELECT id, at, body FROM receipt ORDER BY id').map((found) => ({
    id: Number(found.id),
    at: text(found.at),
    ...json<Omit<StoredReceipt, 'id' | 'at'>>(found.body),
  }));

const systemNameOf = (file: string): string => path.basename(file, path.extname(file));

/** What files and folders look like; a Spider folder brings the prediction files that lie in it. */
export function detectItems(paths: readonly string[]): { items: ImportItem[]; leftAlone: string[] } {
  const items: ImportItem[] = [];
  const leftAlone: string[] = [];
  const predictions = (file: string) =>
    items.push({ kind: 'predictions', format: 'lines', path: file, system: systemNameOf(file), group: 'open' });
  for (const named of paths) {
    const isFolder = fs.existsSync(named) && fs.statSync(named).isDirectory();
    if (isFolder && spiderFiles(named)) {
      items.push({ kind: 'benchmark', format: 'spider', path: named });
      const folder = path.join(named, 'predictions');
      for (const file of fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []) {
        if (/\.(txt|sql)$/i.test(file)) predictions(path.join(folder, file));
        else leftAlone.push(path.join(folder, file));
      }
    } else if (isFolder && fs.readdirSync(named).some((name) => name.endsWith('.json'))) {
      items.push({ kind: 'trajectories', format: 'spider-agent-tc', path: named, system: path.basename(named) });
    } else if (!isFolder && /\.(txt|sql)$/i.test(named)) predictions(named);
    else leftAlone.push(named);
  }
  return { items, leftAlone };
}
