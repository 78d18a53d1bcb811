import path from 'node:path';
import type { ItemOf } from '#shared/contract/import.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import { requireBenchmark } from '../benchmarks/instance.ts';
import type { Decision, ItemJob, UnitWriter } from '../item-job.ts';
import type { Unit } from '../unit.ts';

/** What another evaluator said of one instance. */
export type OutcomeRecord = {
  readonly instanceId: string;
  /** The evaluator's own word. */
  readonly status: string;
  readonly state: VerdictState;
  readonly score: number | null;
  readonly reason: string | null;
  readonly raw: string | null;
};

/** Takes outcomes as verdicts of their evaluator, with its version; they never become verdicts of ours. */
export async function takeOutcomes(
  job: ItemJob,
  item: ItemOf<'outcomes'>,
  evaluator: string,
  units: AsyncIterable<Unit<OutcomeRecord>> | Iterable<Unit<OutcomeRecord>>,
  knownVersion: string | null = null,
): Promise<void> {
  requireBenchmark(job, 'outcomes');
  const file = path.basename(item.path);
  const version = item.version ?? knownVersion ?? 'unknown';
  const write = async (record: OutcomeRecord, writer: UnitWriter): Promise<Decision> => {
    const { instanceId, raw, ...outcome } = record;
    if (!writer.catalog.instances.has(instanceId)) return writer.reject('the id is not in this benchmark', instanceId);
    if (writer.isRepeated(`outcome ${instanceId}`)) return writer.reject('second outcome of the same id', instanceId);
    writer.show(instanceId, record.status, record.reason ?? record.state);
    const known = writer.catalog.outcome(evaluator, version, item.system, file, instanceId);
    const said = `${record.status} ${record.score ?? ''}`;
    if (known === said) return writer.unchanged();
    if (known !== null)
      return writer.reject('the project has another outcome of this evaluator, from a file of the same name', instanceId);
    if (!writer.catalog.systems.has(item.system)) writer.put({ op: 'system', name: item.system, group: 'open' });
    const kept = raw === null ? null : await writer.body(raw);
    writer.put({
      op: 'outcome',
      evaluator,
      evaluatorVersion: version,
      system: item.system,
      file,
      instanceId,
      ...outcome,
      record: kept,
    });
    return writer.keep();
  };
  await job.take(`outcomes of ${item.system} by ${evaluator}`, file, units, write);
  if (version === 'unknown')
    job
      .tally(`outcomes of ${item.system} by ${evaluator}`, file)
      .note('The evaluator’s version is not in its files: it is kept as “unknown”.');
}
