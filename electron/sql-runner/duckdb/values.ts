import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Value } from '#shared/model/value.ts';

const INTEGERS = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
]);
const TIMESTAMPS = new Set([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);
const COMPOUND = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.UNION,
  DuckDBTypeId.VARIANT,
]);

/** Types whose values are asked for as JSON: only DuckDB knows the exact text of what is inside them. */
export const isCompound = (type: DuckDBType): boolean => COMPOUND.has(type.typeId);

/** `infinity` or `-infinity`, as DuckDB prints them; its library prints a day millions of years away. Null of other values. */
function infinityOf(value: DuckDBValue): string | null {
  const since1970 =
    value instanceof DuckDBDateValue
      ? value.days
      : value instanceof DuckDBTimestampSecondsValue
        ? value.seconds
        : value instanceof DuckDBTimestampMillisecondsValue
          ? value.millis
          : value instanceof DuckDBTimestampNanosecondsValue
            ? value.nanos
            : null;
  if (since1970 === null || (value as { isFinite: boolean }).isFinite) return null;
  return since1970 > 0 ? 'infinity' : '-infinity';
}

/** A cell without loss: 64- and 128-bit integers, decimals with their scale, dates and times as text. */
export function toValue(value: DuckDBValue, type: DuckDBType): Value {
  if (value === null || value === undefined) return null;
  if (type.alias === 'JSON') return { type: 'json', text: String(value) };
  if (typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return INTEGERS.has(type.typeId) ? BigInt(value) : value;
  if (value instanceof DuckDBDecimalValue) return value.scale === 0 ? value.value : { type: 'decimal', text: value.toString() };
  if (value instanceof DuckDBBlobValue) return value.bytes;
  if (value instanceof DuckDBDateValue) return { type: 'date', text: infinityOf(value) ?? value.toString() };
  if (TIMESTAMPS.has(type.typeId)) return { type: 'timestamp', text: infinityOf(value) ?? String(value) };
  if (type.typeId === DuckDBTypeId.TIME || type.typeId === DuckDBTypeId.TIME_TZ) return { type: 'time', text: String(value) };
  return String(value);
}
