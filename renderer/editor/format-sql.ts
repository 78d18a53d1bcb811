import { useSyncExternalStore } from 'react';
import { type FormattedSql, formatText, type SqlDialect } from './format-text.ts';
import type { FormatRequest } from './format-worker.ts';
import FormatWorker from './format-worker.ts?worker';

/** The dialect of an execution engine's name, e.g. `sqlite 3.53`. What runs on DuckDB is written for Snowflake. */
export function dialectOf(engine: string): SqlDialect {
  const name = engine.toLowerCase();
  if (name.startsWith('sqlite')) return 'sqlite';
  return name.startsWith('snowflake') || name.startsWith('duckdb') ? 'snowflake' : 'other';
}

/** Up to this length a query is laid out at once; beyond it a thread of its own does so, and the original is shown meanwhile. */
const AT_ONCE = 2_000;
/** Beyond this length laying out takes longer than anybody waits. */
const LONGEST = 200_000;

const cache = new Map<string, FormattedSql>();
const CACHED = 400;
const keyOf = (sql: string, dialect: SqlDialect) => `${dialect}\n${sql}`;

function keep(key: string, formatted: FormattedSql): FormattedSql {
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value!);
  cache.set(key, formatted);
  return formatted;
}

let worker: Worker | null = null;
let nextId = 1;
const waiting = new Map<number, (formatted: FormattedSql) => void>();
const running = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
let finished = 0;

function inWorker(sql: string, dialect: SqlDialect): Promise<FormattedSql> {
  if (worker === null) {
    worker = new FormatWorker();
    worker.onmessage = ({ data }: MessageEvent<{ id: number; formatted: FormattedSql }>) => {
      waiting.get(data.id)?.(data.formatted);
      waiting.delete(data.id);
    };
  }
  const request: FormatRequest = { id: nextId++, sql, dialect };
  worker.postMessage(request);
  return new Promise((resolve) => waiting.set(request.id, resolve));
}

/** Resolves when {@link formatSql} gives the query as it will stay. */
export function formatAhead(sql: string, dialect: SqlDialect): Promise<void> {
  const key = keyOf(sql, dialect);
  if (sql.length <= AT_ONCE || sql.length > LONGEST || cache.has(key)) return Promise.resolve();
  const known = running.get(key);
  if (known) return known;
  const work = inWorker(sql, dialect).then((formatted) => {
    keep(key, formatted);
    running.delete(key);
    finished++;
    for (const listener of listeners) listener();
  });
  running.set(key, work);
  return work;
}

/** A number that grows whenever a long query has been laid out, so that what shows it draws again. */
export const useFormatted = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => finished,
  );

/**
 * SQL in one layout, with keywords, functions and types in capitals, so that a diff shows differences and not habits.
 * Names keep their case. What is not laid out comes back as it was, with the reason; a long query until it is ready.
 */
export function formatSql(sql: string, dialect: SqlDialect): FormattedSql {
  const key = keyOf(sql, dialect);
  const known = cache.get(key);
  if (known) return known;
  if (sql.length > LONGEST) return { text: sql, unformatted: 'too long to format' };
  if (sql.length <= AT_ONCE) return keep(key, formatText(sql, dialect));
  void formatAhead(sql, dialect);
  return { text: sql, unformatted: 'being formatted' };
}
