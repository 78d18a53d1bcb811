import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Db } from './open.ts';
import { prepared, row, text } from './statements.ts';

/** A text ready to be stored by its content. */
export type Body = {
  readonly hash: string;
  readonly encoding: 'plain' | 'zstd';
  readonly size: number;
  readonly data: Uint8Array;
};

const COMPRESS_FROM_BYTES = 256;
/** Smaller ones are packed in less time than another thread takes to be asked. */
const ELSEWHERE_FROM_BYTES = 128 * 1024;
/** Each piece of so many packed bytes is a message between threads. */
const PACKED_AT_ONCE = 256 * 1024;
const compress = promisify(zlib.zstdCompress);

export const contentHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function pack(bytes: Buffer): Buffer | Promise<Buffer> {
  if (bytes.length < COMPRESS_FROM_BYTES) return bytes;
  return bytes.length < ELSEWHERE_FROM_BYTES ? zlib.zstdCompressSync(bytes) : compress(bytes, { chunkSize: PACKED_AT_ONCE });
}

/** Packs bytes for storing; large ones outside the main thread. */
export async function packBody(bytes: Buffer, hash = contentHash(bytes)): Promise<Body> {
  const packed = await pack(bytes);
  return { hash, encoding: packed === bytes ? 'plain' : 'zstd', size: bytes.length, data: packed };
}

/** Stores a body; false where its content is there already. */
export const putBody = (db: Db, body: Body): boolean =>
  prepared(db, 'INSERT INTO body (hash, encoding, size, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING').run(
    body.hash,
    body.encoding,
    body.size,
    body.data,
  ).changes > 0;

/** A stored text. @throws where there is none: references are held by foreign keys */
export function bodyBytes(db: Db, hash: string): Buffer {
  const found = row(db, 'SELECT encoding, data FROM body WHERE hash = ?', hash)!;
  const data = found.data as Uint8Array;
  return text(found.encoding) === 'zstd' ? zlib.zstdDecompressSync(data) : Buffer.from(data);
}

export const bodyText = (db: Db, hash: string): string => bodyBytes(db, hash).toString('utf8');
