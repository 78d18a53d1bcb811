import { parentPort } from 'node:worker_threads';
import { RULES } from '#shared/comparison/registry.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import { userRule } from '#shared/comparison/userRule.ts';
import type { UserRule } from '#shared/model/userRule.ts';
import { cellCount, type Table } from '#shared/model/value.ts';
import { type StoredTable, unpackTable } from '../database/executions.ts';
import { judgeTask } from './judge-task.ts';
import type { PairReference, WorkerAnswer, WorkerReply, WorkerRequest } from './protocol.ts';
import { type Comparison, compareTables, nextDifference, pageOf, rowOf } from './result-view.ts';
import { stabilityOf } from './stability.ts';
import { whyOf } from './why.ts';

// The thread that compares results: rules for verdicts, alignment for the result grid.

/** Unpacked tables are kept up to this many cells, comparisons up to this many. */
const CACHED_CELLS = 20_000_000;
const CACHED_COMPARISONS = 12;

const tables = new Map<string, Table>();
let cells = 0;

/** Tables that are neither kept here nor brought. */
class Lacking extends Error {
  readonly hashes: readonly string[];

  constructor(hashes: readonly string[]) {
    super('tables are lacking');
    this.hashes = hashes;
  }
}

/** Makes sure that all of these tables are here, so that what is lacking is told at once. */
function requireTables(hashes: readonly (string | null)[], brought: ReadonlyMap<string, StoredTable>): void {
  const lacking = hashes.filter((hash): hash is string => hash !== null && !tables.has(hash) && !brought.has(hash));
  if (lacking.length > 0) throw new Lacking([...new Set(lacking)]);
}

function tableOf(hash: string, brought: ReadonlyMap<string, StoredTable>): Table {
  const known = tables.get(hash);
  if (known) {
    tables.delete(hash);
    tables.set(hash, known);
    return known;
  }
  const stored = brought.get(hash);
  if (!stored) throw new Lacking([hash]);
  const table = unpackTable(stored);
  tables.set(hash, table);
  cells += cellCount(table);
  for (const [oldest, old] of tables) {
    if (cells <= CACHED_CELLS || tables.size === 1) break;
    tables.delete(oldest);
    cells -= cellCount(old);
  }
  return table;
}

/** The rules that tasks name: those that Assay ships and those of the project. */
function rulesNamed(userRules: readonly UserRule[]): (id: string) => Rule {
  const all = new Map<string, Rule>([...Object.entries(RULES), ...userRules.map((rule) => [rule.name, userRule(rule)] as const)]);
  return (id) => all.get(id)!;
}

const comparisons = new Map<string, Comparison>();

function comparisonOf(pair: PairReference, brought: ReadonlyMap<string, StoredTable>): Comparison {
  const key = `${pair.gold} ${pair.prediction}`;
  const known = comparisons.get(key);
  if (!known) requireTables([pair.gold, pair.prediction], brought);
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
    case 'judge': {
      const named = rulesNamed(request.userRules);
      const csvs = new Map([...request.csvs].map(([hash, text]) => [hash, { text }]));
      return request.tasks.map((task) =>
        judgeTask(
          task,
          task.rules.map(named),
          (hash) => tableOf(hash, request.tables),
          (hash) => csvs.get(hash)!,
        ),
      );
    }
    case 'why': {
      const { task, tables: brought } = request;
      requireTables([task.prediction, ...task.golds.map(({ hash }) => hash)], brought);
      return whyOf(task, (hash) => tableOf(hash, brought), comparisonOf(task.shown, brought));
    }
    case 'stability': {
      const { task, tables: brought, userRules } = request;
      return stabilityOf(task, rulesNamed(userRules)(task.rule), (hash) => tableOf(hash, brought));
    }
    case 'view':
      return comparisonOf(request.pair, request.tables).view;
    case 'rows':
      return pageOf(comparisonOf(request.pair, request.tables), request.from, request.count, request.onlyDifferences);
    case 'next':
      return nextDifference(comparisonOf(request.pair, request.tables), request.from, request.direction);
    case 'row of':
      return rowOf(comparisonOf(request.pair, request.tables), request.side, request.row, request.onlyDifferences);
  }
}

const reply = (message: WorkerReply) => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, request }: { id: number; request: WorkerRequest }) => {
  try {
    reply({ id, answer: answer(request) });
  } catch (error) {
    if (error instanceof Lacking) reply({ id, lacking: error.hashes });
    else reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
