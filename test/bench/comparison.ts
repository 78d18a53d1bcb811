import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { parseCase } from '#shared/comparison/caseFile.ts';
import { caseVerdict } from '#shared/comparison/caseVerdict.ts';
import { RULE_IDS } from '#shared/comparison/rule.ts';
import { encodeRow, encodeTable } from '#shared/model/result-encoding.ts';
import type { Row } from '#shared/model/value.ts';
import { ComparisonWorker } from '../../electron/service/comparison/comparison-worker.ts';
import type { JudgeTask } from '../../electron/service/comparison/protocol.ts';
import type { StoredTable } from '../../electron/service/database/executions.ts';
import { BUILT } from '../helpers/service-client.ts';
import { line, quantile } from './measure.ts';

const cases = path.join(
  process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  'compare',
  'spider2.jsonl',
);

type Size = { readonly rows: number; readonly columns: number };
const LARGE: Size = { rows: 100_000, columns: 50 };
const MILLION: Size = { rows: 1_000_000, columns: 10 };
const ROUNDS = 3;
/** What the thread for large work keeps. */
const KEPT_BYTES = 640 * 1024 * 1024;

/** How a prediction differs from the gold that it is compared with. */
const KINDS = ['equal', 'rounding', 'shuffled', 'one cell', '500 cells'] as const;
type Kind = (typeof KINDS)[number];

function numberAt(row: number, column: number, kind: Kind): number {
  const number = (row % 1_000) / 8 + column;
  if (kind === 'rounding') return number + 0.004 * ((row % 3) - 1);
  const isChanged = kind === 'one cell' ? row === 5_000 : kind === '500 cells' && row < 500;
  return number + (isChanged && column === 1 ? 0.5 : 0);
}

/** A result of numbers, text and NULL. */
function makeTable(kind: Kind, size: Size = LARGE): StoredTable {
  const rows = Array.from({ length: size.rows }, (_, row) =>
    encodeRow(
      Array.from({ length: size.columns }, (_cell, column): Row[number] => {
        if (column % 10 === 9 && row % 7 === 0) return null;
        if (column % 3 === 0) return BigInt(row * (column + 1));
        if (column % 3 === 1) return numberAt(row, column, kind);
        return `text ${row % (100 * (column + 1))}`;
      }),
    ),
  );
  // A step that shares no factor with the number of rows reaches each of them once.
  const shown = kind === 'shuffled' ? rows.map((_, row) => rows[(row * 61_803) % size.rows]!) : rows;
  const names = Array.from({ length: size.columns }, (_, column) => `c${column}`);
  return { encoding: 'plain', data: Buffer.from(encodeTable(names, shown), 'utf8'), rowCount: size.rows };
}

type Answer = { id: number; answer?: unknown; error?: string };

/** Large results in the service's comparison thread, and the batch of published cases against the published functions. */
export async function benchComparison(): Promise<void> {
  console.log('\nComparison');
  await benchLargeTables();
  await benchMillionRows();
  benchCases();
}

function taskOf(prediction: string, rule: string, { rows }: Size): JudgeTask {
  const reference = (hash: string) => ({ hash, complete: true, rowCount: rows });
  return {
    prediction: [reference(prediction)],
    golds: [{ name: 'gold', conditionColumns: [], runs: [reference('gold')] }],
    goldSql: null,
    ignoreOrder: true,
    engine: 'sqlite',
    published: null,
    readsNoTable: false,
    matchedGold: null,
    mode: 'majority',
    repetitions: 1,
    rules: [rule],
  };
}

/** Milliseconds of some work, by how many a timer of this thread was late meanwhile (which the service's main loop would feel), and the largest resident set. */
async function watched(work: () => Promise<unknown>): Promise<{ ms: number; late: number; peak: number }> {
  let late = 0;
  let peak = 0;
  let expected = performance.now() + 5;
  const timer = setInterval(() => {
    late = Math.max(late, performance.now() - expected);
    peak = Math.max(peak, process.memoryUsage.rss());
    expected = performance.now() + 5;
  }, 5);
  const start = performance.now();
  await work();
  clearInterval(timer);
  return { ms: performance.now() - start, late, peak };
}

/** What making the tables left would else be counted as memory that the comparison gives back. */
function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
}

