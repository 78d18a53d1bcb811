import { Readable } from 'node:stream';
import { constants, createInflateRaw, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { rowDecoder } from '#shared/model/result-encoding.ts';
import type { Row } from '#shared/model/value.ts';
import type { StoredTable } from '../database/executions.ts';

/** Rows of a table by their number, wherever they are kept. */
export type RowSource = {
  readonly columns: readonly string[];
  /** What it takes in memory, in bytes, about. */
  readonly bytes: number;
  row(index: number): Row;
};

/** Small enough that a page of a shuffled result, whose every row lies in another block, comes in some 150 ms. */
const BLOCK_CELLS = 5_000;
const UNPACKED_BLOCKS = 24;
const PIECE_BYTES = 256 * 1024;
const LINE_FEED = 10;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

// The compressor's answer may lie in a larger buffer.
const packed = (block: Buffer): Uint8Array => Uint8Array.from(zstdCompressSync(block, FAST));

/**
 * A large table of which only the rows that are looked at are unpacked: 10 million cells take some 12 MB instead of
 * several hundred.
 */
export class PackedTable implements RowSource {
  readonly columns: readonly string[];
  readonly bytes: number;
  readonly #blocks: readonly Uint8Array[];
  readonly #rowsInBlock: number;
  readonly #unpacked = new Map<number, readonly string[]>();

  private constructor(columns: readonly string[], blocks: readonly Uint8Array[], rowsInBlock: number) {
    this.columns = columns;
    this.bytes = blocks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#blocks = blocks;
    this.#rowsInBlock = rowsInBlock;
  }

  /** Packs a stored result anew, piece by piece: it never stands in memory as a whole. */
  static async of({ encoding, data }: StoredTable): Promise<PackedTable> {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const pieces = encoding === 'deflate' ? Readable.from([bytes]).pipe(createInflateRaw({ chunkSize: PIECE_BYTES })) : [bytes];
    const blocks: Uint8Array[] = [];
    let columns: readonly string[] | null = null;
    let rowsInBlock = 1;
    let rows = 0;
    let held: Buffer[] = [];
    const take = (): Buffer => {
      const taken = Buffer.concat(held);
      held = [];
      return taken;
    };
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, end + 1)) {
        // The first line names the columns.
        const isWhole = columns === null || ++rows % rowsInBlock === 0;
        if (!isWhole) continue;
        held.push(piece.subarray(from, end));
        from = end + 1;
        if (columns === null) {
          columns = JSON.parse(take().toString('utf8')) as string[];
          rowsInBlock = Math.max(1, Math.floor(BLOCK_CELLS / Math.max(1, columns.length)));
        } else blocks.push(packed(take()));
      }
      if (from < piece.length) held.push(piece.subarray(from));
    }
    const rest = take();
    if (columns === null) columns = JSON.parse(rest.toString('utf8')) as string[];
    else if (rest.length > 0) blocks.push(packed(rest));
    return new PackedTable(columns, blocks, rowsInBlock);
  }

  row(index: number): Row {
    const lines = this.#linesOf(Math.floor(index / this.#rowsInBlock));
    return rowDecoder()(lines[index % this.#rowsInBlock]!);
  }

  #linesOf(block: number): readonly string[] {
    const lines = this.#unpacked.get(block) ?? zstdDecompressSync(this.#blocks[block]!).toString('utf8').split('\n');
    this.#unpacked.delete(block);
    this.#unpacked.set(block, lines);
    if (this.#unpacked.size > UNPACKED_BLOCKS) this.#unpacked.delete(this.#unpacked.keys().next().value!);
    return lines;
  }
}
