import type { ConnectionSource } from '#shared/contract/connection.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { type Connection, needsSecret } from '#shared/model/connection.ts';
import { connectionInFile, environmentRecords } from './connection-files.ts';
import { connectionOf } from './connection-record.ts';
import type { Keychain } from './keychain.ts';
import { hideSecretsOf } from './redaction.ts';

function connectionInEnvironment(name: string | null): Connection {
  const wanted = (name ?? 'default').toLowerCase();
  const record = environmentRecords(process.env, 'default').get(wanted);
  if (record) return connectionOf(wanted, record, process.cwd());
  throw new AssayError('NOT_FOUND', `The environment variables hold no connection ${wanted}.`, {
    next: 'Set SNOWFLAKE_ACCOUNT, SNOWFLAKE_USER and SNOWFLAKE_PASSWORD, or name a file.',
  });
}

async function connectionInKeychain(keychain: Keychain | null, name: string): Promise<Connection> {
  const connection = (await keychain?.connection(name)) ?? null;
  if (connection === null) {
    throw new AssayError('NOT_FOUND', `There is no connection ${name}.`, { next: 'Add it, or name a file that has it.' });
  }
  if (connection.secret === null && needsSecret(connection.settings.method)) {
    throw new AssayError('SECRET_NEEDED', `The secret of the connection ${name} is not stored on this machine.`, {
      next: 'Enter it; it is kept in memory until Assay ends.',
    });
  }
  return connection;
}

/**
 * The connection with its secret, for the time of a call. From then on no text that leaves this process holds the secret.
 * @throws AssayError NOT_FOUND, INVALID_INPUT or SECRET_NEEDED
 */
export async function connectionFrom(source: ConnectionSource, keychain: Keychain | null): Promise<Connection> {
  const connection =
    source.from === 'file'
      ? connectionInFile(source.path, source.name)
      : source.from === 'environment'
        ? connectionInEnvironment(source.name)
        : await connectionInKeychain(keychain, source.name);
  hideSecretsOf(connection);
  return connection;
}
