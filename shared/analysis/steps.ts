import { counted } from '../model/counted.ts';
import type { FirstSeen, Hit, SearchedField, StepKind, StepLine, Term, TrajectoryOverview } from '../model/steps.ts';
import type { Step, Trajectory } from '../model/trajectory.ts';
import { trajectoryFigures } from './trajectoryFigures.ts';

/** What a step mainly is; the last step of a trajectory that was handed in is its answer. */
export function stepKind(step: Step, isAnswer: boolean): StepKind {
  if (isAnswer) return 'answer';
  if (step.sql !== null) return 'sql';
  return step.tool === null && step.call.length === 0 ? 'thought' : 'command';
}

const firstLine = (text: string, limit: number): string => {
  const start = text.slice(0, limit * 8).trimStart();
  const line = start.split('\n', 1)[0]!.trimEnd();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
};

/** SQL on one line, as far as a list shows it. */
const onOneLine = (sql: string, limit: number): string => firstLine(sql.slice(0, limit * 8).replace(/\s+/g, ' '), limit);

/** Tools whose argument is a command of a shell. */
const SHELL = /bash|shell|terminal|command/i;

/** A step in one line: its SQL, else its call, else its thought. */
export function stepTitle(step: Step): string {
  if (step.sql !== null) return onOneLine(step.sql, 120);
  const argument = step.call[0]?.text;
  if (step.tool !== null && argument === undefined) return step.tool;
  // A shell is told by its sign; its name would only push the command out of sight.
  if (step.tool !== null && !SHELL.test(step.tool)) return `${step.tool} ${firstLine(argument ?? '', 120)}`;
  return argument === undefined ? firstLine(step.thought ?? '', 120) : firstLine(argument, 120);
}

/** What a step itself says, without any rendering: its call, else its thought, else what came back, else its tool. */
export function stepText(step: Step): string {
  const call = step.call.map(({ text }) => text).join('\n');
  return [call, step.thought ?? '', step.observation ?? ''].find((text) => text.trim() !== '') ?? step.tool ?? '';
}

