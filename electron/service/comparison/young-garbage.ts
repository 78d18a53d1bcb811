import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of buffers that may pile up unused. */
const MOST_BYTES = 8 * 1024 * 1024;

type Collect = (options: { type: 'minor' }) => void;
let collect: Collect | null = null;
let piledUp = 0;

/**
 * Tells that a buffer of so many bytes was made that is soon let go of. V8 would let some 64 MB of them pile up before it
 * looks which are still held; to look at the young ones alone takes a millisecond or two.
 */
export function passingBuffer(bytes: number): void {
  piledUp += bytes;
  if (piledUp < MOST_BYTES) return;
  piledUp = 0;
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'minor' });
}
