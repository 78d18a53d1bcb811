import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { benchmarkItem, makeBenchmark } from '../helpers/benchmark.ts';
import { chance } from '../helpers/chance.ts';
import { alive, childrenOf, until } from '../helpers/processes.ts';
import { executionsIn, type StoredExecution } from '../helpers/project-file.ts';
import { startService, type TestService, withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The service, or one of its runners, is killed while queries run: what was reported as done must be there, once.

/** In each a runner is killed, and then the service. */
const ROUNDS = 25;
const QUERIES = 60;
const SEED = 20_261;

const folder = temporaryFolder();
const benchmark = path.join(folder, 'numbers');
const random = chance(SEED);

let service: TestService;
/** Loads while the other one is at work. */
let spare: TestService;
afterAll(() => Promise.all([service?.stop(), spare?.stop()]));

const counting = (index: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT count(*), ${index} FROM n`;

/** One sitting of executing. `completed` is false where the service was killed in it. */
type Sitting = { completed: boolean; acknowledged: number };

const execute = (again: boolean, seen: Sitting, onProgress: () => void) =>
  service.client
    .call(
      'execution.start',
      { jobs: 2, again, limits: {} },
      {
        onProgress: ({ done }) => {
          seen.acknowledged = Math.max(seen.acknowledged, done);
          onProgress();
        },
      },
    )
    .then(
      () => {
        seen.completed = true;
      },
      (error: { code?: string }) => {
        if (error.code !== 'SERVICE_STOPPED') throw error;
      },
    );

const ofRun = (executions: readonly StoredExecution[], run: number) => executions.filter(({ run_id }) => run_id === run);

test(`${2 * ROUNDS} kills while executing: every finished execution is there once, and going on completes the run`, async () => {
  makeBenchmark(benchmark, {
    databases: { numbers: 'CREATE TABLE t (a)' },
    instances: Array.from({ length: QUERIES }, (_, index) => ({
      db: 'numbers',
      question: `How many? (${index})`,
      gold: counting(index),
    })),
  });
  const file = path.join(folder, 'p.assay');
  await withProject(file, (client) => client.call('import.run', { items: [benchmarkItem(benchmark)] }));

  const runners = new Set<number>();
  let before: StoredExecution[] = [];
  let run = 0;
  let complete = true;
  let completedRuns = 0;
  let serviceKills = 0;
  let runnerKills = 0;
  const note = () => {
    for (const runner of childrenOf(service.pid)) runners.add(runner);
  };
  const startNext = async () => {
    service = spare;
    spare = startService();
    await service.client.call('project.open', { path: file, annotator: 'mk' });
  };
  /** What must hold of the file whenever no service has it open. */
  const checkFile = (acknowledged: number) => {
    const now = executionsIn(file);
    expect(now.slice(0, before.length)).toEqual(before);
    expect(new Set(now.map(({ run_id, query_id }) => `${run_id} ${query_id}`)).size).toBe(now.length);
    expect(ofRun(now, run).length).toBeGreaterThanOrEqual(acknowledged);
    before = now;
  };

  spare = startService();
  for (let round = 0; round < ROUNDS; round++) {
    await startNext();
    if (complete) run++;
    const seen: Sitting = { completed: false, acknowledged: 0 };
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const finished = complete ? 0 : ofRun(before, run).length;
    const execution = execute(complete, seen, () => {
      note();
      if (seen.acknowledged > finished) begun();
    });
    await Promise.race([running, execution]);
    await wait(random() * 60);
    const [runner] = childrenOf(service.pid);
    if (runner !== undefined) {
      process.kill(runner, 'SIGKILL');
      runnerKills++;
    }
    await wait(random() * 120);
    note();
    if (!seen.completed) serviceKills++;
    await service.kill('SIGKILL');
    await execution;
    checkFile(seen.acknowledged);
    complete = ofRun(before, run).length === QUERIES;
    if (complete) completedRuns++;
    expect(complete || !seen.completed).toBe(true);
  }

  await startNext();
  await execute(complete, { completed: false, acknowledged: 0 }, () => {});
  const summary = await service.client.call('execution.current', null);
  expect(summary).toMatchObject({ done: QUERIES, total: QUERIES });
  await service.client.call('project.close', null);
  run = summary!.runId;
  checkFile(QUERIES);
  for (let each = 1; each <= run; each++) expect(ofRun(before, each), `run ${each}`).toHaveLength(QUERIES);
  expect(before.filter(({ status }) => status !== 'ok')).toEqual([]);
  console.log(
    `${serviceKills} kills of the service and ${runnerKills} of a runner in the middle, ${completedRuns + 1} runs completed (seed ${SEED})`,
  );
  expect(serviceKills + runnerKills).toBeGreaterThanOrEqual(ROUNDS);
  expect(await until(() => alive([...runners]).length === 0, 2_000)).toBe(true);
}, 240_000);
