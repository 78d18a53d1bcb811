import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { parseCase } from '#shared/comparison/caseFile.ts';
import { caseVerdict } from '#shared/comparison/caseVerdict.ts';
import { encodeRow, encodeTable } from '#shared/model/result-encoding.ts';
import type { Row } from '#shared/model/value.ts';
import { BUILT } from '../helpers/service-client.ts';
import { line, quantile } from './measure.ts';

const cases = path.join(
  process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  'compare',
  'spider2.jsonl',
);

const ROWS = 100_000;
const COLUMNS = 50;
const ROUNDS = 3;

/** A result of numbers, text and NULL; `change` of them differ from the same table without changes. */
function makeTable(change: number): { encoding: string; data: Uint8Array } {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    encodeRow(
      Array.from({ length: COLUMNS }, (_cell, column): Row[number] => {
        if (column % 10 === 9 && row % 7 === 0) return null;
        if (column % 3 === 0) return BigInt(row * (column + 1));
        if (column % 3 === 1) return (row % 1_000) / 8 + column + (row < change && column === 1 ? 0.5 : 0);
        return `text ${row % (100 * (column + 1))}`;
      }),
    ),
  );
  const names = Array.from({ length: COLUMNS }, (_, column) => `c${column}`);
  return { encoding: 'plain', data: Buffer.from(encodeTable(names, rows), 'utf8') };
}

type Answer = { id: number; answer?: unknown; error?: string };

/** Large results in the service's comparison thread, and the batch of published cases against the published functions. */
export async function benchComparison(): Promise<void> {
  console.log('\nComparison');
  await benchLargeTables();
  benchCases();
}

async function benchLargeTables(): Promise<void> {
  const worker = new Worker(path.join(BUILT, 'service', 'comparison.cjs'));
  const ask = (request: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      worker.once('message', ({ answer, error }: Answer) => (error === undefined ? resolve(answer) : reject(new Error(error))));
      worker.postMessage({ id: 1, request });
    });
  const reference = (hash: string) => ({ hash, complete: true, rowCount: ROWS });
  const task = (prediction: string, rule: string) => ({
    prediction: [reference(prediction)],
    golds: [{ name: 'gold', conditionColumns: [], runs: [reference('gold')] }],
    goldSql: null,
    ignoreOrder: true,
    published: null,
    readsNoTable: false,
    matchedGold: null,
    mode: 'majority',
    repetitions: 1,
    rules: [rule],
  });
  try {
    // Brought once: reading a stored result is the execution's cost, not the comparison's.
    const tables = new Map([
      ['gold', makeTable(0)],
      ['same', makeTable(0)],
      ['other', makeTable(500)],
    ]);
    await ask({ ask: 'judge', tables, tasks: [task('same', 'multiset'), task('other', 'multiset')], userRules: [] });
    const size = `${ROWS.toLocaleString('en')} × ${COLUMNS}`;
    for (const rule of ['multiset', 'bird-ex', 'test-suite', 'spider2', 'spider2-as-documented', 'aifunc', 'ordered']) {
      for (const prediction of ['same', 'other']) {
        const times: number[] = [];
        // The lateness of a timer here is what the service's main thread would feel.
        let late = 0;
        for (let round = 0; round < ROUNDS; round++) {
          let expected = performance.now() + 5;
          const timer = setInterval(() => {
            late = Math.max(late, performance.now() - expected);
            expected = performance.now() + 5;
          }, 5);
          const start = performance.now();
          await ask({ ask: 'judge', tables: new Map(), tasks: [task(prediction, rule)], userRules: [] });
          times.push(performance.now() - start);
          clearInterval(timer);
        }
        line(
          `${size} by ${rule}, ${prediction === 'same' ? 'equal' : '500 cells differ'}`,
          `${quantile(times, 0.5)} ms, main thread late by at most ${late.toFixed(0)} ms`,
          'at most 1,000 ms',
        );
      }
    }
    const start = performance.now();
    await ask({ ask: 'view', tables: new Map(), pair: { gold: 'gold', prediction: 'other' } });
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
