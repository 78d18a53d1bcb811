import { compareCodePoints } from '../../model/codePoints.ts';
import { isTypedText, type Row, type Value } from '../../model/value.ts';
import { cutReason, type GoldVerdict, judgeAnyGold } from '../anyGold.ts';
import { findColumnPermutation } from '../columnPermutation.ts';
import { pythonBytes, pythonFloat } from '../pythonText.ts';
import { differInWidth } from '../rowBags.ts';
import { countRows, identifyRows, sameRow } from '../rowIdentity.ts';
import type { ComparedTable, ComparisonInput, Rule } from '../rule.ts';

/**
 * Spider's test-suite execution match on one database: rows as a bag, any one order of the columns, no tolerance.
 * Row order counts where the gold text contains "order by" anywhere, as published.
 */
export const testSuite: Rule = {
  id: 'test-suite',
  version: '1.0',
  title: 'Spider test suite',
  source: 'Zhong et al. 2020; taoyds/test-suite-sql-eval exec_eval.py, result_eq, including its int/float quick reject.',
  ignoresRowOrder: false,
  compare: (input) => {
    const orderMatters = rowOrderMatters(input);
    return judgeAnyGold(input, (gold, prediction) => judge(readable(gold), readable(prediction), orderMatters));
  },
};

function rowOrderMatters(input: ComparisonInput): boolean {
  return input.orderMatters ?? (input.goldSql ?? '').toLowerCase().includes('order by');
}

function judge(gold: ComparedTable, prediction: ComparedTable, orderMatters: boolean): GoldVerdict {
  if (!gold.complete || !prediction.complete) return judgeCutTables(gold, prediction, orderMatters);
  const goldRows = gold.table.rows;
  const predictionRows = prediction.table.rows;
  if (goldRows.length !== predictionRows.length) return false;
  if (goldRows.length === 0) return true;
  if (differInWidth(gold, prediction)) return false;
  const permutation = findColumnPermutation(goldRows, predictionRows, orderMatters);
  if (permutation === 'too many orders')
    return { undecided: 'the columns resemble one another so much that their order was not found' };
  if (permutation === null) return false;
  return !pairsTwins(goldRows, predictionRows, permutation) || passesQuickReject(goldRows, predictionRows, orderMatters);
}

/** What the visible part proves: a row, without its column order, that the other side lacks or has elsewhere. */
function judgeCutTables(gold: ComparedTable, prediction: ComparedTable, orderMatters: boolean): GoldVerdict {
  if (differInWidth(gold, prediction)) return false;
  const goldRows = gold.table.rows.map(unorderedRow);
  const predictionRows = prediction.table.rows.map(unorderedRow);
  if (gold.complete && predictionRows.length > goldRows.length) return false;
  if (prediction.complete && goldRows.length > predictionRows.length) return false;
  if (orderMatters) {
    const seen = Math.min(goldRows.length, predictionRows.length);
    if (goldRows.slice(0, seen).some((row, index) => !sameRow(row, predictionRows[index]!))) return false;
  } else {
    const { left, right, distinct } = identifyRows(goldRows, predictionRows);
    const goldCounts = countRows(left, distinct);
    const predictionCounts = countRows(right, distinct);
    if (gold.complete && goldCounts.some((count, row) => predictionCounts[row]! > count)) return false;
    if (prediction.complete && predictionCounts.some((count, row) => goldCounts[row]! > count)) return false;
  }
  return { undecided: cutReason(gold, prediction) };
}

/** The published evaluator decodes text with errors="ignore": bytes that are no UTF-8 vanish before it compares. */
function readable(compared: ComparedTable): ComparedTable {
  const hasBadBytes = compared.table.rows.some((row) => row.some((cell) => typeof cell === 'string' && BAD_BYTE.test(cell)));
  if (!hasBadBytes) return compared;
  const rows = compared.table.rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cell.replace(BAD_BYTES, '') : cell)),
  );
  return { ...compared, table: { columns: compared.table.columns, rows } };
}

const BAD_BYTE = /[\uDC80-\uDCFF]/u;
const BAD_BYTES = /[\uDC80-\uDCFF]/gu;

/**
 * The published quick reject sorts each row's cells by their text and type. Equal cells have equal texts, unless one
 * is an integer and the other the same number as a float (1 and 1.0): then two equal rows may sort differently.
 */
function passesQuickReject(gold: readonly Row[], prediction: readonly Row[], orderMatters: boolean): boolean {
  const goldRows = gold.map(unorderedRow);
  const predictionRows = prediction.map(unorderedRow);
  if (orderMatters) return goldRows.every((row, index) => sameRow(row, predictionRows[index]!));
  const { left, right, distinct } = identifyRows(goldRows, predictionRows);
  const inGold = countRows(left, distinct);
  const inPrediction = countRows(right, distinct);
  return inGold.every((count, row) => count > 0 && inPrediction[row]! > 0);
}

/** True when a gold column and the column that answers it hold integers and whole floats between them. */
function pairsTwins(gold: readonly Row[], prediction: readonly Row[], permutation: readonly number[]): boolean {
  const kinds = new Uint8Array(permutation.length);
  for (const row of gold) {
    for (let column = 0; column < kinds.length; column++) kinds[column]! |= numberKind(row[column]!);
  }
  for (const row of prediction) {
    for (let column = 0; column < kinds.length; column++) kinds[column]! |= numberKind(row[permutation[column]!]!);
  }
  // More than one bit set.
  return kinds.some((bits) => (bits & (bits - 1)) !== 0);
}

/** One bit for each kind of number that can equal a number of another kind. */
function numberKind(cell: Value): number {
  if (typeof cell === 'bigint') return 1;
  if (typeof cell === 'number') return Number.isInteger(cell) ? 2 : 0;
  if (typeof cell === 'boolean') return 4;
  return typeof cell === 'object' && isTypedText(cell) && cell.type === 'decimal' ? 8 : 0;
}

function unorderedRow(row: Row): Row {
  const keyed = row.map((cell) => ({ cell, key: textAndType(cell) }));
  keyed.sort((a, b) => compareCodePoints(a.key, b.key));
  return keyed.map(({ cell }) => cell);
}

/** `str(x) + str(type(x))` as Python prints it. */
function textAndType(cell: Value): string {
  if (cell === null) return "None<class 'NoneType'>";
  if (typeof cell === 'string') return `${cell}<class 'str'>`;
  if (typeof cell === 'bigint') return `${cell}<class 'int'>`;
  if (typeof cell === 'number') return `${pythonFloat(cell)}<class 'float'>`;
  if (typeof cell === 'boolean') return cell ? "True<class 'bool'>" : "False<class 'bool'>";
  if (cell instanceof Uint8Array) return `${pythonBytes(cell)}<class 'bytes'>`;
  return `${cell.text}<class '${cell.type}'>`;
}
