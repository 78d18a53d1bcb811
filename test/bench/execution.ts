import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AssayClient } from '#shared/contract/contract.ts';
import type { ImportItem } from '#shared/contract/import.ts';
import { withProject } from '../helpers/service-client.ts';
import { line, seconds } from './measure.ts';
import { benchResponsiveness } from './responsiveness.ts';

const spider = path.join(
  process.env.ASSAY_DATA ?? path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  'spider-dev',
);

/** Seconds of Python's plain loop over the queries; null without Python. */
function plainLoop(pairs: readonly (readonly [string, string])[]): number | null {
  const script = path.join(import.meta.dirname, 'plain-loop.py');
  const run = spawnSync('python3', [script], { input: JSON.stringify(pairs), encoding: 'utf8', maxBuffer: 1 << 20 });
  return run.status === 0 ? Number(run.stdout) : null;
}

const execute = (client: AssayClient, jobs: number) =>
  client.call('execution.start', { jobs, limits: { timeoutMs: 60_000 }, again: true });

/** Import and execution of Spider's dev set with seven systems, against a plain loop over the same queries. */
export async function benchExecution(folder: string): Promise<void> {
  console.log('\nImport and execution');
  if (!fs.existsSync(spider)) console.log('skipped: no spider-dev (set ASSAY_DATA to the folder that holds it)');
  else await benchSpider(folder);
  await benchLongQueries(folder);
  await benchResponsiveness(folder);
}

async function benchSpider(folder: string): Promise<void> {
  const predictions = fs.readdirSync(path.join(spider, 'predictions')).map((name) => path.join(spider, 'predictions', name));
  const items: ImportItem[] = [
    { kind: 'benchmark', format: 'spider', path: spider },
    ...predictions.map(
      (file): ImportItem => ({
        kind: 'predictions',
        format: 'lines',
        path: file,
        system: path.basename(file, '.txt'),
        group: 'open',
      }),
    ),
  ];
  const instances = JSON.parse(fs.readFileSync(path.join(spider, 'dev.json'), 'utf8')) as { db_id: string; query: string }[];
  const lines = predictions.map((file) => fs.readFileSync(file, 'utf8').split('\n'));
  const pairs = instances.flatMap(({ db_id, query }, index) => {
    const database = path.join(spider, 'database', db_id, `${db_id}.sqlite`);
    return [query, ...lines.map((texts) => texts[index] ?? '')].map((sql) => [database, sql] as const);
  });
  await withProject(path.join(folder, 'spider.assay'), async (client) => {
    line(
      'import of spider-dev with seven systems',
      `${(await seconds(() => client.call('import.run', { items }))).toFixed(2)} s`,
    );
    await execute(client, 2);
    const loops: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < 3; round++) {
      const loop = plainLoop(pairs);
      if (loop !== null) loops.push(loop);
      ours.push(await seconds(() => execute(client, 2)));
    }
    const best = (values: number[]) => Math.min(...values);
    const ratio =
      loops.length > 0
        ? ` = ${(best(ours) / best(loops)).toFixed(1)} × the plain loop's ${best(loops).toFixed(2)} s`
        : ' (no Python here)';
    line(
      `execution of all ${pairs.length.toLocaleString('en')} queries, two runners`,
      `${best(ours).toFixed(2)} s${ratio}`,
      'at most 10 ×',
    );
    line('judging by every rule', `${(await seconds(() => client.call('judge.run', { rules: null }))).toFixed(2)} s`);
  });
}

/** Queries of about a second each, one runner against the plain loop. */
async function benchLongQueries(folder: string): Promise<void> {
  const benchmark = path.join(folder, 'long');
  const database = path.join(benchmark, 'database', 'numbers', 'numbers.sqlite');
  fs.mkdirSync(path.dirname(database), { recursive: true });
  const db = new DatabaseSync(database);
  db.exec(
    'CREATE TABLE n (i INTEGER); WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 3000) INSERT INTO n SELECT i FROM r',
  );
  db.close();
  const queries = Array.from({ length: 6 }, (_, index) => `SELECT sum((a.i * b.i) % 7) FROM n a, n b WHERE a.i <> ${index}`);
  fs.writeFileSync(
    path.join(benchmark, 'dev.json'),
    JSON.stringify(queries.map((query, index) => ({ db_id: 'numbers', query, question: `Question ${index}` }))),
  );
  fs.writeFileSync(
    path.join(benchmark, 'tables.json'),
    JSON.stringify([
      {
        db_id: 'numbers',
        table_names_original: ['n'],
        column_names_original: [
          [-1, '*'],
          [0, 'i'],
        ],
        column_types: ['text', 'number'],
        primary_keys: [],
        foreign_keys: [],
      },
    ]),
  );
  await withProject(path.join(folder, 'long.assay'), async (client) => {
    await client.call('import.run', { items: [{ kind: 'benchmark', format: 'spider', path: benchmark }] });
    let ours = Number.POSITIVE_INFINITY;
    let loop: number | null = null;
    for (let round = 0; round < 3; round++) {
      const plain = plainLoop(queries.map((sql) => [database, sql]));
      if (plain !== null) loop = Math.min(plain, loop ?? plain);
      ours = Math.min(ours, await seconds(() => execute(client, 1)));
    }
    const ratio = loop === null ? ' (no Python here)' : ` = ${(ours / loop).toFixed(2)} × the plain loop's ${loop.toFixed(2)} s`;
    line(`${queries.length} queries of about a second, one runner`, `${ours.toFixed(2)} s${ratio}`, 'at most 1.2 ×');
  });
}
