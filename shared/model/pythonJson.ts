const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** JSON as Python writes it, with null for NaN and Infinity, which JSON has not. Strings are left alone. */
export const withoutNaN = (text: string): string =>
  text.replace(STRING_OR_NUMBER, (found) => (found.startsWith('"') ? found : 'null'));
