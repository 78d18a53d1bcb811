import type { VerdictState } from '#shared/model/verdict.ts';
import type { StoredExecution } from '../database/executions.ts';

export type State = { readonly state: VerdictState; readonly reason: string | null };

const failureOf = (execution: StoredExecution): string => execution.errorMessage ?? execution.status;

/**
 * What stands for the runs of one query: the first that did not fail, else the first. Where fewer than `least` did not
 * fail and the environment kept one from running, that one: its absence says nothing about the query.
 */
export function representative(runs: readonly StoredExecution[], least = 1): StoredExecution | null {
  const ran = runs.filter(({ status }) => status === 'ok');
  const absent = ran.length < least ? runs.find(({ status }) => status === 'environment') : undefined;
  return absent ?? ran[0] ?? runs[0] ?? null;
}

/**
 * The verdict as far as it follows from how the executions ended, or null where a rule must compare rows. With several
 * golds, those that ran are compared; of a query that ran several times, the runs that did not fail.
 */
export function stateWithoutRows(
  goldRuns: readonly (StoredExecution | null)[],
  query: number | null,
  run: StoredExecution | null,
): State | null {
  const ran = goldRuns.filter((gold) => gold !== null);
  const goldOk = ran.some((gold) => gold.status === 'ok');
  if (goldRuns.length === 0) return { state: 'not judged', reason: 'the instance has no gold' };
  if (!goldOk && ran.length < goldRuns.length) return { state: 'not run', reason: 'gold has not run' };
  if (query !== null && run === null) return { state: 'not run', reason: 'the prediction has not run' };
  const predictionOk = run?.status === 'ok';
  if (!goldOk) {
    const absent = ran.find((gold) => gold.status === 'environment');
    if (absent) return { state: 'environment', reason: `gold: ${failureOf(absent)}` };
    const reason = `gold: ${failureOf(ran[0]!)}`;
    return predictionOk || run?.status === 'environment' ? { state: 'gold failed', reason } : { state: 'both failed', reason };
  }
  if (predictionOk) return null;
  if (run?.status === 'environment') return { state: 'environment', reason: failureOf(run) };
  if (run === null) return { state: 'prediction failed', reason: 'no answer' };
  return { state: run.status === 'timeout' ? 'timed out' : 'prediction failed', reason: failureOf(run) };
}
