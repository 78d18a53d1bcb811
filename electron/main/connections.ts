import fs from 'node:fs';
import { z } from 'zod';
import type { KeptConnection } from '#shared/contract/desktop.ts';
import {
  type Connection,
  type ConnectionSecret,
  type ConnectionSettings,
  connectionSecretSchema,
  connectionSettingsSchema,
  needsSecret,
} from '#shared/model/connection.ts';
import { writeFile } from './write-file.ts';

/** What protects secrets on this machine: the operating system's keychain. */
export type Encryption = {
  /** False where there is no keychain: then nothing secret is written. */
  available(): boolean;
  encrypt(text: string): Uint8Array;
  /** Throws where the keychain no longer has the key. */
  decrypt(bytes: Uint8Array): string;
};

const storedSchema = z.object({
  version: z.literal(1),
  connections: z.array(
    z.object({
      settings: connectionSettingsSchema,
      /** Encrypted, in Base64; null where there is none, or where it may only live in memory. */
      secret: z.string().nullable(),
    }),
  ),
});
type Stored = z.infer<typeof storedSchema>['connections'][number];

export type ConnectionStore = {
  /** Every connection, without its secret. */
  list(): KeptConnection[];
  /** Adds a connection or replaces the one of that name. A secret of null leaves the known one. */
  save(settings: ConnectionSettings, secret: ConnectionSecret | null): void;
  /** Takes a secret that was asked for. */
  giveSecret(name: string, secret: ConnectionSecret): void;
  remove(name: string): void;
  /** With its secret, for the service alone. */
  get(name: string): Connection | null;
};

function read(file: string): Stored[] {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  try {
    return storedSchema.parse(JSON.parse(text)).connections;
  } catch {
    const aside = `${file}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
    console.error(`The connections cannot be read and were set aside as ${aside}.`);
    fs.renameSync(file, aside);
    return [];
  }
}

/**
 * The connections of this machine: a file that only its owner may read, in it every secret encrypted by the keychain.
 * Without a keychain a secret lives in memory until the app ends, and is asked for again.
 */
export function openConnections(file: string, encryption: Encryption): ConnectionStore {
  let stored = read(file);
  const inMemory = new Map<string, ConnectionSecret>();

  const write = (next: Stored[]) => {
    stored = next;
    writeFile(file, `${JSON.stringify({ version: 1, connections: stored }, null, 2)}\n`, 0o600);
  };
  const encrypted = (secret: ConnectionSecret | null): string | null =>
    secret === null || !encryption.available()
      ? null
      : Buffer.from(encryption.encrypt(JSON.stringify(secret))).toString('base64');
  const secretOf = ({ settings, secret }: Stored): ConnectionSecret | null => {
    const remembered = inMemory.get(settings.name);
    if (remembered) return remembered;
    if (secret === null || !encryption.available()) return null;
    try {
      return connectionSecretSchema.parse(JSON.parse(encryption.decrypt(Buffer.from(secret, 'base64'))));
    } catch {
      return null;
    }
  };
  const put = (settings: ConnectionSettings, secret: ConnectionSecret | null) => {
    const { name } = settings;
    const before = stored.find((entry) => entry.settings.name === name);
    if (secret !== null) inMemory.set(name, secret);
    const kept = secret === null ? (before?.secret ?? null) : encrypted(secret);
    const others = stored.filter((entry) => entry !== before);
    write([...others, { settings, secret: needsSecret(settings.method) ? kept : null }]);
  };

  return {
    list: () =>
      stored.map((entry) => ({
        settings: entry.settings,
        secret: !needsSecret(entry.settings.method)
          ? 'none needed'
          : secretOf(entry) === null
            ? 'missing'
            : entry.secret === null
              ? 'in memory'
              : 'in the keychain',
      })),
    save: put,
    giveSecret(name, secret) {
      const entry = stored.find(({ settings }) => settings.name === name);
      if (entry) put(entry.settings, secret);
    },
    remove(name) {
      inMemory.delete(name);
      write(stored.filter(({ settings }) => settings.name !== name));
    },
    get(name) {
      const entry = stored.find(({ settings }) => settings.name === name);
      return entry ? { settings: entry.settings, secret: secretOf(entry) } : null;
    },
  };
}
