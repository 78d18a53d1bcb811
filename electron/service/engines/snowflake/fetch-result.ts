import type { ExecutionLimits } from '#shared/model/execution.ts';
import { encodeRow } from '#shared/model/result-encoding.ts';
import type { EngineOutcome } from '../engine.ts';
import { packResult } from '../pack-result.ts';
import { columnTypes, eachRow, type RawRow, type Statement } from './sdk.ts';
import { cellValue } from './values.ts';

/** The session's time zone, which only a value of TIMESTAMP_LTZ tells. Call after its row's raw values were read. */
function zoneOf(row: RawRow, column: number): string {
  const date = row.getColumnValue(column) as { getTimezone?(): unknown };
  const zone = date.getTimezone?.();
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC';
}

/** Fetches a finished query's rows up to the caps, chunk by chunk, each value exactly. @throws the SDK's error */
export async function fetchResult(statement: Statement, limits: ExecutionLimits): Promise<EngineOutcome> {
  const columns = statement.getColumns().map((column) => column.getName());
  const types = columnTypes(statement);
  const zoned = types.findIndex(({ type }) => type.toLowerCase() === 'timestamp_ltz');
  const rows: string[] = [];
  let bytes = 0;
  let zone: string | null = null;
  let cappedBy: 'rows' | 'bytes' | null = null;
  await eachRow(statement, (row) => {
    if (rows.length >= limits.rowCap) {
      cappedBy = 'rows';
      return false;
    }
    // A copy: asking for a converted value replaces the raw one.
    const raw = [...row.values];
    if (zone === null && zoned >= 0 && raw[zoned] !== null) zone = zoneOf(row, zoned);
    const encoded = encodeRow(raw.map((cell, column) => cellValue(cell, types[column]!, zone ?? 'UTC')));
    bytes += Buffer.byteLength(encoded) + 1;
    if (bytes > limits.byteCap) {
      cappedBy = 'bytes';
      return false;
    }
    rows.push(encoded);
    return true;
  });
  return { status: 'ok', result: await packResult(columns, rows), cappedBy, invalidTextCells: 0 };
}
