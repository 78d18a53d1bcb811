import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

test('valid UTF-8 is decoded as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeText(new TextEncoder().encode(text))).toEqual({ text, valid: true });
    }),
  );
});

test('any bytes can be told apart and read back', () => {
  const back = (text: string) =>
    Array.from(text).flatMap((character) => {
      const code = character.codePointAt(0)!;
      return code >= 0xdc80 && code <= 0xdcff ? [code - 0xdc00] : [...new TextEncoder().encode(character)];
    });
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(back(decodeText(bytes).text)).toEqual([...bytes]);
    }),
  );
});

test('a Latin-1 é becomes one lone surrogate', () => {
  expect(decodeText(Uint8Array.of(0x63, 0x61, 0x66, 0xe9))).toEqual({ text: 'caf\udce9', valid: false });
});
