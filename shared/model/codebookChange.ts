import { z } from 'zod';
import { type Code, type Codebook, codeNameSchema, codeSchema } from './codebook.ts';
import type { Label } from './label.ts';
import { looksOf } from './lookAlike.ts';
import { nameProblem } from './name.ts';
import { STRATA, stratumSchema } from './stratum.ts';

/** What no text of a codebook may hold: control characters but the tab and the ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const textOf = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `A text of ${longest.toLocaleString('en')} characters at most.`)
    .refine((text) => !CONTROL.test(text), 'There is a control character in the text.');
const lineOf = (longest: number) => textOf(longest).refine((text) => !/[\r\n]/.test(text), 'This is one line.');
const nameOf = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `A text of ${longest.toLocaleString('en')} characters at most.`)
    .refine((text) => !/[\r\n]/.test(text), { error: 'This is one line.', abort: true })
    .refine((text) => nameProblem(text) === null, { error: ({ input }) => `It ${nameProblem(String(input))}.` });
const titleSchema = nameOf(120).min(1, 'A code needs a title.');
const definitionSchema = textOf(4_000);
const groupSchema = nameOf(120);
/** One a line in a form and in a file, so none has several. */
const examplesSchema = z.array(lineOf(1_000).min(1, 'An example is empty.')).max(50, 'A code has 50 examples at most.');
const offeredSchema = z
  .array(z.string().refine((name) => stratumSchema.safeParse(name).success, `The strata are ${STRATA.join(', ')}, or all.`))
  .nullable();

/** What a person writes of a code. */
export const newCodeSchema = z.object({
  code: codeNameSchema,
  title: titleSchema,
  definition: definitionSchema,
  examples: examplesSchema,
  strata: offeredSchema,
  group: groupSchema,
});
export type NewCode = z.infer<typeof newCodeSchema>;

/** A code of a preset or a file. Its name is judged when it is taken over: a codebook may hold older ones. */
export const adoptedCodeSchema = codeSchema.omit({ sameIn: true }).extend({
  title: titleSchema,
  definition: definitionSchema,
  examples: examplesSchema,
  strata: offeredSchema,
  group: groupSchema.default(''),
});

export const codebookNameSchema = nameOf(120).min(1, 'A codebook needs a name.');

/** One change to the codebook; each makes a new version. Nothing is ever deleted. */
export const codebookChangeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('add'), code: newCodeSchema }),
  z.object({ change: z.literal('rename'), code: z.string(), title: titleSchema }),
  z.object({ change: z.literal('redefine'), ...newCodeSchema.omit({ title: true, code: true }).shape, code: z.string() }),
  z.object({ change: z.literal('merge'), codes: z.array(z.string()).min(1), into: z.string() }),
  z.object({ change: z.literal('split'), code: z.string(), into: z.array(newCodeSchema).min(2) }),
  z.object({ change: z.literal('retire'), code: z.string() }),
  z.object({ change: z.literal('restore'), code: z.string() }),
  /** Takes over a whole codebook (a preset or a file): its codes hold, those that it lacks are retired. */
  z.object({ change: z.literal('adopt'), name: codebookNameSchema, codes: z.array(adoptedCodeSchema).min(1) }),
]);
export type CodebookChange = z.infer<typeof codebookChangeSchema>;

export type Changed = { readonly codebook: Codebook } | { readonly problem: string };

const fresh = (code: NewCode, version: number): Code => ({ ...code, retired: false, replacedBy: [], changedIn: version });
const sameMeaning = (a: Code, b: Pick<Code, 'definition' | 'strata'>) =>
  a.definition === b.definition && JSON.stringify(a.strata) === JSON.stringify(b.strata);

/** A code as versions and files keep it. */
export const withoutEarlier = ({ sameIn, ...code }: Code): Code => code;

/** The codebook with the earlier versions, of those given, in which each of its codes meant what it means now. */
export function withEarlierMeanings(codebook: Codebook, earlier: readonly Codebook[]): Codebook {
  const before = earlier.map(({ version, codes }) => ({ version, codes: new Map(codes.map((code) => [code.code, code])) }));
  const isSame = (now: Code, old: Code | undefined) =>
    old !== undefined && sameMeaning(old, now) && old.retired === now.retired && old.replacedBy.join() === now.replacedBy.join();
  const codes = codebook.codes.map((code): Code => {
    const same = before.filter(({ version, codes }) => version < code.changedIn && isSame(code, codes.get(code.code)));
    return same.length === 0 ? withoutEarlier(code) : { ...code, sameIn: same.map(({ version }) => version) };
  });
  return { ...codebook, codes };
}

