import type { ShownResult, Step } from '#shared/model/trajectory.ts';
import { parseTable } from '../sources/csv.ts';
import { Problem } from '../sources/problem.ts';

export type Observed = Pick<Step, 'outcome' | 'error' | 'result'>;

const PREFIX = /^\s*(?:(?:EXECUTION RESULT of \[[^\]]*\]:|\[Round [^\]]*\][^\n]*|⚠[^\n]*|Warning:[^\n]*)\s*)+/i;
const FAILURE =
  /^(?:SQL Error|Database error|Execution timed out|Error\b|Traceback|Command execution failed|\{'error'|\{"error"|Exception\b|ProgrammingError|OperationalError)/i;
const EMPTY = /no rows (?:were )?returned|no data found|returned 0 rows|\(0 rows\)/i;
const CSV_BLOCK = /```csv\s*\n([\s\S]*?)(?:```|$)/i;
const CUT = /truncat|showing (?:only )?(?:the )?first|\.\.\. ?\d+ more|rows omitted/i;
/** A number is looked at once, from its first digit on: an observation may be a list of a million. */
const ROW_COUNT = /(?<![\d,])(\d[\d,]*)\s+(?:total\s+)?rows?\b|rows?(?: in total)?[:=]\s*(\d[\d,]*)/i;

/** The result table that the text shows as a CSV block, or null. */
function shownResult(text: string): ShownResult | null {
  const block = CSV_BLOCK.exec(text);
  const around = block ? text.replace(block[0], '') : text;
  const [, before, after] = ROW_COUNT.exec(around) ?? [];
  const counted = before ?? after;
  const rowCount = counted === undefined ? null : Number(counted.replaceAll(',', ''));
  if (!block) return EMPTY.test(text) ? { columns: [], rows: [], rowCount: 0, cut: false } : null;
  const cut = CUT.test(around) || !block[0].endsWith('```');
  try {
    const { columns, rows } = parseTable(block[1]!);
    return { columns, rows, rowCount: rowCount ?? (cut ? null : rows.length), cut };
  } catch (error) {
    // A block that is cut inside a quoted cell is no CSV any more; the text itself stays with the step.
    if (!(error instanceof Problem)) throw error;
    return { columns: [], rows: [], rowCount, cut: true };
  }
}

/** What a tool's answer says: whether the call worked, its error, and the result table that it shows (`withResult`). */
export function readObservation(observation: string | null, withResult: boolean): Observed {
  if (observation === null) return { outcome: 'unknown' };
  const body = observation.replace(PREFIX, '');
  if (FAILURE.test(body)) return { outcome: 'error', error: body.slice(0, 2_000) };
  const result = withResult ? shownResult(body) : null;
  return { outcome: 'ok', ...(result === null ? {} : { result }) };
}

/** The round and the number of rounds that a log of Spider2-AIFunc writes before its observations. */
export function roundLimitIn(observation: string | null): number | undefined {
  const limit = /\[Round\s+\d+\s*\/\s*(\d+)\]/i.exec(observation?.slice(0, 400) ?? '')?.[1];
  return limit === undefined ? undefined : Number(limit);
}
