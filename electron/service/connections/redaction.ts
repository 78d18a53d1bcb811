import type { Port, Wire } from '#shared/contract/wire.ts';
import type { Connection } from '#shared/model/connection.ts';

const HIDDEN = '«hidden»';
/** Shorter texts occur everywhere by chance; whoever has such a password has other troubles. */
const SHORTEST = 4;

const secrets = new Set<string>();

/**
 * From now on no text that passes {@link redacted} holds the connection's secret, nor a form of it that libraries print:
 * as part of a URL or of JSON, in Base64, or a line of a private key.
 */
export function hideSecretsOf({ secret }: Connection): void {
  if (secret === null) return;
  for (const value of [secret.value, secret.passphrase ?? '']) {
    const lines = value.includes('\n') ? value.split(/\r?\n/).filter((line) => !line.startsWith('-----')) : [];
    for (const text of [value, value.trim(), ...lines]) {
      if (text.length < SHORTEST) continue;
      secrets.add(text);
      secrets.add(encodeURIComponent(text));
      secrets.add(JSON.stringify(text).slice(1, -1));
      secrets.add(Buffer.from(text).toString('base64').replace(/=+$/, ''));
    }
  }
}

/** The text without any secret that this process has been given. */
export function redacted(text: string): string {
  let clean = text;
  // The longest first: a secret may hold another one.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, HIDDEN);
  return clean;
}

/** A copy of plain data with every text of it redacted; bytes and other objects stay as they are. */
export function redactedDeep<T>(data: T): T {
  if (secrets.size === 0) return data;
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return redacted(value);
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
    }
    return value;
  };
  return copy(data) as T;
}

/** A port whose errors, events and progress pass {@link redacted}. Results hold rows, which are the user's own data. */
export const redactedPort = (port: Port): Port => ({
  ...port,
  post: (message: Wire) => port.post(message.t === 'ok' ? message : redactedDeep(message)),
});

/** Standard output and error of this process pass {@link redacted}, a crash's last words included. */
export function redactOwnOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = ((chunk: unknown, ...rest: unknown[]) =>
      write(typeof chunk === 'string' ? redacted(chunk) : chunk, ...rest)) as typeof stream.write;
  }
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    process.exit(1);
  });
}