/** More cannot be offered while labelling; a file that has more is another table. */
const MOST_CODES = 1000;

/**
 * The codebook after a change, as the next version; or why the change cannot be made. A new title, further examples and
 * another type leave the meaning of a code as it was; everything else makes labels under the older version stale.
 */
export function changeCodebook(codebook: Codebook, change: CodebookChange): Changed {
  const version = codebook.version + 1;
  const known = new Map(codebook.codes.map((code) => [code.code, code]));
  const named = (name: string) => known.get(name) ?? null;
  const next = (codes: Code[]): Changed => ({ codebook: { ...codebook, version, codes: codes.map(withoutEarlier) } });
  const replace = (name: string, by: (code: Code) => Code): Changed =>
    next(codebook.codes.map((code) => (code.code === name ? by(code) : code)));
  const missing = (name: string): Changed => ({ problem: `There is no code ${name} in the codebook.` });
  const taken = (codes: readonly NewCode[]): string | null => {
    const names = codes.map(({ code }) => code);
    const twice = names.find((name, at) => known.has(name) || names.indexOf(name) !== at);
    if (twice !== undefined) return `The code ${twice} is there already: a name keeps its meaning for good.`;
    return lookAlikeProblem([...known.keys()], names);
  };

  switch (change.change) {
    case 'add': {
      const problem = taken([change.code]);
      return problem === null ? next([...codebook.codes, fresh(change.code, version)]) : { problem };
    }
    case 'rename':
      if (!named(change.code)) return missing(change.code);
      return replace(change.code, (code) => ({ ...code, title: change.title }));
    case 'redefine': {
      if (!named(change.code)) return missing(change.code);
      const { definition, examples, strata, group } = change;
      return replace(change.code, (code) => ({
        ...code,
        definition,
        examples,
        strata,
        group,
        changedIn: sameMeaning(code, change) ? code.changedIn : version,
      }));
    }
    case 'merge': {
      const target = named(change.into);
      if (!target) return missing(change.into);
      if (target.retired) return { problem: `${change.into} is retired: merge into a code that is in use.` };
      const lost = change.codes.find((name) => !named(name));
      if (lost !== undefined) return missing(lost);
      if (change.codes.includes(change.into)) return { problem: `${change.into} cannot be merged into itself.` };
      const merged = new Set(change.codes);
      return next(
        codebook.codes.map((code) =>
          merged.has(code.code) ? { ...code, retired: true, replacedBy: [change.into], changedIn: version } : code,
        ),
      );
    }
    case 'split': {
      if (!named(change.code)) return missing(change.code);
      const problem = taken(change.into);
      if (problem !== null) return { problem };
      const parts = change.into.map((part) => fresh(part, version));
      return next(
        codebook.codes.flatMap((code) =>
          code.code === change.code
            ? [{ ...code, retired: true, replacedBy: parts.map((part) => part.code), changedIn: version }, ...parts]
            : [code],
        ),
      );
    }
    case 'retire':
    case 'restore': {
      const code = named(change.code);
      const retired = change.change === 'retire';
      if (!code) return missing(change.code);
      if (code.retired === retired) return { problem: `${change.code} is ${retired ? 'retired already' : 'in use'}.` };
      return replace(change.code, (old) => ({ ...old, retired, replacedBy: [], changedIn: version }));
    }
    case 'adopt': {
      if (change.codes.length > MOST_CODES) {
        return { problem: `A codebook has at most ${MOST_CODES} codes; this one has ${change.codes.length}.` };
      }
      const names = change.codes.map(({ code }) => code);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      if (twice !== undefined) return { problem: `The code ${twice} comes twice.` };
      const strange = names.find((name) => !known.has(name) && !codeNameSchema.safeParse(name).success);
      if (strange !== undefined) return { problem: `“${strange}” is no code: letters, digits, dots, dashes and underscores.` };
      const alike = lookAlikeProblem(
        [...known.keys()],
        names.filter((name) => !known.has(name)),
      );
      if (alike !== null) return { problem: alike };
      const adopted = change.codes.map((code): Code => {
        const old = known.get(code.code);
        const same = old !== undefined && sameMeaning(old, code) && old.retired === code.retired;
        return { ...code, changedIn: same ? old.changedIn : version };
      });
      const left = codebook.codes
        .filter((code) => !names.includes(code.code))
        .map((code): Code => (code.retired ? code : { ...code, retired: true, replacedBy: [], changedIn: version }));
      const codes = [...adopted, ...left];
      const problem = successionProblem(codes);
      return problem === null ? { codebook: { version, name: change.name, codes: codes.map(withoutEarlier) } } : { problem };
    }
  }
}

