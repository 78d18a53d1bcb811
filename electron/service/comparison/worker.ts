import { parentPort, workerData } from 'node:worker_threads';
import { RULES } from '#shared/comparison/registry.ts';
import type { Rule } from '#shared/comparison/rule.ts';
import { userRule } from '#shared/comparison/userRule.ts';
import type { UserRule } from '#shared/model/userRule.ts';
import type { StoredTable } from '../database/executions.ts';
import { judgeTask } from './judge-task.ts';
import { KeptTables, Lacking } from './kept-tables.ts';
import { buffersOf, isMovable } from './moved-memory.ts';
import { type PreparedPair, preparePair } from './prepared-pair.ts';
import type { ThreadOptions, WorkerAnswer, WorkerReply, WorkerRequest } from './protocol.ts';
import { nextDifference, pageOf, rowOf } from './result-view.ts';
import { stabilityOf } from './stability.ts';
import { whyOf } from './why.ts';

// A thread that compares results: rules for verdicts, alignment for the result grid.

const kept = new KeptTables((workerData as ThreadOptions).keptBytes);

/** The rules that tasks name: those that Assay ships and those of the project. */
function rulesNamed(userRules: readonly UserRule[]): (id: string) => Rule {
  const all = new Map<string, Rule>([...Object.entries(RULES), ...userRules.map((rule) => [rule.name, userRule(rule)] as const)]);
  return (id) => all.get(id)!;
}

async function answer(request: WorkerRequest): Promise<WorkerAnswer[WorkerRequest['ask']]> {
  const brought = request.tables;
  const tableOf = (hash: string) => kept.table(hash, brought);
  switch (request.ask) {
    case 'judge': {
      const named = rulesNamed(request.userRules);
      const csvs = new Map([...request.csvs].map(([hash, text]) => [hash, { text }]));
      return request.tasks.map((task) => judgeTask(task, task.rules.map(named), tableOf, (hash) => csvs.get(hash)!));
    }
    case 'why': {
      const { task } = request;
      kept.require([task.prediction, ...task.golds.map(({ hash }) => hash)], brought);
      return whyOf(task, tableOf, kept.comparison(task.shown, brought));
    }
    case 'stability':
      return stabilityOf(request.task, rulesNamed(request.userRules)(request.task.rule), tableOf);
    case 'prepare':
      return preparePair(request.pair, request.tables as Map<string, StoredTable>);
    case 'show':
      kept.show(request.pair, request.prepared);
      return null;
    case 'view':
      return kept.comparison(request.pair, brought).aligned.view;
    case 'rows':
      return pageOf(kept.comparison(request.pair, brought), request.from, request.count, request.onlyDifferences);
    case 'next':
      return nextDifference(kept.comparison(request.pair, brought).aligned, request.from, request.direction);
    case 'row of':
      return rowOf(kept.comparison(request.pair, brought).aligned, request.side, request.row, request.onlyDifferences);
  }
}

const reply = (message: WorkerReply, moved: readonly ArrayBufferLike[] = []) =>
  parentPort?.postMessage(message, moved.filter(isMovable));

parentPort?.on('message', async ({ id, request }: { id: number; request: WorkerRequest }) => {
  try {
    const answered = await answer(request);
    reply({ id, answer: answered }, request.ask === 'prepare' ? buffersOf(answered as PreparedPair) : []);
  } catch (error) {
    if (error instanceof Lacking) reply({ id, lacking: error.hashes });
    else reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
