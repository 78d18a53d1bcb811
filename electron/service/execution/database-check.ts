import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { notHeld } from '../database/held-files.ts';
import type { WatchedFile } from '../database/run-databases.ts';

/** SHA-256 of a file, or null where it cannot be read (its queries say so themselves). */
async function hashOf(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(fs.createReadStream(notHeld(file), { highWaterMark: 1024 * 1024 }), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/**
 * Takes the hash of every database file that queries are about to read, before and after `work`, and notes both with the run:
 * a file that somebody changed meanwhile is then told.
 */
export async function withUnchangedFiles<T>(files: readonly WatchedFile[], work: () => Promise<T>): Promise<T> {
  const note = async () => {
    for (const { location, put } of files) {
      const hash = await hashOf(location);
      if (hash !== null) put(hash);
    }
  };
  await note();
  try {
    return await work();
  } finally {
    await note();
  }
}
