import path from 'node:path';
import { AssayError } from '#shared/contract/errors.ts';
import { bodyText } from '../database/bodies.ts';
import type { Db } from '../database/open.ts';
import { integer, row, rows, text } from '../database/statements.ts';
import type { Part } from '../importers/trajectories/trajectory.ts';
import { breath } from './breath.ts';
import type { ExportContext } from './export.ts';
import type { ExportWriter } from './writer.ts';

type Stored = { readonly id: number; readonly format: string; readonly file: string };

const partsOf = (db: Db, id: number): Part[] =>
  JSON.parse(bodyText(db, text(row(db, 'SELECT body_hash FROM trajectory WHERE id = ?', id)!.body_hash))) as Part[];

/** Formats whose files hold several records: how these are joined again. */
const JOINS: Readonly<Record<string, { before: string; between: string; after: string; ending: string }>> = {
  'spider-agent-tc': { before: '[\n', between: ',\n', after: '\n]\n', ending: '.json' },
  messages: { before: '', between: '\n', after: '\n', ending: '.jsonl' },
  inspect: {
    before: '{"version": 2, "status": "success", "eval": {}, "samples": [\n',
    between: ',\n',
    after: '\n]}\n',
    ending: '.json',
  },
};

/** Records of one file, read one at a time. */
function* recordsOf(db: Db, stored: readonly Stored[]): Generator<string> {
  for (const { id } of stored) yield partsOf(db, id)[0]![1];
}

/** Each chat on one line. Line ends stand between the values of a record only, so that the values stay as they were written. */
function* linesOf(db: Db, stored: readonly Stored[]): Generator<string> {
  for (const record of recordsOf(db, stored)) yield record.replaceAll(/\s*\n\s*/g, ' ');
}

/**
 * Writes a system's trajectories as the logs they were. Inspect archives come back as Inspect's JSON logs.
 * @throws AssayError NOT_FOUND where it has none
 */
export async function exportTrajectories(db: Db, system: string, writer: ExportWriter, context: ExportContext): Promise<void> {
  const stored = rows(
    db,
    `SELECT trajectory.id, format, source_file FROM trajectory JOIN system ON system.id = system_id
     JOIN instance ON instance.id = trajectory.instance_id WHERE system.name = ? AND body_hash IS NOT NULL ORDER BY trajectory.id`,
    system,
  ).map((found): Stored => ({ id: integer(found.id), format: text(found.format), file: text(found.source_file) }));
  if (stored.length === 0) throw new AssayError('NOT_FOUND', `There are no trajectories of ${system} that can be written.`);
  const wait = breath(context, `Trajectories of ${system}`, stored.length);
  const byFile = new Map<string, Stored[]>();
  for (const each of stored)
    byFile.set(`${each.format}\0${each.file}`, [...(byFile.get(`${each.format}\0${each.file}`) ?? []), each]);
  let done = 0;
  for (const own of byFile.values()) {
    const { format, file } = own[0]!;
    const join = JOINS[format];
    const isWhole = format === 'messages' && own.length === 1 && !/\.jsonl$/i.test(file);
    if (join === undefined) for (const { id } of own) for (const [name, content] of partsOf(db, id)) writer.file(name, content);
    else if (isWhole) writer.file(file, [...recordsOf(db, own)][0]!);
    else {
      const name = file.endsWith(join.ending) ? file : `${file.slice(0, file.length - path.extname(file).length)}${join.ending}`;
      writer.joined(name, format === 'messages' ? linesOf(db, own) : recordsOf(db, own), join);
    }
    done += own.length;
    await wait(done);
  }
}
