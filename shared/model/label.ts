import { z } from 'zod';
import { evidenceSchema, evidenceWhere } from './evidence.ts';

const ITEM_STATUSES = ['open', 'done', 'undecided', 'skipped'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];
export const itemStatusSchema = z.enum(ITEM_STATUSES);

export const RESPONSIBLE_PARTIES = ['model', 'gold', 'question', 'document', 'evaluator', 'environment'] as const;
export type ResponsibleParty = (typeof RESPONSIBLE_PARTIES)[number];

export const CONFIDENCES = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** What one annotator says of one system's prediction for one instance. */
export const labelSchema = z.object({
  codes: z.array(z.string()),
  /** One of `codes`, or null. */
  primary: z.string().nullable(),
  note: z.string(),
  status: itemStatusSchema,
  flagged: z.boolean(),
  responsible: z.enum(RESPONSIBLE_PARTIES).nullable(),
  confidence: z.enum(CONFIDENCES).nullable(),
  /** Places that speak for the label, in the order in which they were attached. */
  evidence: z.array(evidenceSchema),
  /** The codebook that the codes were last set under. */
  codebookVersion: z.number().int().nullable(),
  /** For each code the version that it was last set or reviewed under; a code that is not named: `codebookVersion`. */
  codeVersions: z.record(z.string(), z.number().int()),
  /** The system whose label was copied here because both returned the same rows; null after an edit of its own. */
  copiedFrom: z.number().int().nullable(),
});
export type Label = z.infer<typeof labelSchema>;

export const EMPTY_LABEL: Label = {
  codes: [],
  primary: null,
  note: '',
  status: 'open',
  flagged: false,
  responsible: null,
  confidence: null,
  evidence: [],
  codebookVersion: null,
  codeVersions: {},
  copiedFrom: null,
};

/** One change to a label, as an annotator makes it. */
export const labelEditSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('code'), code: z.string().min(1), on: z.boolean() }),
  z.object({ field: z.literal('primary'), code: z.string().nullable() }),
  z.object({ field: z.literal('note'), text: z.string() }),
  z.object({ field: z.literal('status'), status: itemStatusSchema }),
  z.object({ field: z.literal('flagged'), on: z.boolean() }),
  z.object({ field: z.literal('responsible'), party: z.enum(RESPONSIBLE_PARTIES).nullable() }),
  z.object({ field: z.literal('confidence'), confidence: z.enum(CONFIDENCES).nullable() }),
  z.object({ field: z.literal('evidence'), attach: evidenceSchema }),
  z.object({ field: z.literal('evidence removed'), id: z.string() }),
  /** The codes were looked at again and hold under the codebook as it is now. */
  z.object({ field: z.literal('review') }),
]);
export type LabelEdit = z.infer<typeof labelEditSchema>;

/** The label with its codes as set under a version of the codebook: those that `again` names, and those set anew. */
function stamped(before: Label, after: Label, version: number, again: readonly string[]): Label {
  const isOld = (code: string) => before.codes.includes(code) && !again.includes(code);
  const known = (code: string) => before.codeVersions[code] ?? before.codebookVersion ?? version;
  const codeVersions = Object.fromEntries(after.codes.map((code) => [code, isOld(code) ? known(code) : version]));
  return { ...after, codebookVersion: version, codeVersions };
}

/**
 * The label after an edit under a version of the codebook. Setting the first code makes it primary; clearing the primary
 * code makes the first of the
 * rest primary; making a code primary sets it.
 */
export function applyEdit(label: Label, edit: LabelEdit, version: number): Label {
  switch (edit.field) {
    case 'code': {
      const without = label.codes.filter((code) => code !== edit.code);
      const codes = edit.on ? [...without, edit.code].sort() : without;
      const primary = label.primary !== null && codes.includes(label.primary) ? label.primary : (codes[0] ?? null);
      return edit.on === label.codes.includes(edit.code) ? label : stamped(label, { ...label, codes, primary }, version, []);
    }
    case 'primary': {
      const codes = edit.code !== null && !label.codes.includes(edit.code) ? [...label.codes, edit.code].sort() : label.codes;
      return edit.code === label.primary ? label : stamped(label, { ...label, codes, primary: edit.code }, version, []);
    }
    case 'note':
      return { ...label, note: edit.text };
    case 'status':
      return { ...label, status: edit.status };
    case 'flagged':
      return { ...label, flagged: edit.on };
    case 'responsible':
      return { ...label, responsible: edit.party };
    case 'confidence':
      return { ...label, confidence: edit.confidence };
    case 'evidence':
      return { ...label, evidence: [...label.evidence.filter(({ id }) => id !== edit.attach.id), edit.attach] };
    case 'evidence removed':
      return { ...label, evidence: label.evidence.filter(({ id }) => id !== edit.id) };
    case 'review':
      return stamped(label, label, version, label.codes);
  }
}

/** An edit in a few words, for the history and the undo hint. */
export function describeEdit(edit: LabelEdit): string {
  switch (edit.field) {
    case 'code':
      return `${edit.code} ${edit.on ? 'added' : 'removed'}`;
    case 'primary':
      return edit.code === null ? 'no primary code' : `${edit.code} made primary`;
    case 'note':
      return 'note edited';
    case 'status':
      return { open: 'opened again', done: 'marked done', undecided: 'cannot decide', skipped: 'skipped' }[edit.status];
    case 'flagged':
      return edit.on ? 'flagged' : 'flag removed';
    case 'responsible':
      return edit.party === null ? 'responsible cleared' : `responsible: ${edit.party}`;
    case 'confidence':
      return edit.confidence === null ? 'confidence cleared' : `confidence: ${edit.confidence}`;
    case 'evidence':
      // The list of evidence counts the lines of the query as it is shown.
      return `evidence attached: ${evidenceWhere(edit.attach)}${edit.attach.kind === 'sql' ? ' as written' : ''}`;
    case 'evidence removed':
      return 'evidence taken away';
    case 'review':
      return 'codes reviewed';
  }
}

export const labelChangeSchema = z.object({
  id: z.number().int(),
  at: z.string(),
  annotator: z.string(),
  /** `reveal`: something that blind labelling hid was shown. */
  kind: z.enum(['edit', 'undo', 'redo', 'reveal']),
  description: z.string(),
});
export type LabelChange = z.infer<typeof labelChangeSchema>;