/** A million rows by every rule and for the grid, through the service's own threads. */
async function benchMillionRows(): Promise<void> {
  const tables = new Map([
    ['gold', makeTable('equal', MILLION)],
    ['shuffled', makeTable('shuffled', MILLION)],
  ]);
  // A request gives the tables that it brings away.
  const copy = (hash: string): StoredTable => ({ ...tables.get(hash)!, data: Buffer.from(tables.get(hash)!.data) });
  const copies = () => new Map(Array.from(tables.keys(), (hash) => [hash, copy(hash)]));
  const worker = new ComparisonWorker(path.join(BUILT, 'service', 'comparison.cjs'));
  const size = `${MILLION.rows.toLocaleString('en')} × ${MILLION.columns}`;
  collectGarbage();
  const before = process.memoryUsage.rss();
  const report = (what: string, { ms, late, peak }: Awaited<ReturnType<typeof watched>>) =>
    line(
      `${size} ${what}, shuffled`,
      `${(ms / 1000).toFixed(1)} s, main thread late by at most ${late.toFixed(0)} ms, peak memory ${((peak - before) / 1024 ** 2).toFixed(0)} MB more`,
    );
  for (const rule of RULE_IDS) {
    const judged = {
      ask: 'judge',
      tables: copies(),
      csvs: new Map(),
      tasks: [taskOf('shuffled', rule, MILLION)],
      userRules: [],
    } as const;
    report(`by ${rule}`, await watched(() => worker.ask(judged)));
  }
  const pair = { gold: 'gold', prediction: 'shuffled' };
  // Copied in front of the measure: to copy 200 MB would hold this thread up, and no service does.
  const given = copies();
  const results = { cells: () => MILLION.rows * MILLION.columns, table: (hash: string) => given.get(hash)! };
  report('aligned for the grid', await watched(() => worker.askAbout({ ask: 'view', pair }, results)));
  const page = { ask: 'rows', pair, from: 500_000, count: 200, onlyDifferences: false } as const;
  report('a page of 200 rows', await watched(() => worker.askAbout(page, results)));
  worker.end();
}

async function benchLargeTables(): Promise<void> {
  const worker = new Worker(path.join(BUILT, 'service', 'comparison.cjs'), { workerData: { keptBytes: KEPT_BYTES } });
  const ask = (request: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      worker.once('message', ({ answer, error }: Answer) => (error === undefined ? resolve(answer) : reject(new Error(error))));
      worker.postMessage({ id: 1, request });
    });
  try {
    // Brought once: reading a stored result is the execution's cost, not the comparison's.
    const judge = (tables: ReadonlyMap<string, unknown>, prediction: string, rule: string) =>
      ask({ ask: 'judge', tables, csvs: new Map(), tasks: [taskOf(prediction, rule, LARGE)], userRules: [] });
    const gold = ['gold', makeTable('equal')] as const;
    const size = `${LARGE.rows.toLocaleString('en')} × ${LARGE.columns}`;
    for (const kind of KINDS) {
      // Brought in front of the measure, and the last kind's table is let go of.
      await judge(new Map([gold, [kind, makeTable(kind)]]), kind, 'ordered');
      for (const rule of RULE_IDS) {
        const times: number[] = [];
        let late = 0;
        for (let round = 0; round < ROUNDS; round++) {
          const measured = await watched(() => judge(new Map(), kind, rule));
          times.push(measured.ms);
          late = Math.max(late, measured.late);
        }
        line(
          `${size} by ${rule}, ${kind}`,
          `${times[0]!.toFixed(0)} ms, again ${quantile(times.slice(1), 0.5)} ms, main thread late by at most ${late.toFixed(0)} ms`,
          'at most 1,000 ms',
        );
      }
    }
    const start = performance.now();
    await ask({ ask: 'view', tables: new Map(), pair: { gold: 'gold', prediction: '500 cells' } });
    line(`${size} aligned for the grid, 500 cells differ`, `${(performance.now() - start).toFixed(0)} ms`);
  } finally {
    await worker.terminate();
  }
}

/** Milliseconds a case of the published functions in Python; null without Python or pandas. */
function published(): number | null {
  const script = path.join(import.meta.dirname, 'published-spider2.py');
  // Debian's pandas belongs to the system's own Python, which need not be the first on the path.
  for (const python of ['python3', '/usr/bin/python3']) {
    const run = spawnSync(python, [script, cases], { encoding: 'utf8' });
    if (run.status === 0) return Number(run.stdout);
  }
  return null;
}

function benchCases(): void {
  if (!fs.existsSync(cases)) {
    console.log('skipped: no compare/spider2.jsonl (set ASSAY_DATA to the folder that holds it)');
    return;
  }
  const lines = fs
    .readFileSync(cases, 'utf8')
    .split('\n')
    .filter((text) => text !== '');
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (const text of lines) caseVerdict('spider2', parseCase(text));
    ours.push((performance.now() - start) / lines.length);
  }
  const best = Math.min(...ours);
  const python = published();
  line(
    `${lines.length.toLocaleString('en')} published cases by spider2`,
    python === null
      ? `${best.toFixed(3)} ms a case (skipped: the published functions, for want of Python with pandas)`
      : `${best.toFixed(3)} ms a case, ${(python / best).toFixed(0)} × as fast as the published functions' ${python.toFixed(3)} ms`,
    'at least 20 ×',
  );
}
