import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { RunnerOutcome } from '#shared/contract/runner.ts';
import { encodeTable } from '#shared/model/result-encoding.ts';

const COMPRESS_FROM_BYTES = 512;

/** Rows of a result, encoded one by one, up to the caps. */
export type Fetched = {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly cappedBy: 'rows' | 'bytes' | null;
  readonly invalidTextCells: number;
};

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** The outcome of a query that ran: the encoded table with its hashes, compressed where that pays. */
export function pack({ columns, rows, cappedBy, invalidTextCells }: Fetched): RunnerOutcome {
  const bytes = Buffer.from(encodeTable(columns, rows));
  const compress = bytes.length >= COMPRESS_FROM_BYTES;
  return {
    status: 'ok',
    cappedBy,
    invalidTextCells,
    result: {
      hash: sha256(bytes),
      rowsHash: sha256(bytes.subarray(bytes.indexOf(10) + 1)),
      columns: [...columns],
      rowCount: rows.length,
      encoding: compress ? 'deflate' : 'plain',
      bytes: bytes.length,
      data: compress ? deflateRawSync(bytes, { level: 1 }) : bytes,
    },
  };
}
