/** A node of the parser's tree: one key that names its kind. */
export type Node = { readonly [key: string]: unknown };

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

let parser: Promise<typeof import('@polyglot-sql/sdk')> | null = null;

/** Loads the parser (22 MB of WebAssembly) when it is first needed. */
export function loadParser(): Promise<typeof import('@polyglot-sql/sdk')> {
  parser ??= import('@polyglot-sql/sdk').then(async (sdk) => {
    await sdk.init();
    return sdk;
  });
  return parser;
}
