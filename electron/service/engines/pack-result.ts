import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { StoredResult } from '#shared/contract/runner.ts';
import { encodeTable } from '#shared/model/result-encoding.ts';

const COMPRESS_FROM_BYTES = 512;

const deflate = promisify(deflateRaw) as (data: Uint8Array, options: { level: number }) => Promise<Buffer>;

/** A table of encoded rows as it is stored: hashed, and compressed beside the event loop. */
export async function packResult(columns: string[], encodedRows: readonly string[]): Promise<StoredResult> {
  const bytes = Buffer.from(encodeTable(columns, encodedRows));
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  const compress = bytes.length >= COMPRESS_FROM_BYTES;
  return {
    hash: sha256(bytes),
    rowsHash: sha256(bytes.subarray(bytes.indexOf(10) + 1)),
    columns,
    rowCount: encodedRows.length,
    encoding: compress ? 'deflate' : 'plain',
    bytes: bytes.length,
    data: compress ? await deflate(bytes, { level: 1 }) : bytes,
  };
}
