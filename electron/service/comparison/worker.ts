import { parentPort } from 'node:worker_threads';
import { RULES } from '#shared/comparison/registry.ts';
import type { ComparedTable, Rule } from '#shared/comparison/rule.ts';
import type { Table } from '#shared/model/value.ts';
import { type StoredTable, unpackTable } from '../database/executions.ts';
import type { Judgement, JudgeTask, PairReference, TableReference, WorkerAnswer, WorkerRequest } from './protocol.ts';
import { type Comparison, compareTables, nextDifference, pageOf } from './result-view.ts';

// The thread that compares results: rules for verdicts, alignment for the result grid.

/** Unpacked tables are kept up to this many cells, comparisons up to this many. */
const CACHED_CELLS = 20_000_000;
const CACHED_COMPARISONS = 12;

const tables = new Map<string, Table>();
let cells = 0;

const cellsOf = (table: Table) => table.rows.length * Math.max(table.columns.length, 1);

function tableOf(hash: string, brought: ReadonlyMap<string, StoredTable>): Table {
  const known = tables.get(hash);
  if (known) {
    tables.delete(hash);
    tables.set(hash, known);
    return known;
  }
  const stored = brought.get(hash);
  if (!stored) throw new Error(`result ${hash} was not brought`);
  const table = unpackTable(stored);
  tables.set(hash, table);
  cells += cellsOf(table);
  for (const [oldest, old] of tables) {
    if (cells <= CACHED_CELLS || tables.size === 1) break;
    tables.delete(oldest);
    cells -= cellsOf(old);
  }
  return table;
}

const ruleById: Readonly<Record<string, Rule>> = RULES;

function judge(task: JudgeTask, brought: ReadonlyMap<string, StoredTable>): Judgement[] {
  const compared = (reference: TableReference): ComparedTable => ({
    table: tableOf(reference.hash, brought),
    complete: reference.complete,
  });
  const input = {
    golds: task.golds.map((gold) => ({ ...compared(gold), name: gold.name, conditionColumns: gold.conditionColumns })),
    prediction: compared(task.prediction),
    goldSql: task.goldSql,
    ignoreOrder: task.ignoreOrder,
  };
  return task.rules.map((id): Judgement => {
    const outcome = ruleById[id]!.compare(input);
    return { rule: id, state: outcome.outcome, reason: outcome.outcome === 'not judged' ? outcome.reason : null };
  });
}

const comparisons = new Map<string, Comparison>();

function comparisonOf(pair: PairReference, brought: ReadonlyMap<string, StoredTable>): Comparison {
  const key = `${pair.gold} ${pair.prediction}`;
  const known = comparisons.get(key);
  const comparison =
    known ??
    compareTables(
      pair.gold === null ? null : tableOf(pair.gold, brought),
      pair.prediction === null ? null : tableOf(pair.prediction, brought),
    );
  comparisons.delete(key);
  comparisons.set(key, comparison);
  if (comparisons.size > CACHED_COMPARISONS) comparisons.delete(comparisons.keys().next().value!);
  return comparison;
}

function answer(request: WorkerRequest): WorkerAnswer[WorkerRequest['ask']] {
  switch (request.ask) {
    case 'judge':
      return request.tasks.map((task) => judge(task, request.tables));
    case 'view':
      return comparisonOf(request.pair, request.tables).view;
    case 'rows':
      return pageOf(comparisonOf(request.pair, request.tables), request.from, request.count, request.onlyDifferences);
    case 'next':
      return nextDifference(comparisonOf(request.pair, request.tables), request.from, request.direction);
  }
}

parentPort?.on('message', ({ id, request }: { id: number; request: WorkerRequest }) => {
  try {
    parentPort?.postMessage({ id, answer: answer(request) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
