import { evidenceWhere } from '../../model/evidence.ts';
import type { ExportedLabel } from '../../model/exportedLabel.ts';
import { csvText } from './csv.ts';

const HEADER = [
  'sample',
  'instance_id',
  'database',
  'stratum',
  'system',
  'group',
  'rule',
  'rule_version',
  'verdict',
  'annotator',
  'status',
  'codes',
  'primary',
  'responsible',
  'confidence',
  'flagged',
  'copied_from',
  'codebook_version',
  'updated_at',
  'work_ms',
  'evidence',
  'note',
] as const;

/** Every item of a sample, one line each, labelled or not. Codes are parted by `;`, evidence by line breaks. */
export const labelsCsv = (labels: readonly ExportedLabel[]): string =>
  csvText(
    HEADER,
    labels.map((label) => [
      label.sample,
      label.instanceId,
      label.database,
      label.stratum,
      label.system,
      label.group,
      label.rule,
      label.ruleVersion,
      label.verdict,
      label.annotator,
      label.status,
      label.codes.join(';'),
      label.primary,
      label.responsible,
      label.confidence,
      label.flagged,
      label.copiedFrom,
      label.codebookVersion,
      label.updatedAt,
      label.workMs,
      label.evidence.map((place) => `${evidenceWhere(place)}: ${place.text}`).join('\n'),
      label.note,
    ]),
  );

export const labelsJson = (labels: readonly ExportedLabel[]): string =>
  `${JSON.stringify({ format: 'assay/labels', version: 1, labels }, null, 2)}\n`;
