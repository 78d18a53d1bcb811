import type { CsvText } from '../rule.ts';
import { Frame } from './compareFrames.ts';
import { readCsvRecords } from './csvRecords.ts';
import { inferColumns } from './inferColumn.ts';

/**
 * `pandas.read_csv` with default options, as version 2.2.3 reads it. Names are dropped: no comparison looks at them.
 *
 * @throws PythonError ParserError, EmptyDataError.
 */
export const readCsv = (text: string): Frame => new Frame(inferColumns(readCsvRecords(text)));

const frames = new WeakMap<CsvText, Frame>();

/** The same of a text that is compared several times: it is read once. @throws PythonError ParserError, EmptyDataError. */
export function frameOfCsv(csv: CsvText): Frame {
  const known = frames.get(csv);
  if (known !== undefined) return known;
  const frame = readCsv(csv.text);
  frames.set(csv, frame);
  return frame;
}
