import { Frame } from './compareFrames.ts';
import { readCsvRecords } from './csvRecords.ts';
import { inferColumns } from './inferColumn.ts';

/**
 * `pandas.read_csv` with default options, as version 2.2.3 reads it. Names are dropped: no comparison looks at them.
 *
 * @throws PythonError ParserError, EmptyDataError.
 */
export const readCsv = (text: string): Frame => new Frame(inferColumns(readCsvRecords(text)));
