import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ASSAY, type Topic } from '#shared/contract/contract.ts';
import { type Emit, serve } from '#shared/contract/rpc.ts';
import { openKeychain } from './connections/keychain.ts';
import { redactedPort, redactOwnOutput } from './connections/redaction.ts';
import { createHandlers } from './handlers/handlers.ts';
import { acceptClients, parentChannel } from './port.ts';
import { Session } from './session.ts';

// The service process: the only writer of the project file. It knows nothing of Electron, so the command line and older
// runtimes start it as a plain Node child. `--files` is the folder of the built parts that it uses; `--keychain`
// says that whoever started it keeps connections and answers for them.

const { values } = parseArgs({ options: { files: { type: 'string' }, keychain: { type: 'boolean' } } });
redactOwnOutput();
const files = values.files ?? path.join(__dirname, '..');
const session = new Session(
  {
    fixtures: path.join(files, 'fixtures'),
    fonts: path.join(files, 'fonts'),
    runner: path.join(files, 'sql-runner', 'main.cjs'),
    comparison: path.join(files, 'service', 'comparison.cjs'),
    fileCheck: path.join(files, 'service', 'file-check.cjs'),
    build: createHash('sha256').update(fs.readFileSync(__filename)).digest('hex'),
  },
  values.keychain ? openKeychain(parentChannel) : null,
);
const clients = new Set<Emit<typeof ASSAY>>();
session.onChange((topics: Topic[]) => {
  for (const emit of clients) emit('changed', { topics });
});
session.onDamage(({ message, next }) => {
  for (const emit of clients) emit('damaged', { message, next: next ?? null });
});

acceptClients(
  (port) => {
    const emit = serve(ASSAY, redactedPort(port), createHandlers(session));
    clients.add(emit);
    port.onClose(() => clients.delete(emit));
  },
  // Everything acknowledged is on disk already.
  () => {
    session.end();
    process.exit(0);
  },
);
