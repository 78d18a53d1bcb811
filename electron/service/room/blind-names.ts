import { FILLER, MASK } from '#shared/model/mask.ts';
import type { Trajectory } from '#shared/model/trajectory.ts';

/** A shorter name is a word of every second text: masking it would take more away than it hides. */
const SHORTEST = 4;

/** The parts of a name between which a text may have other signs or none: `cirrus-agent`, `Cirrus Agent`. */
const partsOf = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? [];

/** A name itself may have several signs in a row: `GPT-4 (May)`. */
const BETWEEN_PARTS = '[^\\p{L}\\p{N}]{0,4}';

/** What finds the names of systems as whole words, in any case; null where no name is long enough to be one. */
export function namePattern(names: readonly string[]): RegExp | null {
  const patterns = names
    .map(partsOf)
    .filter((parts) => parts.join('').length >= SHORTEST)
    .sort((a, b) => b.join('').length - a.join('').length)
    .map((parts) => parts.join(BETWEEN_PARTS));
  if (patterns.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** The text with every name masked: all masks look the same, and are as long as what they stand for. */
export const withoutNames = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (name) => MASK.repeat(SHORTEST) + FILLER.repeat(name.length - SHORTEST));

/** What a comment could be taken for stands in quotes. */
const QUOTED_OR_COMMENT = /'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * A query without the text of comments that name a system: an editor would show what takes no width. What runs stays as it
 * is: a table may be called like a system.
 */
export const sqlWithoutNames = (sql: string, pattern: RegExp): string =>
  sql.replace(QUOTED_OR_COMMENT, (part) => {
    if (!/^(?:--|\/\*)/.test(part) || withoutNames(part, pattern) === part) return part;
    const end = part.startsWith('/*') && part.endsWith('*/') ? '*/' : '';
    const said = part.slice(2, part.length - end.length);
    return `${part.slice(0, 2)}${said.replace(/[^\r\n]/g, MASK)}${end}`;
  });

/** The words that stand in names: who looks for one would find whose trajectory it is. */
export const isPartOfName = (words: readonly string[], names: readonly string[]): boolean => {
  const parts = names
    .map(partsOf)
    .filter((each) => each.join('').length >= SHORTEST)
    .flatMap((each) => each.map((part) => part.toLowerCase()));
  return words.some((word) => word.length > 2 && parts.some((part) => part.startsWith(word.toLowerCase())));
};

/** A trajectory in which no text names a system. */
export function trajectoryWithoutNames(trajectory: Trajectory, pattern: RegExp): Trajectory {
  const masked = (text: string) => withoutNames(text, pattern);
  const orNull = (text: string | null) => (text === null ? null : masked(text));
  return {
    ...trajectory,
    answer: orNull(trajectory.answer),
    ...(trajectory.error === undefined ? {} : { error: masked(trajectory.error) }),
    steps: trajectory.steps.map((step) => ({
      ...step,
      thought: orNull(step.thought),
      tool: orNull(step.tool),
      call: step.call.map(({ name, text }) => ({ name, text: masked(text) })),
      sql: orNull(step.sql),
      observation: orNull(step.observation),
      ...(step.error === undefined ? {} : { error: masked(step.error) }),
      ...(step.result === undefined
        ? {}
        : {
            result: {
              ...step.result,
              columns: step.result.columns.map(masked),
              rows: step.result.rows.map((row) => row.map(masked)),
            },
          }),
    })),
  };
}
