import { AssayError } from '#shared/contract/errors.ts';

/** Where queries of a benchmark database run. What is null comes from the connection. */
export type SnowflakeLocation = {
  readonly database: string;
  readonly schema: string | null;
  readonly warehouse: string | null;
  readonly role: string | null;
};

/**
 * Reads a location: `DATABASE`, `DATABASE.SCHEMA`, with `?warehouse=W&role=R` where an instance asks for its own. Names
 * are written as in SQL: quoted where they are not plain.
 * @throws AssayError INVALID_INPUT
 */
export function parseLocation(location: string): SnowflakeLocation {
  const [, names = '', query = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(location) ?? [];
  const parts = splitName(names);
  const options = new URLSearchParams(query);
  if (parts === null || parts.length === 0 || parts.length > 2) {
    throw new AssayError('INVALID_INPUT', `${location} does not name a Snowflake database.`, {
      next: 'Write DATABASE or DATABASE.SCHEMA.',
    });
  }
  const option = (name: string) => {
    const value = options.get(name);
    return value === null || value === '' ? null : (splitName(value)?.[0] ?? value);
  };
  return { database: parts[0]!, schema: parts[1] ?? null, warehouse: option('warehouse'), role: option('role') };
}

/** The parts of a dotted name as Snowflake stores them: plain parts in upper case. Null where it is no name. */
export function splitName(name: string): string[] | null {
  const parts: string[] = [];
  const part = /\s*(?:"((?:[^"]|"")+)"|([A-Za-z_][\w$]*))\s*(\.|$)/y;
  while (part.lastIndex < name.length || parts.length === 0) {
    const found = part.exec(name);
    if (!found) return null;
    parts.push(found[1] === undefined ? found[2]!.toUpperCase() : found[1].replaceAll('""', '"'));
    if (found[3] === '') return parts;
  }
  return null;
}
