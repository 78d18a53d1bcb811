import { Readable } from 'node:stream';
import { constants, createInflateRaw, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type AlignableTable, plain, type RowEquality } from '#shared/comparison/alignableTable.ts';
import { sameCell } from '#shared/comparison/cellEquality.ts';
import { hashEncodedRow } from '#shared/comparison/encodedRow.ts';
import { decodeValue, type EncodedCell, rowDecoder } from '#shared/model/result-encoding.ts';
import type { Row } from '#shared/model/value.ts';
import type { StoredTable } from '../database/executions.ts';
import { passingBuffer } from '../garbage.ts';

/** Rows of a table by their number, wherever they are kept. */
export type RowSource = {
  readonly columns: readonly string[];
  /** What it takes in memory, in bytes, about. */
  readonly bytes: number;
  row(index: number): Row;
};

/** The rows of a large table in compressed blocks: 10 million cells take some 12 MB instead of several hundred. */
export type PackedRows = {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly rowsInBlock: number;
  /** One block behind the other, each the encoded rows as lines. */
  readonly blocks: Uint8Array;
  /** Where each block ends. */
  readonly ends: Int32Array;
};

/**
 * Small enough that a page of a shuffled result, whose every row lies in another block, comes in some 30 ms; large enough
 * that what the compressor takes for each block and gives back costs less than its work.
 */
const BLOCK_CELLS = 20_000;
const UNPACKED_BLOCKS = 12;
const PIECE_BYTES = 256 * 1024;
/**
 * A block is packed and unpacked into a piece of this size, of which it touches what it needs. It is above what the
 * service's allocator gives back to the system at once: thousands of smaller ones would stay with the process.
 */
const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;
const FAST = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Told how much comes, the compressor takes no more memory than that asks for. */
function packBlock(lines: Buffer): Buffer {
  const packed = zstdCompressSync(lines, { params: FAST, pledgedSrcSize: lines.byteLength, chunkSize: CHUNK_BYTES });
  passingBuffer(packed.byteLength);
  return packed;
}

function unpackBlock({ blocks, ends }: PackedRows, block: number): Buffer {
  const packed = blocks.subarray(block === 0 ? 0 : ends[block - 1]!, ends[block]!);
  const lines = zstdDecompressSync(packed, { chunkSize: CHUNK_BYTES });
  passingBuffer(lines.byteLength);
  return lines;
}

/** Where the line ends that begins at `from`. */
function endOfLine(lines: Buffer, from: number): number {
  const end = lines.indexOf(LINE_FEED, from);
  return end === -1 ? lines.length : end;
}

const parseColumns = (line: Buffer) => JSON.parse(line.toString('utf8')) as string[];
const blockRows = (columns: readonly string[]) => Math.max(1, Math.floor(BLOCK_CELLS / Math.max(1, columns.length)));

/** Lines gathered in memory that is used again and again: what one piece of text after the other takes would pile up. */
class Gathered {
  #bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(part: Buffer): void {
    const size = this.#size + part.byteLength;
    if (size > this.#bytes.byteLength) {
      const larger = Buffer.allocUnsafeSlow(2 * size);
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    part.copy(this.#bytes, this.#size);
    this.#size = size;
  }

  /** Holds until something is added. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#size);
    this.#size = 0;
    return taken;
  }
}

/**
 * The text of a stored result, piece by piece as it is unpacked: first the line of the columns, then the rows by blocks.
 * Each holds until the next is asked for.
 */
async function* blocksOf({ encoding, data }: StoredTable): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const pieces = encoding === 'deflate' ? Readable.from([bytes]).pipe(createInflateRaw({ chunkSize: PIECE_BYTES })) : [bytes];
  let rowsInBlock = 0;
  let rows = 0;
  const gathered = new Gathered();
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    passingBuffer(piece.byteLength);
    let from = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, end + 1)) {
      if (rowsInBlock > 0 && ++rows % rowsInBlock !== 0) continue;
      gathered.add(piece.subarray(from, end));
      from = end + 1;
      const block = gathered.take();
      if (rowsInBlock === 0) rowsInBlock = blockRows(parseColumns(block));
      yield block;
    }
    if (from < piece.length) gathered.add(piece.subarray(from));
  }
  if (gathered.size > 0) yield gathered.take();
}

