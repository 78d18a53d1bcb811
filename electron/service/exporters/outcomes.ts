import { AssayError } from '#shared/contract/errors.ts';
import { bodyText } from '../database/bodies.ts';
import type { Db } from '../database/open.ts';
import { rows, type Stored, text } from '../database/statements.ts';
import { csvCell } from '../importers/sources/csv.ts';
import type { ExportWriter } from './writer.ts';

/** An id as a key of a Python dictionary. */
const pythonKey = (id: string) => `'${id.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Writes what other evaluators said of a system, each evaluation as the file it came from. @throws AssayError NOT_FOUND */
export function exportOutcomes(db: Db, system: string, writer: ExportWriter): void {
  const evaluations = rows(
    db,
    'SELECT evaluation.id, evaluator, source_file FROM evaluation JOIN system ON system.id = system_id WHERE system.name = ? ORDER BY evaluation.id',
    system,
  );
  if (evaluations.length === 0) throw new AssayError('NOT_FOUND', `There are no outcomes of ${system} by other evaluators.`);
  for (const evaluation of evaluations) {
    const outcomes = rows(
      db,
      `SELECT instance.instance_id, status, outcome.record_hash AS record_hash FROM outcome JOIN instance ON instance.id = outcome.instance_id
       WHERE evaluation_id = ? ORDER BY position`,
      evaluation.id,
    );
    writeEvaluation(db, text(evaluation.evaluator), text(evaluation.source_file), outcomes, writer);
  }
}

function writeEvaluation(db: Db, evaluator: string, file: string, outcomes: readonly Stored[], writer: ExportWriter): void {
  const records = () => outcomes.map(({ record_hash }) => bodyText(db, text(record_hash)));
  if (evaluator === 'spider2-aifunc') {
    const name = file.endsWith('.jsonl') ? file : 'eval_details.jsonl';
    const compact = records().map((record) => (record.includes('\n') ? JSON.stringify(JSON.parse(record)) : record));
    writer.joined(name, compact, { between: '\n', after: '\n' });
  } else if (evaluator === 'text2sql-eval-toolkit') {
    writer.joined(file, records(), { before: '[\n', between: ',\n', after: '\n]\n' });
  } else if (file.endsWith('.csv')) {
    const passed = outcomes.filter(({ status }) => status === '1').map(({ instance_id }) => csvCell(text(instance_id)));
    writer.joined(file, passed, { before: 'output\n', between: '\n', after: '\n' });
  } else {
    const entries = outcomes.map(({ instance_id, status }) => `${pythonKey(text(instance_id))}: ${text(status)}`);
    writer.joined(file, entries, { before: '{', between: ', ', after: '}\n' });
  }
}
