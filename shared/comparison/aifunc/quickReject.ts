import type { Value } from '../../model/value.ts';
import { hashCell } from '../cellEquality.ts';
import { readBoolean, readDateTime, readNumber } from './readings.ts';
import type { Vector } from './vector.ts';

/** What a column holds, whatever its order; null where truth words let cells match across kinds. */
type Summary = { readonly numbers: Float64Array; readonly notANumber: number; readonly otherHash: number } | null;

const summaries = new WeakMap<Vector, { readonly summary: Summary }>();

/** Twice the published tolerance: what is further apart in ascending order matches in no order. */
const REACH = 2 * 1.01e-2;
const RELATIVE_REACH = 2e-9;

/**
 * True only when no order of the cells can make two equally long columns match. It spares the sorting by text:
 * numbers match numbers within the tolerance, dates equal dates, other text equal text.
 */
export function surelyDiffer(gold: Vector, prediction: Vector): boolean {
  const a = summaryOf(gold);
  const b = summaryOf(prediction);
  if (a === null || b === null) return false;
  if (a.otherHash !== b.otherHash || a.notANumber !== b.notANumber || a.numbers.length !== b.numbers.length) return true;
  for (let index = 0; index < a.numbers.length; index++) {
    const left = a.numbers[index]!;
    const right = b.numbers[index]!;
    if (left === right) continue;
    const reach = Math.max(REACH, RELATIVE_REACH * Math.max(Math.abs(left), Math.abs(right)));
    if (!(Math.abs(left - right) <= reach) || !Number.isFinite(left) || !Number.isFinite(right)) return true;
  }
  return false;
}

function summaryOf(vector: Vector): Summary {
  const known = summaries.get(vector);
  if (known !== undefined) return known.summary;
  const summary = summarise(vector.cells);
  summaries.set(vector, { summary });
  return summary;
}

function summarise(cells: readonly Value[]): Summary {
  const numbers = new Float64Array(cells.length);
  let count = 0;
  let notANumber = 0;
  let otherHash = 0;
  for (const cell of cells) {
    if (typeof cell === 'boolean') return null;
    const number = readNumber(cell);
    if (number !== null) {
      if (Number.isNaN(number)) notANumber += 1;
      else numbers[count++] = number;
      continue;
    }
    if (readBoolean(cell) !== null) return null;
    const hash = hashCell(readDateTime(cell) ?? cell);
    otherHash = (otherHash + Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)) | 0;
  }
  return { numbers: numbers.subarray(0, count).sort(), notANumber, otherHash };
}
