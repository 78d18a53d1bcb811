import { setFlagsFromString } from 'node:v8';

/** A node of the parser's tree: one key that names its kind. */
export type Node = { readonly [key: string]: unknown };

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

let parser: Promise<typeof import('@polyglot-sql/sdk')> | null = null;

/** V8 would compile the parser's hot functions a second time, for speed: seconds of every processor. */
const COMPILE_ONCE = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Loads the parser (22 MB of WebAssembly) when it is first needed. */
export function loadParser(): Promise<typeof import('@polyglot-sql/sdk')> {
  if (parser === null) for (const flag of COMPILE_ONCE) setFlagsFromString(flag);
  parser ??= import('@polyglot-sql/sdk').then(async (sdk) => {
    await sdk.init();
    return sdk;
  });
  return parser;
}
