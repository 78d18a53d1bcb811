/** Letters of Cyrillic and Greek, and below each the Latin one that it looks like. */
const OTHERS = 'АВСЕНІЈКМОРЅТУХасеоріјѕухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορν';
const LATINS = 'ABCEHIJKMOPSTYXaceopijsyxhdqwABEZHIKMNOPTYXaopv';
const LATIN = new Map([...OTHERS].map((letter, at) => [letter, LATINS[at]!]));

/** A name as it looks to the eye, whatever its case, its alphabet and its form in Unicode: equal where two names look alike. */
export const looksOf = (name: string): string =>
  [...name.normalize('NFKC')]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .toLowerCase();
