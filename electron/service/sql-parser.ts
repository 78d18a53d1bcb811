let parser: Promise<typeof import('@polyglot-sql/sdk')> | null = null;

/** Loads the SQL parser (22 MB of WebAssembly) when it is first needed. */
export function loadParser(): Promise<typeof import('@polyglot-sql/sdk')> {
  parser ??= import('@polyglot-sql/sdk').then(async (sdk) => {
    await sdk.init();
    return sdk;
  });
  return parser;
}