/** Why codes cannot be added to those that are there: one looks like another. */
function lookAlikeProblem(there: readonly string[], added: readonly string[]): string | null {
  const looks = new Map(there.map((name) => [looksOf(name), name]));
  for (const name of added) {
    const other = looks.get(looksOf(name));
    if (other !== undefined) return `The codes ${other} and ${name} differ in letters that look alike, or only in their case.`;
    looks.set(looksOf(name), name);
  }
  return null;
}

/** Why what codes were replaced by makes no sense: a code that is not there, or a way that leads back to itself. */
function successionProblem(codes: readonly Code[]): string | null {
  const known = new Map(codes.map((code) => [code.code, code]));
  for (const { code, retired, replacedBy } of codes) {
    if (!retired && replacedBy.length > 0)
      return `${code} is in use, and replaced by ${replacedBy.join(', ')}: only one of the two.`;
    const unknown = replacedBy.find((name) => !known.has(name));
    if (unknown !== undefined) return `${code} is replaced by ${unknown}, which the codebook does not have.`;
    // What a code leads to; a set grows while it is walked.
    const reached = new Set(replacedBy);
    for (const name of reached) for (const next of known.get(name)?.replacedBy ?? []) reached.add(next);
    if (replacedBy.includes(code)) return `${code} is replaced by itself.`;
    if (reached.has(code)) return `${code} is replaced by ${replacedBy.join(', ')}, and so in the end by itself.`;
  }
  return null;
}

/** A change in a few words, for the list of versions. */
export function describeCodebookChange(change: CodebookChange): string {
  switch (change.change) {
    case 'add':
      return `${change.code.code} ${change.code.title} added`;
    case 'rename':
      return `${change.code} renamed to ${change.title}`;
    case 'redefine':
      return `${change.code} redefined`;
    case 'merge':
      return `${change.codes.join(', ')} merged into ${change.into}`;
    case 'split':
      return `${change.code} split into ${change.into.map(({ code }) => code).join(', ')}`;
    case 'retire':
      return `${change.code} retired`;
    case 'restore':
      return `${change.code} brought back`;
    case 'adopt':
      return `${change.name} taken over: ${change.codes.length} codes`;
  }
}

/** A code of a label whose meaning has changed since it was set, and what became of it. */
export type StaleCode = { readonly code: string; readonly why: string };

/** The codes of a label that were set under another meaning than the codebook now gives them. */
export function staleCodes(label: Pick<Label, 'codes' | 'codeVersions' | 'codebookVersion'>, codebook: Codebook): StaleCode[] {
  return label.codes.flatMap((name): StaleCode[] => {
    const code = codebook.codes.find((each) => each.code === name);
    const setUnder = label.codeVersions[name] ?? label.codebookVersion ?? 0;
    const holds = code === undefined || setUnder >= code.changedIn || code.sameIn?.includes(setUnder);
    return holds ? [] : [{ code: name, why: whatBecameOf(code, setUnder) }];
  });
}

function whatBecameOf({ retired, replacedBy, changedIn }: Code, setUnder: number): string {
  const when = `in version ${changedIn}, set under version ${setUnder}`;
  // Redefined, or brought back: the labels were listed in between.
  if (!retired) return `changed ${when}`;
  if (replacedBy.length === 0) return `retired ${when}`;
  return replacedBy.length === 1 ? `merged into ${replacedBy[0]} ${when}` : `split into ${replacedBy.join(', ')} ${when}`;
}
