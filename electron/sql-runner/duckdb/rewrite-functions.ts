import { UNITS } from './macros.ts';
import { pathSteps, semiStructuredArray, semiStructuredObject, stepInto } from './semi-structured.ts';
import {
  bodyOf,
  call,
  DialectError,
  expression,
  isName,
  isTree,
  literalOf,
  type Node,
  numberLiteral,
  type Tree,
  textLiteral,
} from './syntax.ts';
import { numberFormat, timeFormat } from './time-format.ts';

// The rules for single functions and for casts.

const lacks = (what: string) => new DialectError('NOT_SUPPORTED', `the local dialect does not support ${what}`);

const INTEGERS = new Set(['int', 'big_int', 'small_int', 'tiny_int', 'integer']);
const TEXTS = new Set(['text', 'var_char', 'char', 'string', 'n_char', 'n_var_char']);
const REALS = new Set(['float', 'double', 'real']);
const TEXT_NAMES = /^(STRING|TEXT|VARCHAR|NVARCHAR|CHAR|CHARACTER)$/;

/** What a type of the tree is in DuckDB: the kinds of values that the local dialect tells apart. */
export function localType(type: Tree): {
  kind: 'text' | 'integer' | 'decimal' | 'real' | 'boolean' | 'date' | 'timestamp' | 'time' | 'variant' | 'geography' | 'other';
  sql: string;
} {
  const { data_type: given, name, ...more } = isTree(type) ? type : ({} as Node);
  const kind = String(given);
  // In CAST the parser leaves NUMBER(38, 9) as one name.
  const [, custom = '', digitsGiven, scaleGiven] =
    /^(.*?)(?:\((\d+)(?:, ?(\d+))?\))?$/.exec(String(name ?? '').toUpperCase()) ?? [];
  const precision = more.precision ?? digitsGiven;
  const scale = more.scale ?? scaleGiven;
  if (TEXTS.has(kind) || TEXT_NAMES.test(custom)) return { kind: 'text', sql: 'VARCHAR' };
  if (INTEGERS.has(kind) || custom === 'BYTEINT') return { kind: 'integer', sql: 'BIGINT' };
  if (kind === 'decimal' || kind === 'numeric' || /^(NUMBER|DECIMAL|NUMERIC)$/.test(custom)) {
    const digits = Number(scale ?? 0);
    return digits === 0
      ? { kind: 'integer', sql: 'BIGINT' }
      : { kind: 'decimal', sql: `DECIMAL(${Math.min(Number(precision ?? 38), 38)}, ${digits})` };
  }
  if (REALS.has(kind)) return { kind: 'real', sql: 'DOUBLE' };
  if (kind === 'boolean') return { kind: 'boolean', sql: 'BOOLEAN' };
  if (kind === 'date') return { kind: 'date', sql: 'DATE' };
  if (kind === 'timestamp' || kind === 'datetime' || /^(TIMESTAMP|DATETIME)/.test(custom))
    return { kind: 'timestamp', sql: 'TIMESTAMP' };
  if (kind === 'time') return { kind: 'time', sql: 'TIME' };
  if (
    /^(VARIANT|OBJECT|ARRAY|MAP)$/.test(custom) ||
    kind === 'array' ||
    kind === 'map' ||
    kind === 'struct' ||
    kind === 'object' ||
    kind === 'variant'
  ) {
    return { kind: 'variant', sql: 'VARIANT' };
  }
  if (kind === 'binary' || kind === 'var_binary' || /^(BINARY|VARBINARY)$/.test(custom)) return { kind: 'other', sql: 'BLOB' };
  if (/^(GEOGRAPHY|GEOMETRY)$/.test(custom) || kind === 'geography' || kind === 'geometry')
    return { kind: 'geography', sql: 'VARIANT' };
  return { kind: 'other', sql: 'VARCHAR' };
}