/** A line that only frames what came back. */
const FRAME = /^EXECUTION RESULT of \[[^\]]*\]:?$|^Query executed successfully\.?$|^```\w*$/i;

/** What came back, in one line: the rows of a table, else the first line that says something; null where nothing came. */
export function observationLine(step: Step): string | null {
  const text = (step.observation ?? '').slice(0, 20_000).trim();
  const table = /```csv\s*\n([\s\S]*?)(?:\n```|$)/.exec(text)?.[1];
  if (table !== undefined) {
    const rows = table.trim().split('\n').length - 1;
    return `${counted(rows, 'row')} shown`;
  }
  const line = text.split('\n').find((each) => each.trim() !== '' && !FRAME.test(each.trim()));
  return text === '' ? null : firstLine(line ?? text, 160);
}

const MOST_HITS = 20_000;

/** The texts of a step that are searched, in reading order. */
const searchedTexts = (step: Step): { field: SearchedField; part: number; text: string }[] => [
  ...(step.thought === null ? [] : [{ field: 'thought' as const, part: 0, text: step.thought }]),
  ...step.call.map((argument, part) => ({ field: 'call' as const, part, text: argument.text })),
  ...(step.observation === null ? [] : [{ field: 'observation' as const, part: 0, text: step.observation }]),
];

/** Everywhere the text stands, in all steps, ignoring case; `cut` says that only the first hits are listed. */
export function searchSteps(steps: readonly Step[], query: string): { hits: Hit[]; cut: boolean } {
  const wanted = query.toLowerCase();
  const hits: Hit[] = [];
  if (wanted.trim() === '') return { hits, cut: false };
  for (const [index, step] of steps.entries()) {
    for (const { field, part, text } of searchedTexts(step)) {
      const hay = text.toLowerCase();
      for (let start = hay.indexOf(wanted); start !== -1; start = hay.indexOf(wanted, start + wanted.length)) {
        if (hits.length === MOST_HITS) return { hits, cut: true };
        hits.push({ step: index, field, part, start });
      }
    }
  }
  return { hits, cut: false };
}

/** How many hits each field has and in how many steps they lie. */
export function hitCounts(hits: readonly Hit[]) {
  const count = (field: SearchedField) => hits.filter((hit) => hit.field === field).length;
  return {
    thought: count('thought'),
    call: count('call'),
    observation: count('observation'),
    steps: new Set(hits.map((hit) => hit.step)).size,
  };
}

/** A text cut at the places where the query stands, so that each hit can be marked. */
export function splitByQuery(text: string, query: string): { text: string; hit: boolean; start: number }[] {
  const wanted = query.toLowerCase();
  if (wanted.trim() === '') return [{ text, hit: false, start: 0 }];
  const hay = text.toLowerCase();
  const parts: { text: string; hit: boolean; start: number }[] = [];
  let from = 0;
  for (let start = hay.indexOf(wanted); start !== -1; start = hay.indexOf(wanted, start + wanted.length)) {
    if (start > from) parts.push({ text: text.slice(from, start), hit: false, start: from });
    parts.push({ text: text.slice(start, start + wanted.length), hit: true, start });
    from = start + wanted.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false, start: from });
  return parts;
}

/** What a list shows of a step; the last step of a trajectory that was handed in is its answer. */
export const stepLine = (step: Step, isAnswer: boolean): StepLine => ({
  kind: stepKind(step, isAnswer),
  title: stepTitle(step),
  answer: observationLine(step),
  outcome: step.outcome,
  seconds: step.seconds ?? null,
});

/** A trajectory without its texts. */
export const trajectoryOverview = (trajectory: Trajectory): TrajectoryOverview => ({
  steps: trajectory.steps.length,
  errors: trajectory.steps.filter(({ outcome }) => outcome === 'error').length,
  terminated: trajectory.terminated,
  extractionMethod: trajectory.extractionMethod,
  sqlSteps: trajectory.steps.flatMap(({ sql }, at) => (sql === null ? [] : [at])),
  hasAnswer: trajectory.answer !== null,
  figures: trajectoryFigures(trajectory),
});

/** Finds a term in a text, which is given as it is and in lower case; -1 without it. */
function finder({ text, words, sqlOnly }: Term): (hay: string, lower: string) => number {
  const wanted = text.trim().toLowerCase();
  if (!words) return (_hay, lower) => lower.indexOf(wanted);
  const parts = wanted.split(/\s+/);
  // A quotation mark within a string of SQL is written twice.
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "''?"));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_$])${escaped.join(sqlOnly ? '\\s+(?:OUTER\\s+)?' : '\\s+')}(?![\\p{L}\\p{N}_$])`,
    'iu',
  );
  // The pattern is slow: most texts lack the word altogether.
  const [start = ''] = parts[0]!.split("'");
  return (hay, lower) => (lower.includes(start) ? hay.search(pattern) : -1);
}

/** Where each term first appears, of a clause in SQL only. A name counts however it is quoted, and in any case. */
export function firstSeen(steps: readonly Step[], terms: readonly Term[]): FirstSeen[] {
  const found: FirstSeen[] = terms.map(() => ({ inSql: null, anywhere: null }));
  let open = terms.map((term, at) => ({ find: finder(term), sqlOnly: term.sqlOnly, seen: found[at]! }));
  for (const [step, each] of steps.entries()) {
    if (open.length === 0) break;
    for (const { field, part, text } of searchedTexts(each)) {
      const lower = text.toLowerCase();
      const inSql = each.sql !== null && field === 'call' && text.includes(each.sql);
      for (const { find, sqlOnly, seen } of open) {
        if (sqlOnly && !inSql) continue;
        if (seen.anywhere !== null && (!inSql || seen.inSql !== null)) continue;
        const start = find(text, lower);
        if (start === -1) continue;
        seen.anywhere ??= { step, field, part, start };
        if (inSql) seen.inSql ??= { step, field, part, start };
      }
    }
    open = open.filter(({ seen }) => seen.inSql === null);
  }
  return found;
}
