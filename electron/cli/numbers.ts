import { InvalidArgumentError } from 'commander';

/** Reads a whole number of an option: `wholeNumber(1)` from 1 on, `wholeNumber(1, 500)` up to 500. */
export const wholeNumber =
  (from: number, to = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= from && value <= to) return value;
    const range = to === Number.MAX_SAFE_INTEGER ? `from ${from} on` : `from ${from} to ${to}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };

/** Reads a number of an option that is above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}

/** Reads a tolerance: 0 or more. */
export function tolerance(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a number from 0 on.');
}
