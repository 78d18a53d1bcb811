import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse as parseToml, TomlError } from 'smol-toml';
import type { ListedConnection } from '#shared/contract/connection.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { Connection } from '#shared/model/connection.ts';
import { Problem } from '../importers/sources/problem.ts';
import { readBytesSync } from '../importers/sources/text.ts';
import { type ConnectionRecord, connectionOf } from './connection-record.ts';

type Records = ReadonlyMap<string, ConnectionRecord>;

const isRecord = (value: unknown): value is ConnectionRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why a file is of no use, never with its text: the text holds secrets, and so do parsers' own messages. */
const unreadable = (file: string, why: string) =>
  new AssayError('INVALID_INPUT', `${path.basename(file)} ${why}.`, {
    next: 'Choose a connections.toml, a .env file or a snowflake_credential.json.',
  });

/** `[name]` in connections.toml, `[connections.name]` in config.toml. */
function tomlRecords(file: string, text: string): Records {
  let root: ConnectionRecord;
  try {
    root = parseToml(text);
  } catch (error) {
    throw unreadable(file, `is not valid TOML${error instanceof TomlError ? ` in line ${error.line}` : ''}`);
  }
  const sections = isRecord(root.connections) ? root.connections : root;
  return new Map(Object.entries(sections).filter((entry): entry is [string, ConnectionRecord] => isRecord(entry[1])));
}

/** `SNOWFLAKE_ACCOUNT`, `SNOWFLAKE_USER` … are one connection, `SNOWFLAKE_CONNECTIONS_DEV_ACCOUNT` … one named dev. */
export function environmentRecords(variables: Readonly<Record<string, string | undefined>>, name: string): Records {
  const records = new Map<string, Record<string, string>>();
  const put = (connection: string, key: string, value: string) => {
    const record = records.get(connection) ?? {};
    records.set(connection, record);
    record[key.toLowerCase()] = value;
  };
  for (const [variable, value] of Object.entries(variables)) {
    if (value === undefined) continue;
    const named = /^SNOWFLAKE_CONNECTIONS_([A-Z0-9]+)_([A-Z_]+)$/.exec(variable);
    const plain = /^SNOWFLAKE_([A-Z_]+)$/.exec(variable);
    if (named) put(named[1]!.toLowerCase(), named[2]!, value);
    else if (plain) put(name, plain[1]!, value);
  }
  return new Map([...records].filter(([, record]) => record.account !== undefined || record.host !== undefined));
}

/** Spider 2.0's credential file: one flat object, or one object a name. */
function jsonRecords(file: string, text: string): Records {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw unreadable(file, 'is not valid JSON');
  }
  if (!isRecord(root)) throw unreadable(file, 'holds no connection');
  if (root.account !== undefined || root.user !== undefined) return new Map([[path.basename(file, '.json'), root]]);
  return new Map(Object.entries(root).filter((entry): entry is [string, ConnectionRecord] => isRecord(entry[1])));
}

/** The records of a connections.toml (or config.toml), a .env or a snowflake_credential.json. */
function recordsOf(file: string): Records {
  let text: string;
  try {
    text = readBytesSync(file)
      .toString('utf8')
      .replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof Problem) throw unreadable(file, `cannot be read: ${error.message}`);
    throw new AssayError('NOT_FOUND', `${file} cannot be read.`, { next: 'Correct its path or permissions.' });
  }
  const name = path.basename(file).toLowerCase();
  const records = name.endsWith('.toml')
    ? tomlRecords(file, text)
    : name.endsWith('.json')
      ? jsonRecords(file, text)
      : environmentRecords(parseEnv(text), 'default');
  if (records.size === 0) throw unreadable(file, 'holds no connection');
  return records;
}

const folderOf = (file: string) => path.dirname(path.resolve(file));

/**
 * The connections of a file, each without its secret or with the reason why it is of no use.
 * @throws AssayError NOT_FOUND or INVALID_INPUT; their texts hold nothing of the file.
 */
export function connectionsInFile(file: string): ListedConnection[] {
  return [...recordsOf(file)].map(([name, record]) => {
    try {
      return { name, settings: connectionOf(name, record, folderOf(file)).settings, problem: null };
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      return { name, settings: null, problem: error.message };
    }
  });
}

/** The connection of that name, or the only one where `name` is null. @throws AssayError as above. */
export function connectionInFile(file: string, name: string | null): Connection {
  const records = recordsOf(file);
  const names = [...records.keys()];
  const chosen = name ?? (names.length === 1 ? names[0]! : 'default');
  const record = records.get(chosen);
  if (record) return connectionOf(chosen, record, folderOf(file));
  throw new AssayError('NOT_FOUND', `${path.basename(file)} has no connection ${chosen}.`, {
    next: `It has: ${names.join(', ')}.`,
  });
}
