import { csvRecords } from '../sources/csv.ts';
import { fileAt, type SourceFile } from '../sources/files.ts';
import { linesOf } from '../sources/lines.ts';
import { Problem } from '../sources/problem.ts';
import { decode } from '../sources/text.ts';
import { type Read, type Unit, unitOf } from '../unit.ts';
import type { OutcomeRecord } from './outcome.ts';

const outcome = (instanceId: string, passed: boolean, raw: string | null): OutcomeRecord => ({
  instanceId,
  status: passed ? '1' : '0',
  state: passed ? 'match' : 'mismatch',
  score: passed ? 1 : 0,
  reason: null,
  raw,
});

/**
 * `{dir}.csv` with the column `output`: the ids that passed. Lite's script puts `sf_` before every id (its `-ids.csv`), so an
 * id that the benchmark knows only without it is taken without it. Who is not listed failed or was not evaluated: the file
 * does not say which, so nothing is made of it.
 */
const readIds = (knows: (id: string) => boolean) =>
  async function* (file: SourceFile): AsyncGenerator<Read<OutcomeRecord>> {
    let header: readonly string[] | null = null;
    for await (const read of csvRecords(file.path)) {
      if ('problem' in read) yield read;
      else if (header === null) {
        header = read.cells.map((cell) => cell.trim().toLowerCase());
        if (!header.includes('output')) throw new Problem('no column output', read.cells.join(','));
      } else {
        const id = (read.cells[header.indexOf('output')] ?? '').trim();
        const plain = !knows(id) && knows(id.replace(/^sf_/, '')) ? id.replace(/^sf_/, '') : id;
        if (id === '') yield { line: read.line, problem: new Problem('the id is empty', read.cells.join(',')) };
        else yield { line: read.line, key: id, text: id, record: outcome(plain, true, null) };
      }
    }
    yield {
      note: 'The file lists only ids that passed; of the others it does not say whether they failed or were not evaluated.',
    };
  };

export const spider2IdUnits = (place: string, knows: (id: string) => boolean): Unit<OutcomeRecord>[] => [
  unitOf(fileAt(place), readIds(knows)),
];

const ENTRY = /(['"])((?:(?!\1)[^\\]|\\.)*)\1\s*:\s*(-?\d+(?:\.\d+)?|True|False|None)/g;

/** The entries of a Python dictionary of ids and scores, as `print` writes it; null where the text is none. */
export function pythonScores(text: string): Map<string, number | null> | null {
  const body = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
  if (body === undefined) return null;
  const scores = new Map<string, number | null>();
  for (const [, , id, value] of body.matchAll(ENTRY)) {
    scores.set(id!, value === 'None' ? null : value === 'True' ? 1 : value === 'False' ? 0 : Number(value));
  }
  // Anything between the entries that is no separator means that this is another dictionary.
  return scores.size > 0 && /^[\s,]*$/.test(body.replace(ENTRY, '')) ? scores : null;
}

/** log.txt of Spider2's evaluator: one of its lines is a Python dictionary `{'sf_bq011': 1, …}`. */
async function* readLog(file: SourceFile): AsyncGenerator<Read<OutcomeRecord>> {
  let found = false;
  for await (const read of linesOf(file.path)) {
    if ('problem' in read) {
      yield read;
      continue;
    }
    const scores = read.bytes.includes(0x7b) ? pythonScores(decode(read.bytes)) : null;
    if (scores === null) continue;
    found = true;
    for (const [id, score] of scores) {
      if (score === null) yield { line: read.line, key: id, problem: new Problem('no score', `'${id}': None`) };
      else
        yield {
          line: read.line,
          key: id,
          text: `${id}: ${score}`,
          record: { ...outcome(id, score === 1, null), status: String(score), score },
        };
    }
  }
  if (!found) yield { problem: new Problem("no line is a dictionary of ids and scores, {'sf_bq011': 1, …}") };
}

export const spider2LogUnits = (place: string): Unit<OutcomeRecord>[] => [unitOf(fileAt(place), readLog)];
