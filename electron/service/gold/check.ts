import {
  isTiedAnswer,
  type Probed,
  sortsNullFirst,
  sortsNumbersAsText,
  tieAtLimit,
  tieInWords,
} from '#shared/comparison/tieAtLimit.ts';
import type { GoldFindings } from '#shared/contract/gold.ts';
import type { Connection } from '#shared/model/connection.ts';
import { counted } from '#shared/model/counted.ts';
import type { EngineName } from '#shared/model/execution.ts';
import { AGREEING_SYSTEMS } from '#shared/model/finding.ts';
import { type Gold, locationsOf } from '../database/benchmark.ts';
import { type StoredExecution, storedTable, unpackTable } from '../database/executions.ts';
import { findingsOf, type NewFinding, storeFindings } from '../database/findings.ts';
import { comparedGolds } from '../database/imported-tables.ts';
import type { Db } from '../database/open.ts';
import { limitsOf } from '../database/runs.ts';
import type { System } from '../database/systems.ts';
import type { EngineOutcome } from '../engines/engine.ts';
import { runAside } from '../execution/run-aside.ts';
import { onSnowflakeOnce } from '../execution/snowflake-once.ts';
import { withRecordingFile } from '../recording/recording-file.ts';
import type { Session } from '../session.ts';
import { requireRun } from '../strata/verdict-tables.ts';
import { ownCheck, storedTableCheck } from './compare-golds.ts';
import { type LookedAt, lookAt, onGold } from './looked-at.ts';
import { PROBED_ROWS, type Probe, readGold } from './probe.ts';
import { findingsOfText } from './text-findings.ts';

type Progress = (phase: string, done: number, total: number) => void;

type OpenProbe = { readonly looked: LookedAt; readonly gold: Gold; readonly probe: Probe };

/**
 * Checks the golds of the current run and stores what is found. Snowflake is asked only where a connection is given: every
 * query costs what the account pays for it. @throws AssayError NOTHING_TO_DO before the first run
 */
