import { z } from 'zod';
import { codebookSchema, codebookVersionSchema } from '../model/codebook.ts';
import { codebookChangeSchema } from '../model/codebookChange.ts';
import { method, nothing } from './method.ts';

export const CODEBOOK_FORMATS = ['json', 'csv'] as const;
export type CodebookFormat = (typeof CODEBOOK_FORMATS)[number];

export const codebookMethods = {
  /** The codebook in force: its newest version. */
  'codebook.get': method(nothing, codebookSchema),
  /** Every version, the newest first. */
  'codebook.versions': method(nothing, z.array(codebookVersionSchema)),
  /** Makes the next version; answers it. */
  'codebook.change': method(z.object({ change: codebookChangeSchema }), codebookSchema),
  /** Takes over the codebook of a JSON or CSV file, by its ending: codes that it lacks are retired. */
  'codebook.import': method(z.object({ path: z.string().min(1) }), codebookSchema),
  /** The codebook in force as a file. */
  'codebook.file': method(
    z.object({ format: z.enum(CODEBOOK_FORMATS) }),
    z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }),
  ),
};
