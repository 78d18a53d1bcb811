import type { AssayHandlers } from '#shared/contract/contract.ts';
import { currentRun } from '../database/executions.ts';
import { findingsOf } from '../database/findings.ts';
import { checkGolds } from '../gold/check.ts';
import type { Session } from '../session.ts';

export const goldHandlers = (session: Session): Pick<AssayHandlers, 'gold.check' | 'gold.findings'> => ({
  'gold.check': (_, { signal, progress }) =>
    session.exclusively('A check of the golds', async () => {
      const found = await checkGolds(session, signal, (done, total) =>
        progress({ phase: 'Checking golds', done, total, etaSeconds: null }),
      );
      session.changed('verdicts');
      return found;
    }),
  'gold.findings': () => findingsOf(session.db, currentRun(session.db)),
});
