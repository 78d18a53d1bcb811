/**
 * Recordings of AI function calls: what Snowflake's AI functions answered once, so that a query that uses them can be run
 * again anywhere with the same answers. A call is known by its function and its normalised arguments; which model
 * answered, when, and in which query does not matter.
 */
export const AI_FUNCTIONS = ['AI_CLASSIFY', 'AI_FILTER', 'AI_SENTIMENT', 'AI_SIMILARITY', 'AI_EXTRACT', 'AI_AGG'] as const;
export type AiFunction = (typeof AI_FUNCTIONS)[number];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type AiCall = { readonly function: AiFunction; readonly arguments: readonly Json[] };
/** A call and its answer: a boolean (AI_FILTER), a number (AI_SIMILARITY), a text (AI_AGG), else the JSON that Snowflake returns. */
export type RecordedCall = AiCall & { readonly answer: Json };

/** Missing calls that an error lists at most; their number is always told. */
export const MISSING_CALLS_LISTED = 200;

/** The error code of an execution that needed calls which the recording does not hold. */
export const RECORDING_MISS = 'RECORDING_MISS';

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Line ends and Unicode composition are no difference between two texts; case and white space are. */
const plainText = (text: string): string => text.replaceAll('\r\n', '\n').normalize('NFC');

/** Objects with their keys in order and texts normalised, so that equal values have equal JSON. */
function ordered(value: Json): Json {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(ordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key]!)]),
  );
}

const asText = (value: Json): string => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));

/** PROMPT('… {0} …', a) stands for its text: the same as one put together with || or CONCAT. */
function promptText(value: Json): Json {
  if (!isObject(value) || typeof value.template !== 'string' || !Array.isArray(value.args)) return value;
  const values = value.args as readonly Json[];
  return value.template.replace(/\{(\d+)\}/g, (placeholder, index) => {
    const found = values[Number(index)];
    return found === undefined ? placeholder : asText(found);
  });
}

/** A label without a description is its name. */
const labelName = (label: Json): Json =>
  isObject(label) && typeof label.label === 'string' && (label.description ?? '') === '' ? label.label : label;

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

function withoutDefaults(config: Json | undefined): Json | undefined {
  if (!isObject(config)) return config;
  return Object.fromEntries(Object.entries(config).filter(([key, value]) => !(key === 'output_mode' && value === 'single')));
}

/**
 * The arguments in the form by which calls are compared: PROMPT as its text, keys sorted, line ends and Unicode
 * normalised, labels without description as plain names, default configuration left out, the two texts of AI_SIMILARITY
 * and the rows of AI_AGG (a multiset) sorted.
 */
export function normaliseArguments(name: AiFunction, given: readonly Json[]): Json[] {
  const [first = null, second, ...rest] = given.map((value) => ordered(promptText(value)));
  let normal: (Json | undefined)[] = [first, second, ...rest];
  if (name === 'AI_SIMILARITY') normal = [...[asText(first), asText(second ?? null)].sort(), ...rest];
  else if (name === 'AI_CLASSIFY') {
    const labels = Array.isArray(second) ? (second as readonly Json[]).map(labelName) : second;
    normal = [first, labels, ...rest.map(withoutDefaults)];
  } else if (name === 'AI_AGG' && Array.isArray(first)) {
    normal = [
      (first as readonly Json[])
        .filter((text) => text !== null)
        .map(asText)
        .sort(),
      second,
      ...rest,
    ];
  }
  while (normal.length > 1 && isEmpty(normal.at(-1))) normal.pop();
  return normal.map((value) => value ?? null);
}

/** The text by which a call is found in a recording. */
export const callKey = (call: AiCall): string =>
  JSON.stringify([call.function, ...normaliseArguments(call.function, call.arguments)]);

/** One line of a recording file. */
export const recordingLine = ({ function: name, arguments: given, answer }: RecordedCall): string =>
  JSON.stringify({ function: name, arguments: normaliseArguments(name, given), answer });

const isAiFunction = (value: unknown): value is AiFunction => AI_FUNCTIONS.some((name) => name === value);

/** What is wrong with an answer of a function, or null. */
function answerProblem(name: AiFunction, answer: Json): string | null {
  if (answer === null) return null;
  if (name === 'AI_FILTER') return typeof answer === 'boolean' ? null : 'the answer of AI_FILTER is true, false or null';
  if (name === 'AI_SIMILARITY') return typeof answer === 'number' ? null : 'the answer of AI_SIMILARITY is a number';
  if (name === 'AI_AGG') return typeof answer === 'string' ? null : 'the answer of AI_AGG is a text';
  return isObject(answer) ? null : `the answer of ${name} is an object`;
}

/** Reads one line of a recording: the call, or why it is none. Lines of `missing` have no answer yet and say so. */
export function parseRecordingLine(line: string): RecordedCall | string {
  let value: Json;
  try {
    value = JSON.parse(line) as Json;
  } catch {
    return 'the line is not JSON';
  }
  if (!isObject(value)) return 'the line is not an object';
  const name = typeof value.function === 'string' ? value.function.toUpperCase() : undefined;
  if (!isAiFunction(name)) return `function must be one of ${AI_FUNCTIONS.join(', ')}`;
  if (!Array.isArray(value.arguments) || value.arguments.length === 0) return 'arguments must be a list';
  if (value.answer === undefined) return 'the answer is missing';
  const problem = answerProblem(name, value.answer);
  if (problem !== null) return problem;
  return { function: name, arguments: normaliseArguments(name, value.arguments as readonly Json[]), answer: value.answer };
}

/** The message of an execution error for missing calls: a heading, then one JSON line for each call listed. */
export function missingCallsMessage(calls: readonly AiCall[]): string {
  const listed = calls.slice(0, MISSING_CALLS_LISTED);
  const heading =
    `${calls.length} AI function ${calls.length === 1 ? 'call is' : 'calls are'} not in the recording` +
    (listed.length < calls.length ? `; the first ${listed.length} are listed` : '');
  return [heading, ...listed.map((call) => JSON.stringify({ function: call.function, arguments: call.arguments }))].join('\n');
}

/** The calls listed in a message made by {@link missingCallsMessage}. */
export function missingCallsOf(message: string): AiCall[] {
  return message
    .split('\n')
    .slice(1)
    .flatMap((line): AiCall[] => {
      try {
        const call = JSON.parse(line) as AiCall;
        return isAiFunction(call.function) && Array.isArray(call.arguments) ? [call] : [];
      } catch {
        return [];
      }
    });
}
