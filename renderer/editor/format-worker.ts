import { formatText, type SqlDialect } from './format-text.ts';

// Lays out long queries, away from the thread that draws the window.

export type FormatRequest = { id: number; sql: string; dialect: SqlDialect };

self.onmessage = ({ data: { id, sql, dialect } }: MessageEvent<FormatRequest>) =>
  self.postMessage({ id, formatted: formatText(sql, dialect) });
