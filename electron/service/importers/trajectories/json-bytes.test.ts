import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonBytes } from './json-bytes.ts';

test('the bytes are those of JSON.stringify', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.json(), fc.constant('a\u0000b\u001f'));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), (parts) => {
      expect(jsonBytes(parts).toString('utf8')).toBe(JSON.stringify(parts));
    }),
    { numRuns: 300 },
  );
});
