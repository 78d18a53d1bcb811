const WHOLE = new Intl.NumberFormat('en-US');

/** A count with thousands separators. */
export const count = (value: number): string => WHOLE.format(value);

/** Bytes as a person reads them: `812 kB`, `24 MB`, `2.1 GB`. */
export function bytes(value: number): string {
  if (value < 1e6) return `${count(Math.ceil(value / 1e3))} kB`;
  return value < 1e9 ? `${count(Math.round(value / 1e6))} MB` : `${(value / 1e9).toFixed(1)} GB`;
}

/** A share of 1 as a percentage with one decimal place, without the sign. */
export const percent = (share: number): string => (share * 100).toFixed(1);

/** A count and its noun: `1 instance`, `4,120 instances`. */
export const counted = (value: number, singular: string, plural = `${singular}s`): string =>
  `${count(value)} ${value === 1 ? singular : plural}`;

/** Milliseconds as a person reads them: `320 ms`, `2.6 s`, `36 s`, `3 min 20 s`, `1 h 50 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** The clock time of an ISO instant or a Date, `14:02:31`. */
export function clock(at: string | Date): string {
  const date = typeof at === 'string' ? new Date(at) : at;
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString('en-GB');
}
