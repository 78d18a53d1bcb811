import { expect, test } from 'vitest';
import { pythonBytes, pythonDecimal, pythonFloat } from './pythonText.ts';

test('floats print as Python repr prints them', () => {
  expect([1, 1e16, 1e15, 123456.789, 1e-4, 1e-5, -0, 5e-324, Number.NaN, Number.NEGATIVE_INFINITY].map(pythonFloat)).toEqual([
    '1.0',
    '1e+16',
    '1000000000000000.0',
    '123456.789',
    '0.0001',
    '1e-05',
    '-0.0',
    '5e-324',
    'nan',
    '-inf',
  ]);
});

test('decimals keep their scale', () => {
  expect(['1.00', '1E+3', '0.000001', '0.0000001', '007', '-0', '1e-8'].map(pythonDecimal)).toEqual([
    '1.00',
    '1E+3',
    '0.000001',
    '1E-7',
    '7',
    '-0',
    '1E-8',
  ]);
});

test('bytes print as literals', () => {
  expect(pythonBytes(new Uint8Array([0x61, 0x27, 0x0a, 0xff]))).toBe('b"a\'\\n\\xff"');
});
