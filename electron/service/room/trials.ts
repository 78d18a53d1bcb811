import { AssayError } from '#shared/contract/errors.ts';
import type { Trial, TrialSide } from '#shared/contract/trial.ts';
import type { Connection } from '#shared/model/connection.ts';
import { DEFAULT_LIMITS } from '#shared/model/execution.ts';
import type { ItemKey } from '#shared/model/item.ts';
import { databaseOfInstance } from '../database/benchmark.ts';
import type { Db } from '../database/open.ts';
import { type NewTrialExecution, type StoredTrial, storeTrial, trialOf, trialsOf } from '../database/trials.ts';
import { type RanOnce, runOnce } from '../execution/run-once.ts';
import { onSnowflakeOnce } from '../execution/snowflake-once.ts';
import { withRecordingFile } from '../recording/recording-file.ts';
import { runOfItem, sidesOf } from './room.ts';

type Item = ItemKey & { readonly sample: number | null };

export type TrialOptions = {
  readonly db: Db;
  readonly annotator: number;
  readonly item: Item;
  /** The query of the annotator; null: gold and prediction once more. */
  readonly scratch: string | null;
  readonly gold: string | null;
  readonly timeoutSeconds: number;
  /** How Snowflake is reached; asked for only where the database is there. */
  readonly snowflake: () => Promise<{ connection: Connection; allowUnparsed: boolean }>;
  readonly runnerEntry: string;
  readonly signal: AbortSignal;
  readonly onProgress: (side: TrialSide) => void;
};

/**
 * Runs a scratch query, or gold and prediction once more, and stores what came of it as a window of its own.
 * @throws AssayError NOT_FOUND or NOTHING_TO_DO, what keeps Snowflake's connection from being read; the signal's reason when cancelled, and then nothing is stored
 */
export async function runTrial(options: TrialOptions): Promise<Trial> {
  const { db, item, signal, runnerEntry } = options;
  const database = databaseOfInstance(db, item.instance);
  if (database === null) throw new AssayError('NOT_FOUND', 'There is no such instance.');
  const queries = queriesOf(options);
  if (queries.length === 0) throw new AssayError('NOTHING_TO_DO', 'Neither gold nor prediction has a query to run.');
  const limits = { ...DEFAULT_LIMITS, timeoutMs: options.timeoutSeconds * 1000 };
  const inTurn = async (run: (query: typeof database & { sql: string }) => Promise<RanOnce>) => {
    const ran: NewTrialExecution[] = [];
    for (const query of queries) {
      options.onProgress(query.side);
      ran.push({ ...query, ...(await run({ ...database, sql: query.sql })) });
    }
    return ran;
  };
  const executions =
    database.engine === 'snowflake'
      ? await onSnowflakeOnce({ db, ...(await options.snowflake()), limits, signal }, inTurn)
      : await withRecordingFile(db, (recording) => inTurn((query) => runOnce(query, { runnerEntry, limits, recording, signal })));
  const id = storeTrial(db, options.annotator, item, executions);
  return described(db, item, trialOf(db, item, id)!);
}

function queriesOf({ db, item, scratch, gold }: TrialOptions): Pick<NewTrialExecution, 'side' | 'gold' | 'sql'>[] {
  if (scratch !== null) return [{ side: 'scratch', gold: null, sql: scratch }];
  const sides = sidesOf(db, item, runOfItem(db, item.sample), gold);
  const of = (side: TrialSide, name: string | null, sql: string | null | undefined) => (sql ? [{ side, gold: name, sql }] : []);
  return [...of('gold', sides.gold?.gold.name ?? null, sides.gold?.gold.sql), ...of('prediction', null, sides.prediction?.sql)];
}

/** Every trial of an item, the newest first, each compared with what the run has. */
export const trialsOfItem = (db: Db, annotator: number, item: Item): Trial[] =>
  trialsOf(db, annotator, item).map((trial) => described(db, item, trial));

function described(db: Db, item: Item, trial: StoredTrial): Trial {
  const run = runOfItem(db, item.sample);
  return {
    ...trial,
    executions: trial.executions.map(({ resultHash: _hash, rowsHash, ...execution }) => {
      const sides = sidesOf(db, item, run, execution.gold);
      const inRun = execution.side === 'gold' ? (sides.gold?.execution ?? null) : sides.predicted;
      const comparable = rowsHash !== null && inRun?.rowsHash != null;
      return { ...execution, sameRows: comparable ? rowsHash === inRun.rowsHash : null, runAt: inRun?.startedAt ?? null };
    }),
  };
}
