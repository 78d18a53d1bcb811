import { z } from 'zod';
import { codebookSchema, codebookVersionSchema } from '../model/codebook.ts';
import { adoptedCodeSchema, codebookChangeSchema, codebookNameSchema } from '../model/codebookChange.ts';
import { method, nothing } from './method.ts';

export const CODEBOOK_FORMATS = ['json', 'csv'] as const;
export type CodebookFormat = (typeof CODEBOOK_FORMATS)[number];

/** What a change would make, before it is made. */
export const codebookPreviewSchema = z.object({
  codebook: codebookSchema,
  /** Labels with a code whose meaning would have changed since it was set: they would be listed for review. */
  toReview: z.object({
    labels: z.number().int(),
    /** Labels that are listed now and would still be. */
    stay: z.number().int(),
    /** How many of the former carry a code, by its name. */
    byCode: z.array(z.object({ code: z.string(), labels: z.number().int() })),
    /** Whether the labels of other annotators are counted: not while blind labelling hides something. */
    ofAll: z.boolean(),
  }),
});
export type CodebookPreview = z.infer<typeof codebookPreviewSchema>;

export const codebookMethods = {
  /** The codebook in force: its newest version. */
  'codebook.get': method(nothing, codebookSchema),
  /** Every version, the newest first. */
  'codebook.versions': method(nothing, z.array(codebookVersionSchema)),
  /** Makes the next version; answers it. */
  'codebook.change': method(z.object({ change: codebookChangeSchema }), codebookSchema),
  /** What a change would make. Changes nothing. */
  'codebook.preview': method(z.object({ change: codebookChangeSchema }), codebookPreviewSchema),
  /** The codebook of a JSON or CSV file, by its ending, for the change that takes it over. Changes nothing. */
  'codebook.read': method(
    z.object({ path: z.string().min(1) }),
    z.object({ name: codebookNameSchema, codes: z.array(adoptedCodeSchema) }),
  ),
  /** The codebook in force as a file. */
  'codebook.file': method(
    z.object({ format: z.enum(CODEBOOK_FORMATS) }),
    z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }),
  ),
};
