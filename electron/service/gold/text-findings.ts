import { dependsOnToday, readsNoTable } from '#shared/sql/words.ts';
import type { Gold } from '../database/benchmark.ts';
import type { StoredExecution } from '../database/executions.ts';
import type { NewFinding } from '../database/findings.ts';
import { onGold } from './looked-at.ts';

/** What the text of a gold query and the end of its run tell. */
export function findingsOfText(gold: Gold, run: StoredExecution | null): NewFinding[] {
  const { sql } = gold;
  if (sql === null) return [];
  const on = (kind: NewFinding['kind'], words: string) => onGold(gold, kind, words);
  const findings: NewFinding[] = [];
  const isDated = dependsOnToday(sql);
  if (isDated) findings.push(on('gold depends on the date', 'the query reads the date of today'));
  if (readsNoTable(sql)) findings.push(on('gold reads no table', 'the answer is written into the query'));
  if (run === null || run.status === 'cancelled') return findings;
  if (run.status === 'environment') findings.push(on('gold kept from running', run.errorMessage ?? run.status));
  else if (run.status !== 'ok') findings.push(on('gold failed', run.errorMessage ?? run.status));
  else if (run.rowCount === 0) {
    findings.push(on('gold returns no rows', isDated ? 'no rows today: the query reads the date' : 'the query returns no rows'));
  }
  return findings;
}
