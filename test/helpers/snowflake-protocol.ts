import type { IncomingMessage, ServerResponse } from 'node:http';
import zlib from 'node:zlib';

// The shapes of Snowflake's protocol that snowflake-sdk reads.

export type Column = {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly length: number | null;
};

export const column = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: true,
  precision: null,
  scale: null,
  length: null,
  ...more,
});

export type Cell = string | null;

export type ResultTable = {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Rows that come in chunks of their own, apart from the answer. */
  readonly chunks?: readonly (readonly (readonly Cell[])[])[];
};

export type ServerError = { readonly code: string; readonly sqlState: string; readonly message: string };

export const succeed = (data: unknown, code: string | null = null) => ({ data, code, message: null, success: true });

export const fail = ({ code, sqlState, message }: ServerError, data: object = {}) => ({
  data: { errorCode: code, sqlState, ...data },
  code,
  message,
  success: false,
});

export const inProgress = (queryId: string, detached: boolean) =>
  succeed({ queryId, getResultUrl: `/queries/${queryId}/result`, progressDesc: null }, detached ? '333334' : '333333');

export function tableAnswer(queryId: string, table: ResultTable, base: string, session: Record<string, string | null>) {
  const chunks = table.chunks ?? [];
  const total = table.rows.length + chunks.reduce((sum, rows) => sum + rows.length, 0);
  return succeed({
    parameters: [
      { name: 'TIMEZONE', value: 'America/Los_Angeles' },
      { name: 'TIMESTAMP_OUTPUT_FORMAT', value: 'YYYY-MM-DD HH24:MI:SS.FF3 TZHTZM' },
      { name: 'DATE_OUTPUT_FORMAT', value: 'YYYY-MM-DD' },
      { name: 'BINARY_OUTPUT_FORMAT', value: 'HEX' },
    ],
    rowtype: table.columns,
    rowset: table.rows,
    total,
    returned: total,
    queryId,
    queryResultFormat: 'json',
    finalDatabaseName: session.DATABASE,
    finalSchemaName: session.SCHEMA,
    finalWarehouseName: session.WAREHOUSE,
    finalRoleName: session.ROLE,
    statementTypeId: 4096,
    version: 1,
    numberOfBinds: 0,
    arrayBindSupported: false,
    ...(chunks.length === 0
      ? {}
      : {
          chunkHeaders: { 'x-test-key': 'k' },
          chunks: chunks.map((rows, index) => ({
            url: `${base}/chunk/${queryId}/${index}`,
            rowCount: rows.length,
            uncompressedSize: 20_000,
            compressedSize: 4_000,
          })),
        }),
  });
}

/** A chunk's body: rows without the outer brackets, compressed. */
export const chunkBody = (rows: readonly (readonly Cell[])[]): Buffer =>
  zlib.gzipSync(rows.map((row) => JSON.stringify(row)).join(','));

export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  let body = Buffer.concat(parts);
  if (request.headers['content-encoding'] === 'gzip') body = zlib.gunzipSync(body);
  return body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>);
}

export function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
