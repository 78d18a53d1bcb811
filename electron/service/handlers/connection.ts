import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import { connectionsInFile } from '../connections/connection-files.ts';
import { connectionFrom } from '../connections/connection-source.ts';
import { databasesOn, putSchema } from '../database/benchmark.ts';
import { EngineFailureError } from '../engines/engine.ts';
import { SnowflakeEngine } from '../engines/snowflake/snowflake-engine.ts';
import type { Session } from '../session.ts';

type Methods = 'connection.read' | 'connection.keep' | 'connection.check' | 'connection.readSchemas';

const engineFor = async (session: Session, source: Parameters<typeof connectionFrom>[0]) =>
  new SnowflakeEngine({
    connection: await connectionFrom(source, session.keychain),
    tag: 'assay',
    allowUnparsed: false,
    knownObjects: () => null,
  });

export const connectionHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'connection.read': ({ path }) => connectionsInFile(path),
  'connection.keep': async ({ path, name }) => {
    const { keychain } = session;
    if (keychain === null) {
      throw new AssayError('INVALID_INPUT', 'Only the desktop app keeps connections.', { next: 'Name the file instead.' });
    }
    const connection = await connectionFrom({ from: 'file', path, name }, keychain);
    await keychain.keep(connection);
    return connection.settings;
  },
  'connection.check': async ({ connection }, { signal }) => {
    const engine = await engineFor(session, connection);
    try {
      return await engine.check(signal);
    } finally {
      await engine.close();
    }
  },
  'connection.readSchemas': async ({ connection }, { signal, progress }) => {
    const { db } = session;
    const databases = databasesOn(db, 'snowflake');
    const engine = await engineFor(session, connection);
    const read: { database: string; tables: number; problem: string | null }[] = [];
    try {
      for (const { id, name, location } of databases) {
        progress({ phase: `Reading ${name}`, done: read.length, total: databases.length, etaSeconds: null });
        try {
          const tables = await engine.describeSchema(location, signal);
          db.transaction(() => putSchema(db, id, tables))();
          read.push({ database: name, tables: tables.length, problem: null });
        } catch (error) {
          if (!(error instanceof EngineFailureError)) throw error;
          read.push({ database: name, tables: 0, problem: `${error.failure.code}: ${error.message}` });
        }
      }
    } finally {
      await engine.close();
    }
    session.changed('project');
    return read;
  },
});