/** Blocks one behind the other, in memory as large as they may become: what is not written to is not taken from the system. */
class Joined {
  #bytes: Uint8Array<ArrayBuffer>;
  #size = 0;
  readonly #ends: number[] = [];

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(expectedBytes);
  }

  add(block: Uint8Array): void {
    const size = this.#size + block.byteLength;
    if (size > this.#bytes.byteLength) {
      const larger = new Uint8Array(2 * size);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(block, this.#size);
    this.#size = size;
    this.#ends.push(size);
  }

  /** Ends the gathering: the memory is handed on, without what was too much of it. */
  whole(): Pick<PackedRows, 'blocks' | 'ends'> {
    return { blocks: new Uint8Array(this.#bytes.buffer.transfer(this.#size)), ends: Int32Array.from(this.#ends) };
  }
}

/** Packs a stored result as it is read, so that it never stands in memory as a whole. */
export async function packTable(stored: StoredTable): Promise<PackedRows> {
  const text = blocksOf(stored);
  const columns = parseColumns((await text.next()).value as Buffer);
  const blocks = new Joined(stored.data.byteLength);
  let rowCount = 0;
  for await (const lines of text) {
    blocks.add(packBlock(lines));
    for (let from = 0; from <= lines.length; from = endOfLine(lines, from) + 1) rowCount++;
  }
  if (rowCount !== stored.rowCount) throw new Error(`a stored result of ${stored.rowCount} rows holds ${rowCount}`);
  return { columns, rowCount, rowsInBlock: blockRows(columns), ...blocks.whole() };
}

/** A large table of which only the rows that are looked at are unpacked. */
export class PackedTable implements RowSource {
  readonly columns: readonly string[];
  readonly bytes: number;
  readonly #packed: PackedRows;
  readonly #unpacked = new Map<number, Buffer>();

  constructor(packed: PackedRows) {
    this.columns = packed.columns;
    this.bytes = packed.blocks.byteLength + packed.ends.byteLength;
    this.#packed = packed;
  }

  row(index: number): Row {
    const { rowsInBlock } = this.#packed;
    const lines = this.#linesOf(Math.floor(index / rowsInBlock));
    let from = 0;
    for (let line = index % rowsInBlock; line > 0; line--) from = endOfLine(lines, from) + 1;
    return rowDecoder()(lines.toString('utf8', from, endOfLine(lines, from)));
  }

  #linesOf(block: number): Buffer {
    const lines = this.#unpacked.get(block) ?? unpackBlock(this.#packed, block);
    this.#unpacked.delete(block);
    this.#unpacked.set(block, lines);
    if (this.#unpacked.size > UNPACKED_BLOCKS) this.#unpacked.delete(this.#unpacked.keys().next().value!);
    return lines;
  }
}

/** A row as it lies in a block; its cells are read where somebody asks for one. */
export type EncodedRow = { readonly line: Buffer; cells: readonly EncodedCell[] | null };

const cellOf = (row: EncodedRow, column: number): EncodedCell => {
  row.cells ??= JSON.parse(row.line.toString('utf8')) as EncodedCell[];
  return row.cells[column]!;
};

/** A packed table as the alignment reads it. */
export const alignablePacked = (packed: PackedRows): AlignableTable<EncodedRow> => ({
  columns: packed.columns,
  rowCount: packed.rowCount,
  *read(rows) {
    let block = -1;
    let lines: Buffer = Buffer.alloc(0);
    let line = 0;
    let from = 0;
    for (const row of rows) {
      const wanted = Math.floor(row / packed.rowsInBlock);
      if (wanted !== block) {
        block = wanted;
        lines = unpackBlock(packed, block);
        line = block * packed.rowsInBlock;
        from = 0;
      }
      for (; line < row; line++) from = endOfLine(lines, from) + 1;
      yield { line: lines.subarray(from, endOfLine(lines, from)), cells: null };
    }
  },
  cell: (row, column) => plain(decodeValue(cellOf(row, column))),
  hash: ({ line }, into, at) => hashEncodedRow(line, 0, line.length, into, at),
});

/** The same text is the same value; another text may still be. */
export const EQUALITY_OF_ENCODED_ROWS: RowEquality<EncodedRow> = {
  isSame: ({ line }, other) => line.equals(other.line),
  isSameCell: (row, column, other, otherColumn) => {
    const [cell, answer] = [cellOf(row, column), cellOf(other, otherColumn)];
    return cell === answer || sameCell(plain(decodeValue(cell)), plain(decodeValue(answer)));
  },
};
