import type { Code } from '#shared/model/codebook.ts';

/** The codes as they are listed: in one row of codes, or type by type. */
export type CodeGroup = { name: string; codes: Code[] };

/** The types in the order in which they come; codes without a type stand in a group called ''. */
export function codeGroups(codes: readonly Code[]): CodeGroup[] {
  const groups = new Map<string, CodeGroup>();
  for (const code of codes) {
    const group = groups.get(code.group) ?? { name: code.group, codes: [] };
    groups.set(code.group, group);
    group.codes.push(code);
  }
  return [...groups.values()];
}

/** Whether the codes have types, so that a digit names a type and a second one the code in it. */
export const hasTypes = (codes: readonly Code[]): boolean => codes.some(({ group }) => group !== '');

/**
 * The digits that set each code: `[2]` for the second of a plain list, `[3, 2]` for the second of the third type, `[0, 1]`
 * for the tenth of a plain list. A code that no two digits reach has none: it is set by its box or from the palette.
 */
export function codeDigits(codes: readonly Code[]): Map<string, number[]> {
  const digits = new Map<string, number[]>();
  if (hasTypes(codes)) {
    for (const [at, group] of codeGroups(codes).slice(0, 9).entries()) {
      for (const [within, code] of group.codes.slice(0, 9).entries()) digits.set(code.code, [at + 1, within + 1]);
    }
    return digits;
  }
  for (const [at, code] of codes.slice(0, 18).entries()) digits.set(code.code, at < 9 ? [at + 1] : [0, at - 8]);
  return digits;
}

/** Digits as the key text of a command; `Shift` on the first. */
export const keyTextOf = (digits: readonly number[], shift: boolean): string =>
  digits.map((digit, at) => `${shift && at === 0 ? 'Shift+' : ''}Digit${digit}`).join(' ');
