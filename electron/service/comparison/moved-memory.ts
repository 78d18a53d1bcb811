import type { PreparedPair } from './prepared-pair.ts';

const MOVED_FROM_BYTES = 1024 * 1024;

/** Whether memory moves to the other thread: smaller pieces are copied, since they may be part of a pool. */
export const isMovable = (buffer: ArrayBufferLike): buffer is ArrayBuffer =>
  buffer instanceof ArrayBuffer && buffer.byteLength >= MOVED_FROM_BYTES;

/** Gives back memory that was moved here, at once and not with some later collection. Nobody may read it afterwards. */
export function letGo(buffer: ArrayBufferLike): void {
  if (isMovable(buffer)) buffer.transfer(0);
}

/** The memory that a prepared pair takes, each piece once: both sides may be the same result. */
export function buffersOf({ aligned, gold, prediction }: PreparedPair): ArrayBufferLike[] {
  const { kinds, goldRows, predictionRows, differences } = aligned;
  const packed = [gold, prediction].flatMap((side) => (side === null ? [] : [side.blocks, side.ends]));
  return [...new Set([kinds, goldRows, predictionRows, differences, ...packed].map(({ buffer }) => buffer))];
}
