/** Stands for a sign of a name that blind labelling hides. */
export const MASK = '▒';
/** The same without width: a name's length would tell whose it is, and places in the text must stay where they are. */
export const FILLER = '\u2060';

export const isMasked = (sign: string | undefined): boolean => sign === MASK || sign === FILLER;

/** Whether two texts are the same but for what is masked in either: what was seen masked may be told by now, and the other way. */
export const sameButMasks = (a: string, b: string): boolean =>
  a === b ||
  (a.length === b.length &&
    Array.from({ length: a.length }, (_, at) => at).every((at) => a[at] === b[at] || isMasked(a[at]) || isMasked(b[at])));
