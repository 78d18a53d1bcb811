import type { Code } from '#shared/model/codebook.ts';
import type { CodebookChange, NewCode } from '#shared/model/codebookChange.ts';

/** What the form of a code holds: examples one a line. */
export type CodeDraft = {
  code: string;
  title: string;
  group: string;
  definition: string;
  examples: string;
  strata: string[] | null;
};

export const EMPTY_DRAFT: CodeDraft = { code: '', title: '', group: '', definition: '', examples: '', strata: null };

export const draftOf = ({ code, title, group, definition, examples, strata }: Code): CodeDraft => ({
  code,
  title,
  group,
  definition,
  examples: examples.join('\n'),
  strata,
});

const examplesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const newCodeOf = ({ code, title, group, definition, examples, strata }: CodeDraft): NewCode => ({
  code: code.trim(),
  title: title.trim(),
  group: group.trim(),
  definition: definition.trim(),
  examples: examplesOf(examples),
  strata,
});

/** What was typed about a code and not saved: its form, and the codes that it is to be split into, where that is asked for. */
export type Draft = { readonly form?: CodeDraft; readonly parts?: readonly CodeDraft[] };

/** Drafts by the name of their code, `''` for that of a new one. */
export type Drafts = Readonly<Record<string, Draft>>;

/** The next of the codes that take the place of one: named after it by a letter, offered where it is. */
export const partOf = ({ code, group, strata }: Code, at: number): CodeDraft => ({
  ...EMPTY_DRAFT,
  code: `${code}${String.fromCharCode(97 + at)}`,
  group,
  strata,
});

/** A split has two parts at least. */
export const emptyPartsOf = (code: Code): readonly CodeDraft[] => [partOf(code, 0), partOf(code, 1)];

/** The codes whose draft says something else than the codebook does; a new one has no name yet. */
export function unsavedIn(drafts: Drafts, codes: readonly Code[]): string[] {
  return Object.entries(drafts).flatMap(([name, { form, parts }]) => {
    const code = codes.find((each) => each.code === name);
    const isSplit = code !== undefined && parts !== undefined && JSON.stringify(parts) !== JSON.stringify(emptyPartsOf(code));
    return isSplit || (form !== undefined && differs(form, code)) ? [name] : [];
  });
}

const differs = (form: CodeDraft, code: Code | undefined): boolean =>
  code === undefined
    ? JSON.stringify(newCodeOf(form)) !== JSON.stringify(newCodeOf(EMPTY_DRAFT))
    : changesOf(code, form).length > 0;

/** A draft without what a saved change has made of it. */
export function withoutSaved(draft: Draft, change: CodebookChange['change']): Draft {
  const { form, parts } = draft;
  switch (change) {
    case 'add':
    case 'rename':
    case 'redefine':
      return parts === undefined ? {} : { parts };
    case 'split':
      return form === undefined ? {} : { form };
    case 'merge':
    case 'retire':
    case 'restore':
    case 'adopt':
      return draft;
  }
}

/** The changes that bring a code to what its form says: none, a new title, a new meaning, or both. */
export function changesOf(code: Code, draft: CodeDraft): CodebookChange[] {
  const { title, ...meaning } = newCodeOf({ ...draft, code: code.code });
  const now = { group: code.group, definition: code.definition, examples: code.examples, strata: code.strata };
  const { code: _, ...wanted } = meaning;
  const same = (Object.keys(now) as (keyof typeof now)[]).every(
    (key) => JSON.stringify(now[key]) === JSON.stringify(wanted[key]),
  );
  return [
    ...(title === code.title ? [] : [{ change: 'rename', code: code.code, title } as const]),
    ...(same ? [] : [{ change: 'redefine', ...meaning } as const]),
  ];
}
