import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// V8 collects when much was made since the last time, not when much could be given back: a service that rests keeps for good
// what a large computation left.

type Collect = (options?: { type: 'minor' }) => void;
let collect: Collect | null = null;

function collector(): Collect {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  return collect;
}

/** Bytes of buffers that may pile up unused. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Of so many looks at the young buffers one is at all: those that were held for a while are old when they are let go of. */
const LOOKS_IN_ALL = 3;
let piledUp = 0;
let looks = 0;

/**
 * Tells that a buffer of so many bytes was made that is soon let go of. V8 would let some 64 MB of them pile up before it
 * looks which are still held; to look at the young ones alone takes a millisecond or two.
 */
export function passingBuffer(bytes: number): void {
  piledUp += bytes;
  if (piledUp < MOST_BYTES) return;
  piledUp = 0;
  looks += 1;
  if (looks % LOOKS_IN_ALL === 0) collector()();
  else collector()({ type: 'minor' });
}

/** How long nothing large may have been computed, in milliseconds. */
const REST_MS = 1_000;
let resting: NodeJS.Timeout | undefined;

/** Tells that something large was computed: what it left is given back in a while, in some 50 ms. */
export function largeWorkDone(): void {
  clearTimeout(resting);
  resting = setTimeout(() => collector()(), REST_MS).unref();
}
