import { compareCodePoints } from '../model/codePoints.ts';

/**
 * A seeded generator that gives the same numbers on every machine: only integer operations whose results are exact
 * (32-bit operators, and products and remainders below 2^53).
 */
export type Generator = {
  /** A whole number in 0 … 2^32 - 1. */
  next(): number;
  /** A whole number in 0 … bound - 1, every one equally likely. */
  below(bound: number): number;
};

const rotateLeft = (x: number, by: number) => (x << by) | (x >>> (32 - by));

/** Finalizer of MurmurHash3 (public domain): every bit of the input reaches every bit of the output. */
function mix(x: number): number {
  let h = x | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Four 32-bit words from a text: FNV-1a over its UTF-16 units, then a counter, mixed. */
function wordsOf(text: string): [number, number, number, number] {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  const word = (step: number) => mix((hash + Math.imul(step, 0x9e3779b9)) | 0);
  return [word(1), word(2), word(3), word(4)];
}

/**
 * xoshiro128** (Blackman and Vigna, public domain), its state taken from the seed and the name of the stream, so that
 * streams of one seed do not depend on each other.
 *
 * @param seed a whole number from 0 to Number.MAX_SAFE_INTEGER
 * @throws RangeError for any other seed
 */
export function createGenerator(seed: number, stream: string): Generator {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`Not a seed: ${seed}.`);
  let [a, b, c, d] = wordsOf(`${seed}/${stream}`);
  // All zero is the one state that the generator never leaves.
  if ((a | b | c | d) === 0) a = 1;

  const next = () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  const below = (bound: number) => {
    // The surplus numbers at the top would make the low remainders likelier: draw again.
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let number = next();
    while (number >= limit) number = next();
    return number % bound;
  };
  return { next, below };
}

/**
 * Draws `count` of the ids without replacement, in the order of drawing. The ids are first sorted by code point, so
 * their order in the input plays no part. A larger count only adds to what a smaller one draws.
 *
 * @returns all ids, shuffled, where there are not `count`
 * @throws RangeError when an id comes twice
 */
export function drawWithoutReplacement(ids: readonly string[], count: number, seed: number, stream: string): string[] {
  const pool = [...ids].sort(compareCodePoints);
  for (let i = 1; i < pool.length; i++) {
    if (pool[i] === pool[i - 1]) throw new RangeError(`The id ${pool[i]} comes twice.`);
  }
  const generator = createGenerator(seed, stream);
  const size = Math.min(Math.max(0, Math.floor(count)), pool.length);
  // Fisher and Yates from the front: place i is settled by the first i + 1 numbers alone.
  for (let i = 0; i < size; i++) {
    const j = i + generator.below(pool.length - i);
    [pool[i], pool[j]] = [pool[j]!, pool[i]!];
  }
  return pool.slice(0, size);
}
