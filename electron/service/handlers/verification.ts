import type { AssayHandlers } from '#shared/contract/contract.ts';
import { verifications } from '../database/verifications.ts';
import type { Session } from '../session.ts';
import { verificationReport } from '../verification/report.ts';
import { resumeVerification, startVerification, verificationState } from '../verification/verify.ts';

type Methods = 'verification.start' | 'verification.resume' | 'verification.list' | 'verification.report';

export const verificationHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'verification.start': (request, { signal, progress }) => startVerification(session, request, signal, progress),
  'verification.resume': (_, { signal, progress }) => resumeVerification(session, signal, progress),
  'verification.list': () =>
    verifications(session.db).map((verification) => ({
      id: verification.id,
      startedAt: verification.startedAt,
      passes: [...verification.passes],
      state: verificationState(session.db, verification, session.pausing !== null),
    })),
  'verification.report': ({ id }) => verificationReport(session, id),
});
