import type { AssayHandlers } from '#shared/contract/contract.ts';
import { connectionFrom } from '../connections/connection-source.ts';
import { currentRun } from '../database/executions.ts';
import { findingsOf } from '../database/findings.ts';
import { checkGolds } from '../gold/check.ts';
import type { Session } from '../session.ts';

export const goldHandlers = (session: Session): Pick<AssayHandlers, 'gold.check' | 'gold.findings'> => ({
  'gold.check': (asked, { signal, progress }) =>
    session.exclusively('A check of the golds', async () => {
      const connection = asked?.connection === undefined ? null : await connectionFrom(asked.connection, session.keychain);
      const warehouse = connection && { connection, maxQueries: asked?.maxQueries ?? null };
      const found = await checkGolds(session, warehouse, signal, (phase, done, total) =>
        progress({ phase, done, total, etaSeconds: null }),
      );
      session.changed('verdicts');
      return found;
    }),
  'gold.findings': () => findingsOf(session.db, currentRun(session.db)),
});
