import { Problem } from '../sources/problem.ts';

/** Deeper, it is written without line ends: n brackets inside one another would take n² blanks. */
const DEEPEST_INDENTED = 60;

/** How deep the brackets of a JSON text stand inside one another. */
function nesting(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (isText && sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === '[' || sign === '{')) deepest = Math.max(deepest, ++depth);
    else if (!isText && (sign === ']' || sign === '}')) depth--;
  }
  return deepest;
}

/** An argument of a call as text. @throws Problem where it is nested too deep to be written */
export function argumentText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    const compact = JSON.stringify(value) ?? '';
    return nesting(compact) > DEEPEST_INDENTED ? compact : (JSON.stringify(value, null, 2) ?? '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Problem('an argument of a call is nested too deep to be read', '', error);
  }
}
