import { call, DialectError, expression, type Node, numberLiteral, type Tree, textLiteral } from './syntax.ts';

// Building and reading semi-structured values. VARIANT, OBJECT and ARRAY are all DuckDB's VARIANT.

/** An array of the items. */
export const semiStructuredArray = (items: readonly Tree[]): Node =>
  items.length === 0
    ? call('SNOW_PARSE_JSON', [textLiteral('[]')])
    : call('SNOW_VARIANT', [
        call(
          'LIST_VALUE',
          items.map((item) => call('SNOW_VARIANT', [item])),
        ),
      ]);

/** An object of the keys and values; what is NULL is left out, as Snowflake does. */
export const semiStructuredObject = (keys: readonly Tree[], values: readonly Tree[]): Node =>
  keys.length === 0
    ? call('SNOW_PARSE_JSON', [textLiteral('{}')])
    : call('SNOW_OBJECT', [
        call(
          'JSON_OBJECT',
          keys.flatMap((key, index) => [key, call('SNOW_JSON', [values[index]!])]),
        ),
      ]);

/** The steps of a path into semi-structured data: `a.b[0]['c d']` is a, b, 0, c d. */
export function pathSteps(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let rest = path; rest !== ''; ) {
    const match = /^(?:[.:]?([^.:[\]"']+)|\.?"((?:[^"]|"")*)"|\[(\d+)\]|\[["']((?:[^"'\\]|\\.)*)["']\]|[.:])/.exec(rest);
    if (!match) throw new DialectError('NOT_SUPPORTED', `the local dialect does not support the path ${path}`);
    const [taken, name, quoted, position, key] = match;
    if (position !== undefined) steps.push(Number(position));
    else if (name !== undefined || quoted !== undefined || key !== undefined) steps.push((name ?? quoted ?? key)!);
    rest = rest.slice(taken.length);
  }
  return steps;
}

/** A value of semi-structured data: names are told apart by case, positions start at 0. */
export function stepInto(value: Tree, steps: readonly (string | number)[]): Node {
  let made: Tree = call('SNOW_VARIANT', [value]);
  for (const step of steps) {
    made =
      typeof step === 'number'
        ? expression('VARIANT_EXTRACT(ARG_0, CAST(ARG_1 AS UINTEGER))', made, numberLiteral(step + 1))
        : call('VARIANT_EXTRACT', [made, textLiteral(step)]);
  }
  return made as Node;
}
