import type { MetricCell, MetricColumn, MetricTable } from '../../model/metrics.ts';
import { type CsvCell, csvText, decimal } from './csv.ts';

/** A table as CSV: a share becomes its count, n, share and bounds (of 1), a mean or amount its n, value and bounds. */
export function metricCsv({ columns, rows }: MetricTable): string {
  return csvText(
    columns.flatMap(({ id, kind }) => fields(kind).map((field) => (field === '' ? id : `${id}_${field}`))),
    rows.map((row) => row.flatMap((cell, index) => values(cell, columns[index]!.kind))),
  );
}

function fields(kind: MetricColumn['kind']): readonly string[] {
  if (kind === 'share') return ['count', 'n', 'share', 'low', 'high'];
  if (kind === 'mean') return ['n', 'mean', 'low', 'high'];
  return kind === 'amount' ? ['n', 'value', 'low', 'high'] : [''];
}

function values(cell: MetricCell, kind: MetricColumn['kind']): CsvCell[] {
  if (cell === null) return fields(kind).map(() => null);
  if (typeof cell !== 'object') return [cell];
  const bounds = [decimal(cell.low), decimal(cell.high)];
  if ('share' in cell)
    return cell.n === 0 ? [cell.count, 0, null, null, null] : [cell.count, cell.n, decimal(cell.share), ...bounds];
  const value = 'mean' in cell ? cell.mean : cell.value;
  return cell.n === 0 ? [0, null, null, null] : [cell.n, decimal(value), ...bounds];
}

/** Tables as one JSON document. */
export const metricsJson = (rule: { id: string; version: string }, tables: readonly MetricTable[]): string =>
  `${JSON.stringify({ format: 'assay/metrics', version: 1, rule, tables }, null, 2)}\n`;