/** CAST and TRY_CAST, or null where DuckDB's own is right. */
export function castTo(value: Tree, type: Tree, attempt: boolean): Node | null {
  const { kind, sql } = localType(type);
  const length = isTree(type) ? type.length : null;
  switch (kind) {
    case 'text':
      return typeof length === 'number'
        ? call('LEFT', [call('SNOW_TEXT', [value]), numberLiteral(length)])
        : call('SNOW_TEXT', [value]);
    case 'integer':
      return call(attempt ? 'SNOW_TRY_TO_NUMBER' : 'SNOW_INTEGER', [value]);
    case 'real':
      return call(attempt ? 'SNOW_TRY_TO_DOUBLE' : 'SNOW_TO_DOUBLE', [value]);
    case 'date':
      return call(attempt ? 'SNOW_TRY_TO_DATE' : 'SNOW_TO_DATE', [value]);
    case 'timestamp':
      return call(attempt ? 'SNOW_TRY_TO_TIMESTAMP' : 'SNOW_TO_TIMESTAMP', [value]);
    case 'boolean':
      return attempt ? null : call('SNOW_BOOLEAN', [value]);
    case 'variant':
      return call('SNOW_VARIANT', [value]);
    case 'geography':
      return call('SNOW_GEO_VALUE', [value]);
    case 'decimal':
      return attempt ? null : expression(`CAST(ARG_0 AS ${sql})`, call('SNOW_PLAIN', [value]));
    case 'time':
      return null;
    default: {
      const name = isTree(type) ? String(type.name ?? type.data_type) : '';
      if (sql === 'BLOB') return null;
      throw lacks(`the type ${name.toUpperCase()}`);
    }
  }
}

/** The name of a unit given as a word or a text, as the macros know it. */
function unitOf(value: Tree | undefined): string | null {
  const word = bodyOf(value, 'var')?.this ?? literalOf(value, 'string');
  return typeof word === 'string' ? (UNITS.get(word.toUpperCase()) ?? null) : null;
}

function requiredUnit(value: Tree | undefined): string {
  const unit = unitOf(value);
  if (unit === null) throw lacks('this unit of time');
  return unit;
}

/** Arguments by their place, those given by name put where `names` has them. */
function placed(args: readonly Tree[], names: readonly string[]): Tree[] {
  const found: Tree[] = [];
  for (const argument of args) {
    const given = bodyOf(argument, 'named_argument');
    if (!given) found.push(argument);
    else {
      const name = isName(given.name ?? null)
        ? (given.name as { name: string }).name.replace(/[\ue000-\ue002]/g, '').toUpperCase()
        : '';
      const place = names.indexOf(name);
      if (place < 0)
        throw new DialectError('UNKNOWN_FUNCTION', `there is no argument ${name}; the arguments are ${names.join(', ')}`);
      found[place] = given.value!;
    }
  }
  return Array.from(found, (value) => value ?? { null: null });
}

/** Arguments of the AI functions by name, and how many there may be. */
const AI_ARGUMENTS: Readonly<Record<string, { names: string[]; least: number }>> = {
  AI_CLASSIFY: { names: ['INPUT', 'CATEGORIES', 'CONFIG'], least: 2 },
  AI_FILTER: { names: ['INPUT', 'FILE'], least: 1 },
  AI_SENTIMENT: { names: ['TEXT', 'CATEGORIES'], least: 1 },
  AI_SIMILARITY: { names: ['INPUT1', 'INPUT2', 'CONFIG'], least: 2 },
  AI_EXTRACT: { names: ['TEXT', 'RESPONSEFORMAT'], least: 2 },
  AI_AGG: { names: ['EXPR', 'INSTRUCTION'], least: 2 },
};

function aiFunction(name: string, args: readonly Tree[]): Node | null {
  const known = AI_ARGUMENTS[name];
  if (known === undefined) return null;
  const given = placed(args, known.names);
  if (given.length < known.least || given.length > known.names.length) {
    throw new DialectError(
      'INVALID_ARGUMENTS',
      `${name} takes ${known.least === known.names.length ? known.least : `${known.least} to ${known.names.length}`} arguments, not ${given.length}`,
    );
  }
  return call(`SNOW_${name}`, given);
}

function toText([value, format]: readonly Tree[]): Node {
  if (format === undefined) return call('SNOW_TEXT', [value!]);
  const text = literalOf(format, 'string');
  if (text === null) throw lacks('a format that is not written out');
  const number = numberFormat(text);
  if (number === null) return call('SNOW_FORMAT_TIME', [value!, textLiteral(timeFormat(text))]);
  const { decimals, grouped, width } = number;
  return expression(`SNOW_FORMAT_NUMBER(ARG_0, ${decimals}, ${grouped}, ${width})`, value!);
}

