import { counted } from '../model/counted.ts';
import type { NearMissKind, WarningKind } from '../model/why.ts';
import type { LooseMatchWarning } from './looseMatch.ts';
import type { NearMiss } from './nearMiss.ts';

const number = (value: number) =>
  value !== 0 && Math.abs(value) < 1e-6
    ? value.toExponential(2)
    : value.toLocaleString('en-US', { maximumSignificantDigits: 6, useGrouping: Math.abs(value) >= 10_000 });
/** `1 cell differs`, `2 cells differ`. */
const cellsDiffer = (cells: number) => `${counted(cells, 'cell')} ${cells === 1 ? 'differs' : 'differ'}`;
const NAMES_SHOWN = 4;

function names(columns: readonly string[]): string {
  const shown = columns.slice(0, NAMES_SHOWN).join(', ');
  return columns.length > NAMES_SHOWN ? `${shown} and ${columns.length - NAMES_SHOWN} more` : shown;
}

/** A near miss with its numbers, as a person says it. */
export function nearMissInWords(miss: NearMiss): string {
  switch (miss.kind) {
    case 'column order':
      return 'the columns stand in another order';
    case 'transposed':
      return 'the table lies on its side';
    case 'extra columns':
      return `${counted(miss.columns.length, 'extra column')}: ${names(miss.columns)}`;
    case 'missing columns':
      return `${counted(miss.columns.length, 'missing column')}: ${names(miss.columns)}`;
    case 'row order':
      return 'the rows stand in another order';
    case 'ties':
      return `only rows that tie in ${miss.column} stand in another order`;
    case 'duplicates':
      return `${counted(miss.rows, 'row')} repeated more often on one side`;
    case 'missing rows':
      return `${counted(miss.rows, 'missing row')}; all others are there`;
    case 'extra rows':
      return `${counted(miss.rows, 'extra row')}; all of gold’s are there`;
    case 'case':
      return `${cellsDiffer(miss.cells)} in upper and lower case only`;
    case 'white space':
      return `${cellsDiffer(miss.cells)} in white space only`;
    case 'date format':
      return `${cellsDiffer(miss.cells)} in how a date is written`;
    case 'null vs zero':
      return `${counted(miss.cells, 'cell')} NULL on one side and 0 on the other`;
    case 'type':
      return `${cellsDiffer(miss.cells)} in type only, as 1 and '1' do`;
    case 'rounding':
      return `${cellsDiffer(miss.cells)} by rounding; a tolerance of ${number(miss.tolerance)} would match`;
    case 'scale factor':
      return `${miss.column} is gold’s times ${number(miss.factor)}`;
  }
}

/** A warning with its numbers, as a person says it. */
export function warningInWords(warning: LooseMatchWarning): string {
  switch (warning.kind) {
    case 'rows scrambled':
      return `the columns match one by one, but in ${counted(warning.rows, 'row')} no mapping makes the whole row match`;
    case 'null as zero':
      return `${counted(warning.cells, 'cell')} NULL on one side counted as 0`;
    case 'tolerance hides a ratio': {
      const ratio = Number.isFinite(warning.largestRatio) ? `up to ${number(warning.largestRatio)} times` : 'one of them 0';
      return `${counted(warning.cells, 'number')} within the tolerance and yet far apart: ${ratio}`;
    }
    case 'column used twice':
      return `one predicted column serves for several of gold’s: ${names(warning.columns)}`;
  }
}

export const LITERAL_ONLY_WORDS = 'the prediction reads no table: its answer is written into the query';

/** The kinds as short labels, for badges, filters and tables. */
export const NEAR_MISS_LABELS: Readonly<Record<NearMissKind, string>> = {
  'column order': 'column order',
  'extra columns': 'extra columns',
  'missing columns': 'missing columns',
  'row order': 'row order',
  ties: 'ties',
  duplicates: 'duplicates',
  'missing rows': 'subset of rows',
  'extra rows': 'superset of rows',
  case: 'case',
  'white space': 'white space',
  'date format': 'date format',
  'null vs zero': 'NULL and 0',
  type: 'type',
  rounding: 'rounding',
  'scale factor': 'scale factor',
  transposed: 'transposed',
  'literal only': 'reads no table',
};

export const WARNING_LABELS: Readonly<Record<WarningKind, string>> = {
  'rows scrambled': 'rows scrambled',
  'null as zero': 'NULL as 0',
  'tolerance hides a ratio': 'tolerance hides a ratio',
  'column used twice': 'column used twice',
  'literal only': 'reads no table',
  'suite not tested': 'suite not tested',
};