export async function checkGolds(
  session: Session,
  warehouse: Warehouse | null,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<GoldFindings> {
  const { db } = session;
  const run = requireRun(db);
  const all = lookAt(db, run);
  const findings: NewFinding[] = [];
  const unprobed: GoldFindings['unprobed'] = [];
  const probes: OpenProbe[] = [];
  let done = 0;
  for (const looked of all) {
    signal.throwIfAborted();
    for (const { gold, query } of looked.golds) {
      findings.push(...findingsOfText(gold, query));
      if (gold.sql === null || query?.status !== 'ok') continue;
      const reading = await readGold(gold.sql, looked.instance.engine as EngineName);
      if (reading.countsEveryRow) findings.push(onGold(gold, 'counts every row', 'COUNT over a CASE that is never NULL'));
      if (reading.probe !== null) probes.push({ looked, gold, probe: reading.probe });
      if (reading.unprobed !== null) unprobed.push({ instanceId: looked.instance.instanceId, reason: reading.unprobed });
    }
    findings.push(...agreement(looked));
    for (const compared of [await storedTableCheck(session, looked), await ownCheck(session, looked)]) findings.push(...compared);
    onProgress('Looking at golds', ++done, all.length);
  }
  const notAsked = ({ looked }: OpenProbe, reason: string) => unprobed.push({ instanceId: looked.instance.instanceId, reason });
  const onWarehouse = probes.filter(({ looked }) => looked.instance.engine === 'snowflake');
  const local = probes.filter((probe) => !onWarehouse.includes(probe));
  const asked = warehouse === null ? [] : onWarehouse.slice(0, warehouse.maxQueries ?? onWarehouse.length);
  const queries = local.length + asked.length;
  let answered = 0;
  const take = (probe: OpenProbe, outcome: EngineOutcome) => {
    const read = readProbe(db, probe, outcome);
    if (typeof read === 'string') notAsked(probe, read);
    else findings.push(...read);
    onProgress('Running further queries', ++answered, queries);
  };
  if (queries > 0) onProgress('Running further queries', 0, queries);
  await runProbes(session, run, local, signal, take);
  if (warehouse !== null) await askWarehouse(session, run, warehouse, asked, signal, take);
  for (const probe of onWarehouse.slice(asked.length)) {
    notAsked(probe, warehouse === null ? NO_CONNECTION : `behind the limit of ${counted(asked.length, 'query', 'queries')}`);
  }
  storeFindings(db, run, { golds: all.reduce((sum, { golds: each }) => sum + each.length, 0), unprobed, findings });
  return findingsOf(db, run);
}

/** Where golds of a warehouse are looked into, and with how many queries at most (null: as many as it takes). */
export type Warehouse = { readonly connection: Connection; readonly maxQueries: number | null };

const NO_CONNECTION = 'a warehouse is asked only where a connection is named (assay check-gold --connection)';

/** Runs probes on Snowflake one after the other. */
async function askWarehouse(
  { db }: Session,
  run: number,
  { connection }: Warehouse,
  probes: readonly OpenProbe[],
  signal: AbortSignal,
  take: (probe: OpenProbe, outcome: EngineOutcome) => void,
): Promise<void> {
  const locations = locationsOf(db);
  await onSnowflakeOnce({ db, connection, allowUnparsed: false, limits: limitsOf(db, run), signal }, async (ask) => {
    for (const probe of probes) {
      const location = locations.get(probe.looked.instance.database) ?? '';
      take(probe, (await ask({ sql: probe.probe.sql, location })).outcome);
    }
  });
}

/** Systems that return the same rows although no rule matches any of them. */
function agreement({ golds: own, predictions, matching }: LookedAt): NewFinding[] {
  const [first] = comparedGolds(own.map(({ gold }) => gold));
  if (first === undefined) return [];
  const groups = new Map<string, System[]>();
  for (const { system, run } of predictions) {
    if (run?.status !== 'ok' || run.rowsHash === null || (run.rowCount ?? 0) === 0) continue;
    groups.set(run.rowsHash, [...(groups.get(run.rowsHash) ?? []), system]);
  }
  const goldRows = new Set(own.map(({ query }) => query?.rowsHash ?? null));
  return [...groups]
    .filter(
      ([rows, group]) => group.length >= AGREEING_SYSTEMS && !goldRows.has(rows) && !group.some(({ id }) => matching.has(id)),
    )
    .map(([, group]) => {
      const names = group.map(({ name }) => name).join(', ');
      return onGold(
        first,
        'systems agree against gold',
        `${group.length} of ${predictions.length} systems return the same rows: ${names}`,
      );
    });
}

async function runProbes(
  session: Session,
  run: number,
  probes: readonly OpenProbe[],
  signal: AbortSignal,
  onOutcome: (probe: OpenProbe, outcome: EngineOutcome) => void,
): Promise<void> {
  const { db } = session;
  const locations = locationsOf(db);
  const queries = probes
    .map(({ looked: { instance }, probe }, id) => ({
      id,
      sql: probe.sql,
      engine: instance.engine as EngineName,
      database: instance.databaseName,
      location: locations.get(instance.database) ?? '',
    }))
    .sort((a, b) => (a.location < b.location ? -1 : a.location > b.location ? 1 : a.id - b.id));
  await withRecordingFile(db, (recording) =>
    runAside({
      queries,
      runnerEntry: session.files.runner,
      limits: limitsOf(db, run),
      recording,
      signal,
      onOutcome: (id, outcome) => onOutcome(probes[id]!, outcome),
    }),
  );
}

/** What a probe tells of its gold and of the predictions beside it; in words, why it tells nothing. */
function readProbe(db: Db, { looked, gold, probe }: OpenProbe, outcome: EngineOutcome): NewFinding[] | string {
  if (outcome.status !== 'ok') return `the query with its sort keys did not run: ${outcome.message}`;
  // What it would have returned beyond the cut may tie as well.
  if (outcome.cappedBy !== null) return 'the result of the query with its sort keys is cut by the limits of the run';
  const own = looked.golds.find((each) => each.gold.id === gold.id)!.query!;
  const probed: Probed = {
    ...probe,
    table: unpackTable(outcome.result),
    isCut: outcome.result.rowCount === probe.limit + PROBED_ROWS,
  };
  const findings: NewFinding[] = [];
  if (sortsNullFirst(probed)) findings.push(onGold(gold, 'NULL sorts first', 'a row is kept because its sort key is NULL'));
  if (sortsNumbersAsText(probed))
    findings.push(onGold(gold, 'numbers sorted as text', 'the sort key is text that holds numbers'));
  const tie = tieAtLimit(probed);
  if (tie === null) return findings;
  const tableOf = (run: StoredExecution) => unpackTable(storedTable(db, run.resultHash!));
  // The probe was written by a parser: only where the gold's own rows are one of the answers is it believed.
  if (!isTiedAnswer(tie, tableOf(own))) return 'the query with its sort keys returns other rows';
  findings.push(onGold(gold, 'tie at the limit', tieInWords(tie, probed)));
  for (const { id, run } of looked.predictions) {
    if (run?.status !== 'ok' || run.rowCount !== own.rowCount || run.rowsHash === own.rowsHash) continue;
    if (!isTiedAnswer(tie, tableOf(run))) continue;
    findings.push({ gold: gold.id, prediction: id, kind: 'another answer the data allow', words: tieInWords(tie, probed) });
  }
  return findings;
}
