import type { Code, Codebook } from './codebook.ts';

/** In what a code differs between two versions of a codebook, what touches labels first; a code may differ in several. */
export const CODE_DIFFERENCES = ['redefined', 'retired', 'brought back', 'renamed', 'described anew', 'added'] as const;
export type CodeDifferenceKind = (typeof CODE_DIFFERENCES)[number];

/** A code that differs; `before` is null where the earlier version does not have it. */
export type CodeDifference = {
  readonly code: string;
  readonly before: Code | null;
  readonly after: Code;
  readonly kinds: readonly CodeDifferenceKind[];
};

/** The codes in which two versions of a codebook differ, in the order of the later one, which lacks none of the earlier. */
export function codebookDifferences(before: Codebook, after: Codebook): CodeDifference[] {
  const earlier = new Map(before.codes.map((code) => [code.code, code]));
  return after.codes.flatMap((code): CodeDifference[] => {
    const old = earlier.get(code.code) ?? null;
    const kinds = old === null ? (['added'] as const) : kindsOf(old, code);
    return kinds.length === 0 ? [] : [{ code: code.code, before: old, after: code, kinds }];
  });
}

function kindsOf(before: Code, after: Code): CodeDifferenceKind[] {
  const differ = (...keys: (keyof Code)[]) => keys.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return [
    ...(differ('definition', 'strata') ? (['redefined'] as const) : []),
    ...(differ('title') ? (['renamed'] as const) : []),
    ...(after.retired && (!before.retired || differ('replacedBy')) ? (['retired'] as const) : []),
    ...(before.retired && !after.retired ? (['brought back'] as const) : []),
    ...(differ('group', 'examples') ? (['described anew'] as const) : []),
  ];
}

/** Whether the codes that are in both stand in another order: with it go the keys that set them. */
export function isReordered(before: Codebook, after: Codebook): boolean {
  const common = (of: Codebook, other: Codebook) => {
    const names = new Set(other.codes.map(({ code }) => code));
    return of.codes
      .map(({ code }) => code)
      .filter((code) => names.has(code))
      .join();
  };
  return common(before, after) !== common(after, before);
}
