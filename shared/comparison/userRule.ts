import type { UserRule, UserRuleOptions } from '../model/userRule.ts';
import { cutReason, type GoldVerdict, judgeAnyGold } from './anyGold.ts';
import type { DocumentedColumns } from './documented/cells.ts';
import { type Closeness, rowsMatch } from './documented/rowMatch.ts';
import { type Found, searchMapping } from './mappingSearch.ts';
import type { ComparedGold, ComparedTable, ComparisonInput, Rule } from './rule.ts';
import { readColumns } from './userRule/cells.ts';
import { sameDistinctRows, withoutRepeats } from './userRule/distinctRows.ts';

/** The rule that a project's options describe. Its version is the count of its changes. */
export const userRule = ({ name, version, options }: Pick<UserRule, 'name' | 'version' | 'options'>): Rule => ({
  id: name,
  version: String(version),
  title: name,
  source: 'This project’s own rule.',
  ignoresRowOrder: options.order === 'ignored',
  compare: (input) => judgeAnyGold(input, (gold, prediction) => judge(gold, prediction, options, rowOrderCounts(input, options))),
});

const rowOrderCounts = (input: ComparisonInput, { order }: UserRuleOptions): boolean =>
  order === 'counts' || (order === 'as configured' && (input.orderMatters ?? !input.ignoreOrder));

/** Numbers within the absolute tolerance, or within the share of the larger one; what doubles leave over is forgiven. */
const closenessOf = ({
  absoluteTolerance,
  relativeTolerance,
}: Pick<UserRuleOptions, 'absoluteTolerance' | 'relativeTolerance'>): Closeness => {
  if (absoluteTolerance === 0 && relativeTolerance === 0) return (a, b) => a === b;
  return (a, b) => {
    if (a === b) return true;
    const larger = Math.max(Math.abs(a), Math.abs(b));
    const residue = 1e-15 * larger;
    return Number.isFinite(larger) && Math.abs(a - b) <= Math.max(absoluteTolerance, relativeTolerance * larger) + residue;
  };
};

function judge(gold: ComparedGold, prediction: ComparedTable, options: UserRuleOptions, orderCounts: boolean): GoldVerdict {
  const width = gold.table.columns.length;
  const wanted = options.goldColumns === 'condition columns' ? gold.conditionColumns : [];
  const faulty = wanted.filter((column) => column < 0 || column >= width);
  if (faulty.length > 0) {
    return { undecided: `the condition names column ${faulty.join(', ')}, but ${gold.name} has ${width} columns (from 0)` };
  }
  const selected = wanted.length > 0 ? wanted : [...gold.table.columns.keys()];
  const answers = prediction.table.columns.length;
  if (selected.length > answers || (options.extraColumns === 'mismatch' && selected.length < answers)) return false;
  if (!gold.complete || !prediction.complete) return judgeCut(gold, prediction, options);
  const [rows, predictedRows] = [gold.table.rows.length, prediction.table.rows.length];
  if (options.duplicates === 'count' && rows !== predictedRows) return false;
  if (rows === 0 || predictedRows === 0) return rows === predictedRows;
  const goldColumns = readColumns(gold.table, selected, options);
  const predicted = readColumns(prediction.table, [...prediction.table.columns.keys()], options);
  const close = closenessOf(options);
  const matches = (columns: readonly number[], mapping: readonly number[]) =>
    sameRows(
      columns.map((column) => goldColumns[column]!),
      mapping.map((column) => predicted[column]!),
      options.duplicates === 'ignored',
      orderCounts,
      close,
    );
  const found = findColumns(gold, prediction, selected, options, matches);
  return found === 'gave up' ? { undecided: 'the rows and columns resemble one another too much to try every pairing' } : found;
}

/** What a cut table proves: with duplicates counted, more rows than the whole other side has. */
function judgeCut(gold: ComparedGold, prediction: ComparedTable, { duplicates }: UserRuleOptions): GoldVerdict {
  const surplus = prediction.table.rows.length - gold.table.rows.length;
  if (duplicates === 'count' && ((gold.complete && surplus > 0) || (prediction.complete && surplus < 0))) return false;
  return { undecided: cutReason(gold, prediction) };
}

function sameRows(
  gold: DocumentedColumns,
  prediction: DocumentedColumns,
  ignoreDuplicates: boolean,
  orderCounts: boolean,
  close: Closeness,
): Found {
  if (ignoreDuplicates && !orderCounts) return sameDistinctRows(gold, prediction, close);
  const [left, right] = ignoreDuplicates ? [withoutRepeats(gold), withoutRepeats(prediction)] : [gold, prediction];
  if (left[0]!.length !== right[0]!.length) return false;
  const matched = rowsMatch(left, right, !orderCounts, close);
  return matched === 'too many rows' ? 'gave up' : matched;
}

type RowsMatch = (columns: readonly number[], mapping: readonly number[]) => Found;

/** Looks for prediction columns that answer the selected gold columns. */
function findColumns(
  gold: ComparedGold,
  prediction: ComparedTable,
  selected: readonly number[],
  options: UserRuleOptions,
  matches: RowsMatch,
): Found {
  const all = [...selected.keys()];
  if (options.columns === 'position') return matches(all, all);
  if (options.columns === 'name') {
    const mapping = byName(gold, prediction, selected, options);
    return mapping !== null && matches(all, mapping);
  }
  const candidates = all.map((column) =>
    [...prediction.table.columns.keys()].filter((answer) => matches([column], [answer]) !== false),
  );
  return searchMapping(candidates, selected, matches);
}

/** Prediction columns with the names of the selected gold columns; of equal names the first goes to the first. */
function byName(
  gold: ComparedGold,
  prediction: ComparedTable,
  selected: readonly number[],
  options: UserRuleOptions,
): readonly number[] | null {
  const plain = (name: string) => (options.case === 'ignored' ? name.toLowerCase() : name);
  const free = prediction.table.columns.map(plain);
  const mapping: number[] = [];
  for (const column of selected) {
    const answer = free.findIndex((name, index) => !mapping.includes(index) && name === plain(gold.table.columns[column]!));
    if (answer === -1) return null;
    mapping.push(answer);
  }
  return mapping;
}
