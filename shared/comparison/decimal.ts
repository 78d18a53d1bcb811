/**
 * Exact comparison of decimal texts with integers, doubles and one another, as Python's `decimal.Decimal` compares.
 */

/** digits × 10^exponent; `digits` carries the sign and has no trailing zero, so equal numbers have equal parts. */
export type ExactDecimal = { readonly digits: bigint; readonly exponent: number };

const DECIMAL = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?\s*$/;

/** The number a decimal text stands for, or null where it is none (`NaN`, `Infinity`, other text). */
function exactDecimal(text: string): ExactDecimal | null {
  const parts = DECIMAL.exec(text);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = parts;
  const allDigits = (whole + fraction).replace(/^0+/, '');
  if (whole.length + fraction.length === 0) return null;
  const significant = allDigits.replace(/0+$/, '');
  if (significant === '') return { digits: 0n, exponent: 0 };
  const magnitude = BigInt(significant);
  return {
    digits: sign === '-' ? -magnitude : magnitude,
    exponent: Number(exponentText) - fraction.length + (allDigits.length - significant.length),
  };
}

/** True when two decimal texts are the same number; texts that are no number compare as texts. */
export function sameDecimal(left: string, right: string): boolean {
  if (left === right) return true;
  const a = exactDecimal(left);
  const b = exactDecimal(right);
  return a !== null && b !== null && a.digits === b.digits && a.exponent === b.exponent;
}

/** True when a decimal text and an integer are the same number. */
export function decimalEqualsInteger(text: string, integer: bigint): boolean {
  const decimal = exactDecimal(text);
  if (decimal === null || decimal.exponent < 0) return false;
  if (decimal.digits === 0n) return integer === 0n;
  const length = (value: bigint) => value.toString().replace('-', '').length;
  // The lengths are compared first: 10 ** exponent may be too large to build.
  return (
    length(decimal.digits) + decimal.exponent === length(integer) && decimal.digits * 10n ** BigInt(decimal.exponent) === integer
  );
}

/** True when a decimal text and a double are the same number, to the last bit: 0.1 as a double is not 0.1. */
export function decimalEqualsDouble(text: string, double: number): boolean {
  if (!Number.isFinite(double) || Number(text) !== double) return false;
  const decimal = exactDecimal(text);
  if (decimal === null) return false;
  if (double === 0 || decimal.digits === 0n) return double === 0 && decimal.digits === 0n;
  let mantissa = double;
  let halvings = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    halvings += 1;
  }
  // mantissa / 2^halvings = digits × 10^exponent, with every factor brought to the side where it is whole.
  const tens = 10n ** BigInt(Math.abs(decimal.exponent));
  const left = BigInt(mantissa) * (decimal.exponent < 0 ? tens : 1n);
  const right = (decimal.digits * (decimal.exponent > 0 ? tens : 1n)) << BigInt(halvings);
  return left === right;
}
