import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { benchmarkItem, makeBenchmark } from '../helpers/benchmark.ts';
import { chance } from '../helpers/chance.ts';
import { alive, childrenOf, until, wasKilled } from '../helpers/processes.ts';
import { executionsIn, type StoredExecution } from '../helpers/project-file.ts';
import { startService, type TestService, withProject } from '../helpers/service-client.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// A runner and then the service are killed while queries run, again and again: what was reported as done must be there, once.

const KILLS = 50;
const QUERIES = 60;
const SEED = 20_261;

const folder = temporaryFolder();
const benchmark = path.join(folder, 'numbers');
const random = chance(SEED);
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;

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

test(`${KILLS} kills while executing: every finished execution is there once, and going on completes the run`, async () => {
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
  while (serviceKills + runnerKills < KILLS) {
    await startNext();
    if (complete) run++;
    const seen: Sitting = { completed: false, acknowledged: 0 };
    const finished = complete ? 0 : ofRun(before, run).length;
    const toKill = { runnerAt: finished + 1 + Math.floor(random() * 5), serviceAt: finished + 6 + Math.floor(random() * 10) };
    const atOnce = random() < 0.5;
    let tell = () => {};
    const reached = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const execution = execute(complete, seen, () => {
      const running = childrenOf(service.pid);
      for (const runner of running) runners.add(runner);
      if (seen.acknowledged >= toKill.runnerAt && running.length > 0 && wasKilled(pick(running))) {
        toKill.runnerAt = Number.POSITIVE_INFINITY;
        runnerKills++;
      }
      if (seen.acknowledged < toKill.serviceAt) return;
      // At once: whatever is stored only after it was reported is lost.
      if (atOnce) void service.kill('SIGKILL');
      tell();
    });
    await Promise.race([reached, execution]);
    if (!atOnce) await wait(random() * 60);
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
  expect(await until(() => alive([...runners]).length === 0, 20_000)).toBe(true);
}, 600_000);
