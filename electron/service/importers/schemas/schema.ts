import type { SchemaTable } from '#shared/contract/room.ts';
import { schemaFingerprint } from '../catalog.ts';
import type { Decision, UnitWriter } from '../item-job.ts';

/** The schema of a database: its tables and, where there is more to keep, the content hash of the details. */
export type SchemaRecord = {
  readonly database: string;
  readonly tables: readonly SchemaTable[];
  readonly details: string | null;
};

/** Puts a schema that is new or says something else than the one there is. */
export function writeSchema(schema: SchemaRecord, writer: UnitWriter): Decision {
  if (writer.catalog.schema(schema.database) === schemaFingerprint(schema)) return writer.unchanged();
  writer.put({ op: 'schema', ...schema });
  return writer.keep();
}
