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

/** Forms that were typed into and not saved: by the name of their code, `''` for that of a new one. */
export type Drafts = Readonly<Record<string, CodeDraft>>;

/** The codes whose form says something else than the codebook does; a new one has no name yet. */
export function unsavedIn(drafts: Drafts, codes: readonly Code[]): string[] {
  return Object.entries(drafts).flatMap(([name, draft]) => {
    const code = codes.find((each) => each.code === name);
    if (code) return changesOf(code, draft).length > 0 ? [name] : [];
    return JSON.stringify(newCodeOf(draft)) === JSON.stringify(newCodeOf(EMPTY_DRAFT)) ? [] : [name];
  });
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
