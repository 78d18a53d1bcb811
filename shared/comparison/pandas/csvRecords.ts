import { PythonError } from './pythonError.ts';

/** The fields of a CSV text. Every record has `width` fields; `fields[record * width + column]`. */
export type CsvRecords = {
  readonly headerWidth: number;
  readonly width: number;
  readonly count: number;
  readonly fields: readonly string[];
};

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;

/**
 * Splits CSV text as the C parser of pandas 2.2.3 does with default options: blank lines are skipped; short records are
 * filled up; the first record may be wider than the header (its first fields are then the index), later ones may not.
 *
 * @throws PythonError ParserError, EmptyDataError.
 */
export function readCsvRecords(text: string): CsvRecords {
  const collector = new RecordCollector();
  const end = text.length;
  let position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (position < end) {
    const first = text.charCodeAt(position);
    if (first === NEWLINE) {
      position += 1;
      continue;
    }
    if (first === RETURN) {
      // After the carriage return of a blank line a line feed is swallowed, and, as published, a comma too.
      const next = text.charCodeAt(position + 1);
      position += next === NEWLINE || next === COMMA ? 2 : 1;
      continue;
    }
    if (first === SPACE || first === TAB) {
      const content = skipBlanks(text, position);
      if (content >= end) break;
      const found = text.charCodeAt(content);
      if (found === NEWLINE || found === RETURN) {
        position = content;
        continue;
      }
    }
    position = readRecord(text, position, collector);
  }
  return collector.finish();
}

function skipBlanks(text: string, from: number): number {
  let position = from;
  while (position < text.length && (text.charCodeAt(position) === SPACE || text.charCodeAt(position) === TAB)) position += 1;
  return position;
}

/** Reads one record, which may span lines within quotes, and returns where the next one starts. */
function readRecord(text: string, start: number, collector: RecordCollector): number {
  const end = text.length;
  let position = start;
  for (;;) {
    let field = '';
    let from = position;
    if (text.charCodeAt(position) === QUOTE) {
      let close = text.indexOf('"', position + 1);
      let piece = position + 1;
      while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
        field += text.slice(piece, close + 1);
        piece = close + 2;
        close = text.indexOf('"', piece);
      }
      if (close === -1) throw new PythonError('ParserError', `EOF inside string starting at row ${collector.lines}`);
      field += text.slice(piece, close);
      from = close + 1;
    }
    position = from;
    let code = text.charCodeAt(position);
    while (position < end && code !== COMMA && code !== NEWLINE && code !== RETURN) {
      position += 1;
      code = text.charCodeAt(position);
    }
    // What follows a closing quote belongs to the field as it is.
    const tail = text.slice(from, position);
    collector.addField(field === '' ? tail : field + tail);
    if (position >= end) {
      collector.endRecord();
      return end;
    }
    position += 1;
    if (code === COMMA) continue;
    if (code === NEWLINE) {
      collector.endRecord();
      return position;
    }
    // A carriage return alone ends a record too; a comma after it starts the next one with an empty field.
    collector.endRecord();
    const next = text.charCodeAt(position);
    if (next === NEWLINE) return position + 1;
    if (next !== COMMA) return position;
    collector.addField('');
    position += 1;
  }
}

class RecordCollector {
  lines = 0;
  private headerWidth = 0;
  private width = 0;
  private record = 0;
  private readonly fields: string[] = [];

  addField(field: string): void {
    this.record += 1;
    // The header's names play no part in any comparison.
    if (this.lines > 0) this.fields.push(field);
  }

  endRecord(): void {
    if (this.lines === 0) {
      this.headerWidth = this.record;
      this.width = this.record;
    } else if (this.lines === 1) this.width = Math.max(this.width, this.record);
    if (this.record > this.width) {
      throw new PythonError(
        'ParserError',
        `Error tokenizing data. C error: Expected ${this.width} fields in line ${this.lines + 1}, saw ${this.record}`,
      );
    }
    for (; this.lines > 0 && this.record < this.width; this.record++) this.fields.push('');
    this.lines += 1;
    this.record = 0;
  }

  finish(): CsvRecords {
    if (this.headerWidth === 0) throw new PythonError('EmptyDataError', 'No columns to parse from file');
    return { headerWidth: this.headerWidth, width: this.width, count: this.lines - 1, fields: this.fields };
  }
}
