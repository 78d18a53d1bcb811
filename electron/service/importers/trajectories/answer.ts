import { runsSql } from '#shared/analysis/trajectoryFigures.ts';
import type { Step } from '#shared/model/trajectory.ts';
import { cleanSql, isNoAnswer } from '../predictions/cleaning.ts';

/** A submitted SQL and where it was found; null where there is none. */
export type Answer = { readonly sql: string; readonly method: string } | null;

const TAG = /<answer>([\s\S]*?)<\/answer>/i;

const usable = (sql: string | null | undefined): sql is string => typeof sql === 'string' && !isNoAnswer(cleanSql(sql).sql);

/**
 * The answer of an agent's run: what it handed in by its closing call; else an `<answer>` in its last words; else the last
 * SQL that ran without an error (Spider2-AIFunc's fallbacks, but for SQL that failed: that answers nothing).
 */
export function answerOf(submitted: string | null, steps: readonly Step[], method = 'terminate(answer)'): Answer {
  if (usable(submitted)) return { sql: submitted, method };
  const lastWords = steps.findLast((step) => step.thought !== null)?.thought ?? '';
  const tagged = TAG.exec(lastWords)?.[1];
  if (usable(tagged)) return { sql: tagged.trim(), method: '<answer>' };
  const ran = steps.findLast((step) => runsSql(step) && step.outcome === 'ok')?.sql;
  return usable(ran) ? { sql: ran, method: 'last SQL that ran' } : null;
}
