import type { Value } from '#shared/model/value.ts';

/** A column as Snowflake describes it. `zone`: the session's time zone, which TIMESTAMP_LTZ is shown in. */
export type ColumnType = { readonly type: string; readonly scale: number };

const SECONDS_A_DAY = 86_400n;

/** Whole seconds (rounded down) and the fraction's digits, without trailing zeros, of a decimal text. */
function splitSeconds(text: string): { seconds: bigint; fraction: string } {
  const [whole = '0', digits = ''] = text.split('.');
  const fraction = digits.replace(/0+$/, '');
  const seconds = BigInt(whole);
  if (!text.startsWith('-') || fraction === '') return { seconds, fraction };
  // -1.25 is a second earlier than -0.75 and 0.75 later than -2
  const complement = (10n ** BigInt(fraction.length) - BigInt(fraction)).toString().padStart(fraction.length, '0');
  return { seconds: seconds - 1n, fraction: complement };
}

const two = (value: bigint | number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD` of a day counted from 1970-01-01, in the proleptic Gregorian calendar. */
function dateText(day: bigint): string {
  const date = new Date(Number(day) * 86_400_000);
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

const clockText = (second: bigint, fraction: string): string =>
  `${two(second / 3600n)}:${two((second / 60n) % 60n)}:${two(second % 60n)}${fraction === '' ? '' : `.${fraction}`}`;

function instantText(seconds: bigint, fraction: string): string {
  const second = ((seconds % SECONDS_A_DAY) + SECONDS_A_DAY) % SECONDS_A_DAY;
  return `${dateText((seconds - second) / SECONDS_A_DAY)} ${clockText(second, fraction)}`;
}

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

const zones = new Map<string, Intl.DateTimeFormat>();

/** How many minutes a time zone is ahead of UTC at an instant. */
function offsetAt(zone: string, seconds: bigint): number {
  let format = zones.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    zones.set(zone, format);
  }
  const name = format.formatToParts(Number(seconds) * 1000).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):?(\d\d)?/.exec(name) ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -size : size;
}

function zonedText(text: string, offset: (seconds: bigint) => number): string {
  const { seconds, fraction } = splitSeconds(text);
  const minutes = offset(seconds);
  return `${instantText(seconds + BigInt(minutes) * 60n, fraction)} ${offsetText(minutes)}`;
}

const REALS: Readonly<Record<string, number>> = { inf: Infinity, '-inf': -Infinity, nan: Number.NaN };

/**
 * A cell of Snowflake's JSON result format, exactly: integers with every digit, decimals, dates and times as their text
 * (to the nanosecond, without trailing zeros), VARIANT, OBJECT, ARRAY, GEOGRAPHY and VECTOR as the JSON that came.
 * TIMESTAMP_LTZ is shown in `zone`, as Snowflake itself does.
 */
export function cellValue(raw: string | boolean | null, { type, scale }: ColumnType, zone: string): Value {
  if (raw === null) return null;
  if (typeof raw === 'boolean') return raw;
  switch (type.toLowerCase()) {
    case 'fixed':
      return scale === 0 ? BigInt(raw) : { type: 'decimal', text: raw };
    case 'decfloat':
      return { type: 'decimal', text: raw };
    case 'real':
      return REALS[raw.toLowerCase()] ?? Number(raw);
    case 'boolean':
      return raw === '1' || raw.toLowerCase() === 'true';
    case 'date':
      return { type: 'date', text: dateText(BigInt(raw)) };
    case 'time': {
      const { seconds, fraction } = splitSeconds(raw);
      return { type: 'time', text: clockText(seconds, fraction) };
    }
    case 'timestamp_ntz': {
      const { seconds, fraction } = splitSeconds(raw);
      return { type: 'timestamp', text: instantText(seconds, fraction) };
    }
    case 'timestamp_ltz':
      return { type: 'timestamp', text: zonedText(raw, (seconds) => offsetAt(zone, seconds)) };
    case 'timestamp_tz': {
      // the instant, and the offset in minutes with 1440 added
      const [instant = '0', offset = '1440'] = raw.split(' ');
      return { type: 'timestamp', text: zonedText(instant, () => Number(offset) - 1440) };
    }
    case 'binary':
      return Uint8Array.from(Buffer.from(raw, 'hex'));
    case 'variant':
    case 'object':
    case 'array':
    case 'map':
    case 'vector':
    case 'geography':
    case 'geometry':
      return { type: 'json', text: raw };
    default:
      return raw;
  }
}
