import type { MetricCell, MetricColumn, MetricTable } from '#shared/model/metrics.ts';
import { classes, count, percent } from '../../ui/index.ts';

/** One of the further tables, with what its figures are not. */
export function MetricTableView({ table }: { table: MetricTable }) {
  return (
    <div className="u-scroll rep-metric">
      <table className="ui-table">
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.id} className={classes(column.kind !== 'text' && 'ui-number')} title={column.what}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={String(row[0])}>
              {table.columns.map((column, index) => (
                <Cell key={column.id} cell={row[index] ?? null} column={column} first={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="rep-caveats">
        {table.caveats.map((caveat) => (
          <li key={caveat}>{caveat}</li>
        ))}
      </ul>
    </div>
  );
}

function Cell({ cell, column, first }: { cell: MetricCell; column: MetricColumn; first: boolean }) {
  if (column.kind === 'text') return <td className={first ? 'u-medium' : 'u-text-2'}>{String(cell ?? '')}</td>;
  const shown = cell === null ? null : cellParts(cell, column);
  if (shown === null) return <td className="ui-number u-text-3">–</td>;
  return (
    <td className="ui-number">
      <b className="u-strong">{shown.value}</b>{' '}
      {shown.interval !== null && <span className="u-text-2 u-small">{shown.interval}</span>}{' '}
      {shown.counts !== null && <span className="u-text-2 u-small">{shown.counts}</span>}
    </td>
  );
}

type Parts = { value: string; interval: string | null; counts: string | null };

function cellParts(cell: Exclude<MetricCell, null>, { kind }: MetricColumn): Parts | null {
  if (typeof cell === 'string') return { value: cell, interval: null, counts: null };
  if (typeof cell === 'number') return { value: count(cell), interval: null, counts: null };
  if (cell.n === 0) return null;
  if ('share' in cell) {
    return {
      value: percent(cell.share),
      interval: `${percent(cell.low)} – ${percent(cell.high)}`,
      counts: `${count(cell.count)}/${count(cell.n)}`,
    };
  }
  const number = (value: number) => (kind === 'mean' ? value.toFixed(value <= 1 ? 3 : 1) : value.toFixed(2));
  const value = 'mean' in cell ? cell.mean : cell.value;
  const isPoint = cell.low === cell.high;
  return {
    value: number(value),
    interval: isPoint ? null : `${number(cell.low)} – ${number(cell.high)}`,
    counts: kind === 'mean' ? `n ${count(cell.n)}` : null,
  };
}
