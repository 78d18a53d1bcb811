import type { ConnectionSource } from '#shared/contract/connection.ts';
import type { AssayHandlers } from '#shared/contract/contract.ts';
import { AssayError } from '#shared/contract/errors.ts';
import type { Trial, TrialExecution } from '#shared/contract/trial.ts';
import type { ItemKey } from '#shared/model/item.ts';
import { connectionFrom } from '../connections/connection-source.ts';
import { latestSnowflakePlan } from '../database/runs.ts';
import { blindnessOf, hiddenNames, isHidden } from '../room/blind.ts';
import { sqlWithoutNames, withoutNames } from '../room/blind-names.ts';
import { firstRows, frequentValues } from '../room/peek.ts';
import { runTrial, trialsOfItem } from '../room/trials.ts';
import type { Session } from '../session.ts';

type Methods = 'trial.run' | 'trial.list' | 'peek.rows' | 'peek.values';

/**
 * How a query of the room reaches Snowflake: by the connection that is named, else as the newest run did. Consent to what
 * cannot be parsed is asked for, never taken over. @throws AssayError INVALID_INPUT where neither names a connection
 */
async function snowflakeOf(session: Session, named: ConnectionSource | undefined, allowUnparsed: boolean | undefined) {
  const source = named ?? latestSnowflakePlan(session.db)?.connection ?? null;
  if (source === null) {
    throw new AssayError('INVALID_INPUT', 'The database is on Snowflake, and no connection was chosen in this project yet.', {
      next: 'Choose one where a run is started; the room then takes it too.',
    });
  }
  const connection = await connectionFrom(source, session.keychain);
  return { connection, allowUnparsed: allowUnparsed === true };
}

/** An execution whose texts name no system, as those of the run: a prediction's comments, and what an engine says of it. */
const withoutNamesIn = (execution: TrialExecution, names: RegExp | null): TrialExecution => {
  if (names === null || execution.side === 'scratch') return execution;
  const { sql, errorMessage } = execution;
  return {
    ...execution,
    sql: sqlWithoutNames(sql, names),
    errorMessage: errorMessage === null ? null : withoutNames(errorMessage, names),
  };
};

export const trialHandlers = (session: Session): Pick<AssayHandlers, Methods> => {
  const peeking = (signal: AbortSignal) => ({ db: session.db, runnerEntry: session.files.runner, signal });
  /**
   * Whether a scratch query has the prediction's rows would tell its verdict: a copy of gold could be run. When the run
   * executed a prediction would tell whose it is, also of one that is committed while others of its instance are not: systems
   * run in the same order in each instance.
   */
  const shown = (item: ItemKey, trial: Trial): Trial => {
    const { db, annotator } = session;
    if (!isHidden(db, annotator, item.instance)) return trial;
    const hidesVerdict = blindnessOf(db, annotator)?.hidesItem(item);
    const executions = trial.executions.map((each) => ({
      ...withoutNamesIn(each, hiddenNames(db, annotator, item.instance)),
      runAt: null,
      ...(hidesVerdict && each.side === 'scratch' ? { sameRows: null } : {}),
    }));
    return { ...trial, executions };
  };
  return {
    'trial.run': async ({ instance, system, sample, connection, allowUnparsed, ...asked }, { signal, progress }) => {
      const trial = await runTrial({
        db: session.db,
        annotator: session.annotator.id,
        item: { instance, system, sample },
        ...asked,
        snowflake: () => snowflakeOf(session, connection, allowUnparsed),
        runnerEntry: session.files.runner,
        signal,
        onProgress: (side) => progress({ side }),
      });
      return shown({ instance, system }, trial);
    },
    'trial.list': (item) => trialsOfItem(session.db, session.annotator.id, item).map((trial) => shown(item, trial)),
    'peek.rows': ({ instance, table, count }, { signal }) => firstRows(peeking(signal), instance, table, count),
    'peek.values': ({ instance, table, column, count }, { signal }) =>
      frequentValues(peeking(signal), instance, table, column, count),
  };
};
