import type { Share } from '../../model/share.ts';

/** A share as the JSON files write it: with n = 0 nothing is known, and its numbers are null. */
export const knownShare = ({ count, n, share, low, high }: Share) =>
  n === 0 ? { count, n, share: null, low: null, high: null } : { count, n, share, low, high };
