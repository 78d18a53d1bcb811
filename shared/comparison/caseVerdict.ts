import type { Table } from '../model/value.ts';
import { compareAifunc } from './aifunc/compare.ts';
import { type ComparisonCase, idOfCase, MalformedCase, readCase } from './caseFile.ts';
import { compareFrames, firstMatch, type Spider2Script } from './pandas/compareFrames.ts';
import { readCsvRecords } from './pandas/csvRecords.ts';
import { PythonError } from './pandas/pythonError.ts';
import { readCsv } from './pandas/readCsv.ts';
import { RULES } from './registry.ts';
import type { ComparisonInput, Rule } from './rule.ts';

/** `verdict`: 1, 0, a score between, or `error:` and the name of the exception that the published function raises. */
export type CaseVerdict = { readonly id: string; readonly verdict: number | string; readonly why?: string };

type Verdict = Omit<CaseVerdict, 'id'>;

/** Scores are stated to 12 decimals, as the published case files state them. */
const SCORE_DECIMALS = 12;

/**
 * The verdict of one rule over one case as {@link parseCase} read it.
 * A case that cannot be read has the verdict `error:MalformedCase`; it never throws for the sake of a case.
 *
 * @throws RangeError where the rule does not exist.
 */
export function caseVerdict(ruleId: string, value: unknown): CaseVerdict {
  const rule = (RULES as Readonly<Record<string, Rule | undefined>>)[ruleId];
  if (rule === undefined) throw new RangeError(`unknown rule: ${ruleId} (known: ${Object.keys(RULES).join(', ')})`);
  try {
    const read = readCase(value);
    return { id: read.id, ...judgeCase(rule, read) };
  } catch (error) {
    if (!(error instanceof MalformedCase) && !(error instanceof PythonError)) throw error;
    return { id: idOfCase(value), verdict: `error:${error.name}`, why: error.message };
  }
}

/** The rules that are a published script over CSV files. */
const SCRIPTS = new Map<string, Spider2Script>([
  ['spider2', 'snow'],
  ['spider2-lite', 'lite'],
]);

function judgeCase(rule: Rule, read: ComparisonCase): Verdict {
  const script = SCRIPTS.get(rule.id);
  if (read.layout === 'csv' && script !== undefined) return judgeCsvCase(read, script);
  if (read.layout === 'typed table' && rule.id === 'aifunc') {
    return { verdict: compareAifunc(read.prediction, read.gold, read.conditionColumns, read.ignoreOrder) ? 1 : 0 };
  }
  return verdictOf(rule, inputOf(read));
}

/** The published functions on the CSV texts themselves: a table would have lost what pandas reads into them. */
function judgeCsvCase(read: ComparisonCase & { layout: 'csv' }, script: Spider2Script): Verdict {
  const { golds, prediction, conditionColumns, ignoreOrder, call } = read;
  const answer = readCsv(prediction);
  const frames = golds.map(readCsv);
  if (call === 'multi') {
    const match = firstMatch(frames.length, conditionColumns, (index, condition) =>
      compareFrames(answer, frames[index]!, condition, ignoreOrder, script),
    );
    return { verdict: match === null ? 0 : 1 };
  }
  const gold = frames[0];
  if (gold === undefined) throw new MalformedCase('"gold_csvs" is empty');
  return { verdict: compareFrames(answer, gold, conditionColumns, ignoreOrder, script) ? 1 : 0 };
}

function verdictOf(rule: Rule, input: ComparisonInput): Verdict {
  const outcome = rule.compare(input);
  if (outcome.outcome === 'not judged') return { verdict: 'error:NotJudged', why: outcome.reason };
  return { verdict: Number(outcome.score.toFixed(SCORE_DECIMALS)) };
}

function inputOf(read: ComparisonCase): ComparisonInput {
  if (read.layout === 'csv') return inputOfCsv(read);
  const ignoreOrder = read.layout === 'rows' ? !read.orderMatters : read.ignoreOrder;
  const conditionColumns = read.layout === 'rows' ? [] : read.conditionColumns;
  return {
    golds: [{ name: 'gold', table: read.gold, complete: true, conditionColumns }],
    prediction: { table: read.prediction, complete: true },
    goldSql: null,
    ignoreOrder,
    orderMatters: !ignoreOrder,
  };
}

/** The CSV texts as tables of text, for the rules that know nothing of pandas. */
function inputOfCsv({ golds, prediction, conditionColumns, ignoreOrder }: ComparisonCase & { layout: 'csv' }): ComparisonInput {
  const conditions = conditionsByGold(conditionColumns, golds.length);
  return {
    golds: golds.map((csv, index) => ({
      name: `gold ${index + 1}`,
      table: tableOfCsv(csv),
      complete: true,
      conditionColumns: conditions[index] ?? [],
    })),
    prediction: { table: tableOfCsv(prediction), complete: true },
    goldSql: null,
    ignoreOrder,
    orderMatters: !ignoreOrder,
  };
}

/** As documented: a list for each gold, or one list for all of them. */
function conditionsByGold(conditions: unknown, goldCount: number): readonly (readonly number[])[] {
  if (!Array.isArray(conditions)) return [];
  const numbers = (list: readonly unknown[]) => list.filter((index) => typeof index === 'bigint').map(Number);
  if (conditions.every(Array.isArray)) return conditions.map(numbers);
  return Array.from({ length: goldCount }, () => numbers(conditions));
}

function tableOfCsv(csv: string): Table {
  const { headerWidth, width, count, fields } = readCsvRecords(csv);
  const first = width - headerWidth;
  return {
    columns: Array.from({ length: headerWidth }, (_, column) => `column ${column + 1}`),
    rows: Array.from({ length: count }, (_, row) => fields.slice(row * width + first, (row + 1) * width)),
  };
}