/** TO_TIMESTAMP and TO_DATE with their attempts: from text, numbers of seconds, or by a format. */
function toTime(target: 'TIMESTAMP' | 'DATE', attempt: boolean, [value, format]: readonly Tree[]): Node {
  const prefix = attempt ? 'SNOW_TRY_' : 'SNOW_';
  const text = literalOf(format, 'string');
  const digits = literalOf(format, 'number');
  if (format === undefined || text?.toUpperCase() === 'AUTO') return call(`${prefix}TO_${target}`, [value!]);
  if (digits !== null) return call('SNOW_TO_TIMESTAMP_SCALED', [value!, format]);
  if (text === null) throw lacks('a format that is not written out');
  const parsed = call(`${prefix}PARSE_TIME`, [value!, textLiteral(timeFormat(text))]);
  return target === 'DATE' ? expression('CAST(ARG_0 AS DATE)', parsed) : parsed;
}

/** What a function becomes, or null where it has no rule of its own. */
export function functionRule(name: string, args: readonly Tree[]): Node | null {
  switch (name) {
    case 'PROMPT':
      return semiStructuredObject([textLiteral('template'), textLiteral('args')], [args[0]!, semiStructuredArray(args.slice(1))]);
    case 'CONCAT':
      return args
        .slice(1)
        .reduce<Node>(
          (joined, next) => ({ concat: { left: joined, right: call('SNOW_TEXT', [next]) } }),
          call('SNOW_TEXT', [args[0]!]),
        );
    case 'ARRAY_CONSTRUCT':
      return semiStructuredArray(args);
    case 'OBJECT_CONSTRUCT':
    case 'OBJECT_CONSTRUCT_KEEP_NULL':
      if (args.length % 2 === 1) throw lacks('OBJECT_CONSTRUCT(*)');
      return semiStructuredObject(
        args.filter((_, index) => index % 2 === 0),
        args.filter((_, index) => index % 2 === 1),
      );
    case 'GET': {
      const key = literalOf(args[1], 'string');
      const position = literalOf(args[1], 'number');
      if (key !== null) return stepInto(args[0]!, [key]);
      return position !== null ? stepInto(args[0]!, [Number(position)]) : call('SNOW_GET', args);
    }
    case 'GET_PATH': {
      const path = literalOf(args[1], 'string');
      if (path === null) throw lacks('GET_PATH with a computed path');
      return stepInto(args[0]!, pathSteps(path));
    }
    case 'DATEADD':
    case 'TIMEADD':
    case 'TIMESTAMPADD':
      return call(`SNOW_ADD_${requiredUnit(args[0]).toUpperCase()}`, args.slice(1));
    case 'DATE_TRUNC': {
      const unit = unitOf(args[0]);
      return call('SNOW_TRUNC_TIME', [textLiteral(unit ?? requiredUnit(args[1])), unit === null ? args[0]! : args[1]!]);
    }
    case 'TRUNC':
      return literalOf(args[1], 'string') === null
        ? null
        : call('SNOW_TRUNC_TIME', [textLiteral(requiredUnit(args[1])), args[0]!]);
    case 'DATE_PART':
    case 'DATEPART': {
      const unit = unitOf(args[0]);
      return unit === null ? null : call('SNOW_DATE_PART', [textLiteral(unit), args[1]!]);
    }
    case 'TO_CHAR':
    case 'TO_VARCHAR':
      return toText(args);
    case 'DATE':
    case 'TO_DATE':
      return toTime('DATE', false, args);
    case 'TRY_TO_DATE':
      return toTime('DATE', true, args);
    case 'TO_TIMESTAMP':
    case 'TO_TIMESTAMP_NTZ':
    case 'TO_TIMESTAMP_LTZ':
    case 'TO_TIMESTAMP_TZ':
      return toTime('TIMESTAMP', false, args);
    case 'TRY_TO_TIMESTAMP':
    case 'TRY_TO_TIMESTAMP_NTZ':
    case 'TRY_TO_TIMESTAMP_LTZ':
    case 'TRY_TO_TIMESTAMP_TZ':
      return toTime('TIMESTAMP', true, args);
    case 'REGEXP_SUBSTR':
      return args.length === 2 ? call('SNOW_REGEXP_SUBSTR', args) : null;
    case 'SEQ1':
    case 'SEQ2':
    case 'SEQ4':
    case 'SEQ8':
      // The numbered rows of GENERATOR, the only source that SEQ is used with.
      return expression('"ASSAY_SEQUENCE"');
    default:
      return aiFunction(name, args);
  }
}
