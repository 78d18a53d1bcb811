import type { Table } from '../model/value.ts';
import type { Explanation } from '../model/why.ts';
import { documentedColumns, isFromCsv } from './documented/cells.ts';
import { looseMatchWarnings } from './looseMatch.ts';
import { findNearMisses, type NearMissReport } from './nearMiss.ts';
import { LITERAL_ONLY_WORDS, nearMissInWords, warningInWords } from './whyInWords.ts';

export type ExplainInput = {
  /** At least one. */
  readonly golds: readonly { readonly name: string; readonly table: Table; readonly conditionColumns: readonly number[] }[];
  readonly prediction: Table;
  readonly orderCounts: boolean;
  /** The gold that some rule says was matched; null where no rule did. */
  readonly matchedGold: string | null;
  /** The predicted query reads no table. */
  readonly readsNoTable: boolean;
};

/**
 * Why a prediction is not its gold, and what a match may hide. Of several golds the one is taken that was matched, else
 * the one with the fewest differences left unexplained.
 */
export function explain(input: ExplainInput): Explanation {
  const { orderCounts, matchedGold, readsNoTable } = input;
  const golds = input.golds.map((gold) => ({ ...gold, table: withTypedColumns(gold.table) }));
  const prediction = withTypedColumns(input.prediction);
  const matched = golds.find(({ name }) => name === matchedGold);
  const reports = (matched === undefined ? golds : [matched]).map((gold) => ({
    gold,
    report: findNearMisses(gold.table, prediction, orderCounts),
  }));
  const { gold, report } = reports.reduce((best, other) => (isNearer(other.report, best.report) ? other : best));
  const literalOnly = readsNoTable ? [{ kind: 'literal only' as const, words: LITERAL_ONLY_WORDS }] : [];
  return {
    gold: gold.name,
    isExplained: report.isExplained,
    nearMisses: [...report.kinds.map((miss) => ({ kind: miss.kind, words: nearMissInWords(miss) })), ...literalOnly],
    unexplained: report.unexplained,
    warnings:
      matched === undefined
        ? []
        : [
            ...looseMatchWarnings(gold.table, gold.conditionColumns, prediction).map((warning) => ({
              kind: warning.kind,
              words: warningInWords(warning),
            })),
            ...literalOnly,
          ],
  };
}

/** A table that was read from a CSV file holds nothing but text: its columns are typed, so that 1 is a number again. */
function withTypedColumns(table: Table): Table {
  if (!isFromCsv(table)) return table;
  const columns = documentedColumns(table, false);
  return { columns: table.columns, rows: table.rows.map((_, row) => columns.map((column) => column[row]!)) };
}

function isNearer(report: NearMissReport, best: NearMissReport): boolean {
  if (report.isExplained !== best.isExplained) return report.isExplained;
  const left = ({ unexplained, kinds }: NearMissReport) => [unexplained.rows, unexplained.cells, kinds.length];
  const [a, b] = [left(report), left(best)];
  const first = a.findIndex((count, index) => count !== b[index]);
  return first !== -1 && a[first]! < b[first]!;
}
