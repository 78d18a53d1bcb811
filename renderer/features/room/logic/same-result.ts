import type { Label } from '#shared/model/label.ts';

/**
 * What copying a label to another system of the same wrong result would do there: nothing, since it has the copy
 * already; replace what was set there by hand; or fill what is empty or an older copy.
 */
export type CopyEffect = 'none' | 'replaces' | 'fills';

export function effectOfCopy(system: number, source: Label, target: Label): CopyEffect {
  const isCopy =
    target.copiedFrom === system &&
    source.status === target.status &&
    source.note === target.note &&
    source.responsible === target.responsible &&
    source.confidence === target.confidence &&
    source.primary === target.primary &&
    source.codes.join() === target.codes.join() &&
    source.codebookVersion === target.codebookVersion &&
    source.codes.every((code) => source.codeVersions[code] === target.codeVersions[code]);
  if (isCopy) return 'none';
  const isEmpty = target.status === 'open' && target.codes.length === 0 && target.note === '' && target.responsible === null;
  const isOwn = target.copiedFrom === null && !isEmpty;
  return isOwn ? 'replaces' : 'fills';
}

/** Names in a sentence. */
export function listNames(names: readonly string[]): string {
  if (names.length <= 3) return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
