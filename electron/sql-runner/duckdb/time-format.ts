/** Elements of Snowflake's date and time formats and what strftime calls them; longer ones first. */
const ELEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^YYYY/i, '%Y'],
  [/^YY/i, '%y'],
  [/^MMMM/i, '%B'],
  [/^MON/i, '%b'],
  [/^MM/i, '%m'],
  [/^MI/i, '%M'],
  [/^DD/i, '%d'],
  [/^DY/i, '%a'],
  [/^HH24/i, '%H'],
  [/^HH12/i, '%I'],
  [/^HH/i, '%H'],
  [/^(AM|PM)/i, '%p'],
  [/^SS/i, '%S'],
  [/^FF3/i, '%g'],
  [/^FF\d?/i, '%f'],
  [/^TZH:?TZM/i, '%z'],
  [/^TZH/i, '%z'],
];

/** The format of strftime and strptime for a format of Snowflake's TO_CHAR, TO_DATE and TO_TIMESTAMP. */
export function timeFormat(format: string): string {
  let made = '';
  for (let rest = format; rest !== ''; ) {
    const quoted = /^"([^"]*)"/.exec(rest);
    const element = ELEMENTS.find(([pattern]) => pattern.test(rest));
    const taken = quoted?.[0] ?? element?.[0].exec(rest)?.[0] ?? rest[0]!;
    made += quoted ? quoted[1]!.replaceAll('%', '%%') : element ? element[1] : taken.replace('%', '%%');
    rest = rest.slice(taken.length);
  }
  return made;
}

/**
 * What a number format of TO_CHAR asks for: digits after the point, grouping by commas, and the width that the text is
 * filled to. Null where it is no number format, or one with elements beyond 9, 0, comma, point and FM.
 */
export function numberFormat(format: string): { decimals: number; grouped: boolean; width: number } | null {
  const match = /^(FM)?([90,]+)(?:\.([90]+))?$/i.exec(format);
  if (!match) return null;
  const [, fill, whole = '', fraction = ''] = match;
  return {
    decimals: fraction.length,
    grouped: whole.includes(','),
    width: fill ? 0 : whole.length + (fraction === '' ? 0 : fraction.length + 1) + 1,
  };
}
