import type { AssayHandlers } from '#shared/contract/contract.ts';
import { Sight } from '../room/sight.ts';
import type { Session } from '../session.ts';
import { connectionHandlers } from './connection.ts';
import { executionHandlers } from './execution.ts';
import { goldHandlers } from './gold.ts';
import { importHandlers } from './import.ts';
import { labellingHandlers } from './labelling.ts';
import { localHandlers } from './local.ts';
import { overviewHandlers } from './overview.ts';
import { projectHandlers } from './project.ts';
import { reportHandlers } from './report.ts';
import { roomHandlers } from './room.ts';
import { ruleHandlers } from './rules.ts';
import { searchHandlers } from './search.ts';
import { stepHandlers } from './steps.ts';
import { trialHandlers } from './trial.ts';
import { verificationHandlers } from './verification.ts';
import { throughBlindness } from './while-blind.ts';

/** Everything that the contract asks for, on one session, for one client. */
export function createHandlers(session: Session): AssayHandlers {
  const sight = new Sight(session);
  return throughBlindness(session, sight, {
    ...projectHandlers(session),
    ...importHandlers(session),
    ...connectionHandlers(session),
    ...executionHandlers(session),
    ...ruleHandlers(session),
    ...goldHandlers(session),
    ...localHandlers(session),
    ...overviewHandlers(session),
    ...roomHandlers(session),
    ...labellingHandlers(session, sight),
    ...reportHandlers(session),
    ...searchHandlers(session),
    ...stepHandlers(session),
    ...verificationHandlers(session),
    ...trialHandlers(session),
  });
}
