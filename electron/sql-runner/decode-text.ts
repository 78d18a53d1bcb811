const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Length in bytes of the valid UTF-8 sequence at `at`, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length < 2) return length;
  try {
    strict.decode(bytes.subarray(at, at + length));
    return at + length <= bytes.length ? length : 0;
  } catch {
    return 0;
  }
}

/**
 * Text of bytes that should be UTF-8. Each invalid byte becomes a lone surrogate U+DC80…U+DCFF (see shared/model/value),
 * so nothing is lost and unequal bytes stay unequal. `valid` is false where that happened.
 */
export function decodeText(bytes: Uint8Array): { text: string; valid: boolean } {
  try {
    return { text: strict.decode(bytes), valid: true };
  } catch {
    let text = '';
    for (let at = 0; at < bytes.length; ) {
      const length = sequenceLength(bytes, at);
      text += length === 0 ? String.fromCharCode(0xdc00 + bytes[at]!) : strict.decode(bytes.subarray(at, at + length));
      at += length || 1;
    }
    return { text, valid: false };
  }
}
