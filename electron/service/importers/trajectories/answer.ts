import { runsSql } from '#shared/analysis/trajectoryFigures.ts';
import type { Step } from '#shared/model/trajectory.ts';
import { cleanSql, isNoAnswer } from '../predictions/cleaning.ts';

/** A submitted SQL and where it was found; null where there is none. */
export type Answer = { readonly sql: string; readonly method: string } | null;

const usable = (sql: string | null | undefined): sql is string => typeof sql === 'string' && !isNoAnswer(cleanSql(sql).sql);

/** What stands between the first `<answer>` and the end of it; a text may have 10,000 that never end. */
function taggedIn(text: string): string | undefined {
  const begun = /<answer>/i.exec(text);
  const after = begun === null ? '' : text.slice(begun.index + begun[0].length);
  const ended = /<\/answer>/i.exec(after);
  return ended === null ? undefined : after.slice(0, ended.index);
}

/**
 * The answer of an agent's run: what it handed in by its closing call; else an `<answer>` in its last words; else the last
 * SQL that ran without an error (Spider2-AIFunc's fallbacks, but for SQL that failed: that answers nothing).
 */
export function answerOf(submitted: string | null, steps: readonly Step[], method = 'terminate(answer)'): Answer {
  if (usable(submitted)) return { sql: submitted, method };
  const lastWords = steps.findLast((step) => step.thought !== null)?.thought ?? '';
  const tagged = taggedIn(lastWords);
  if (usable(tagged)) return { sql: tagged.trim(), method: '<answer>' };
  const ran = steps.findLast((step) => runsSql(step) && step.outcome === 'ok')?.sql;
  return usable(ran) ? { sql: ran, method: 'last SQL that ran' } : null;
}
