import os from 'node:os';
import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import { type AuthenticationMethod, type Connection, connectionSettingsSchema, needsSecret } from '#shared/model/connection.ts';
import { readBytesSync } from '../importers/sources/text.ts';

/** A connection as files write it: flat names (of Snowflake's own tools) and texts. */
export type ConnectionRecord = Readonly<Record<string, unknown>>;

/** Other names that files use for the same thing; the first is ours. */
const NAMES = {
  account: ['account', 'accountname'],
  user: ['user', 'username'],
  password: ['password'],
  authenticator: ['authenticator'],
  token: ['token'],
  tokenFile: ['token_file_path'],
  privateKey: ['private_key', 'private_key_raw'],
  privateKeyFile: ['private_key_file', 'private_key_path'],
  passphrase: ['private_key_file_pwd', 'private_key_passphrase', 'private_key_pwd'],
  warehouse: ['warehouse', 'warehousename'],
  role: ['role', 'rolename'],
  database: ['database', 'dbname'],
  schema: ['schema', 'schemaname'],
  host: ['host'],
  port: ['port'],
  protocol: ['protocol'],
} as const;

const METHODS: Readonly<Record<string, AuthenticationMethod>> = {
  snowflake: 'password',
  externalbrowser: 'external-browser',
  oauth: 'oauth',
  snowflake_jwt: 'key-pair',
  programmatic_access_token: 'token',
};

const wrong = (message: string, next: string) => new AssayError('INVALID_INPUT', message, { next });

/**
 * The connection that a record describes. Files that it names (a private key, a token) are read; their paths are
 * relative to `folder`.
 * @throws AssayError INVALID_INPUT without any value of the record in its text.
 */
export function connectionOf(name: string, record: ConnectionRecord, folder: string): Connection {
  const get = (key: keyof typeof NAMES): string | null => {
    for (const known of NAMES[key]) {
      const value = record[known];
      if (value === undefined || value === null || value === '') continue;
      if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
      throw wrong(`${known} of the connection ${name} is not a text.`, 'Correct the file.');
    }
    return null;
  };
  const readFile = (key: 'tokenFile' | 'privateKeyFile'): string | null => {
    const file = get(key);
    if (file === null) return null;
    const target = path.resolve(folder, file.replace(/^~(?=[\\/])/, os.homedir()));
    try {
      return readBytesSync(target).toString('utf8');
    } catch {
      throw wrong(`The file ${target}, which the connection ${name} names, cannot be read.`, 'Correct its path or permissions.');
    }
  };

  const authenticator = get('authenticator')?.toLowerCase() ?? null;
  const known = authenticator === null ? null : METHODS[authenticator];
  if (known === undefined) {
    throw wrong(
      `The connection ${name} asks for an authenticator that Assay does not know.`,
      'Assay knows snowflake, externalbrowser, oauth, snowflake_jwt and programmatic_access_token.',
    );
  }
  const hasKey = get('privateKey') !== null || get('privateKeyFile') !== null;
  const hasToken = get('token') !== null || get('tokenFile') !== null;
  const method = known ?? (hasKey ? 'key-pair' : hasToken && get('password') === null ? 'token' : 'password');
  const value = {
    password: () => get('password'),
    // A programmatic access token may stand where the password does.
    token: () => get('token') ?? readFile('tokenFile')?.trim() ?? get('password'),
    oauth: () => get('token') ?? readFile('tokenFile')?.trim() ?? null,
    'key-pair': () => get('privateKey')?.replaceAll('\\n', '\n') ?? readFile('privateKeyFile'),
    'external-browser': () => null,
  }[method]();
  if (needsSecret(method) && !value) {
    throw wrong(`The connection ${name} lacks its ${method === 'key-pair' ? 'private key' : method}.`, 'Add it to the file.');
  }
  const host = get('host');
  const port = get('port');
  const settings = connectionSettingsSchema.safeParse({
    name,
    account: get('account') ?? host?.split('.')[0] ?? '',
    user: get('user'),
    method,
    warehouse: get('warehouse'),
    role: get('role'),
    database: get('database'),
    schema: get('schema'),
    accessUrl: host === null ? null : `${get('protocol') ?? 'https'}://${host}${port === null ? '' : `:${port}`}`,
  });
  if (!settings.success) {
    const fields = settings.error.issues.map(({ path: [field] }) => String(field)).join(', ');
    throw wrong(`The connection ${name} is not complete: ${fields}.`, 'It needs at least an account, a user and a secret.');
  }
  return { settings: settings.data, secret: value ? { value, passphrase: get('passphrase') } : null };
}
