import fs from 'node:fs';
import path from 'node:path';
import type { AssayClient } from '#shared/contract/contract.ts';
import { benchmarkItem, makeBenchmark, predictionsItem } from './benchmark.ts';
import { drawAll, executeAll } from './steps.ts';

/** The systems of {@link fillNamedProject}: two strong ones and an agent with logs. */
export const NAMED_SYSTEMS = ['aurora-2', 'basalt-large', 'cirrus-agent'] as const;

/**
 * Of each four instances: all three systems fail, two, one, none. A prediction that fails names its system; the agent's first
 * one does not even run.
 */
function makeTown(benchmark: string): void {
  const indices = [0, 1, 2, 3, 4, 5, 6, 7];
  const right = (index: number, order = 'ASC') =>
    `SELECT name, ${index} FROM town WHERE id <= ${1 + (index % 4)} ORDER BY id ${order}`;
  // Where two systems fail, the third has the rows in another order: one rule more has something to label there.
  const match = (index: number) => right(index, index % 4 === 1 ? 'DESC' : 'ASC');
  makeBenchmark(benchmark, {
    databases: {
      town: "CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO town VALUES (1, 'Arl'), (2, 'Bern'), (3, 'Cull')",
    },
    instances: indices.map((index) => ({ db: 'town', question: `Which towns come first? (${index})`, gold: right(index) })),
    predictions: Object.fromEntries(
      NAMED_SYSTEMS.map((system, at) => [
        system,
        indices.map((index) =>
          index % 4 > at ? match(index) : `SELECT ${index + at === 2 ? 'nothing' : at}, ${index} FROM town /* by ${system} */`,
        ),
      ]),
    ),
  });
}

/** A log of an agent that says who it is. */
async function importLogs(client: AssayClient, logs: string): Promise<void> {
  fs.mkdirSync(logs);
  for (const { instanceId } of await client.call('instances.list', null)) {
    const conversation = [
      { role: 'user', content: 'Question: Which towns come first?' },
      {
        role: 'assistant',
        content: 'I am Cirrus Agent and I look at the towns.',
        tool_calls: [{ name: 'execute_sql', arguments: { sql: 'SELECT 1 -- cirrus-agent' } }],
      },
      { role: 'tool', content: 'EXECUTION RESULT of [execute_sql]:\nHello, cirrus_agent\n' },
      { role: 'assistant', content: 'Done.', tool_calls: [{ name: 'terminate', arguments: { answer: 'SELECT 2' } }] },
    ];
    fs.writeFileSync(
      path.join(logs, `${instanceId}.json`),
      JSON.stringify([{ instance_id: instanceId, rollout_idx: 0, conversation }]),
    );
  }
  await client.call('import.run', {
    items: [{ kind: 'trajectories', format: 'spider-agent-tc', path: logs, system: 'cirrus-agent' }],
  });
}

/**
 * Fills a project with systems that name themselves in what they wrote, in SQL and in logs; executed, judged, and every
 * instance that somebody fails drawn.
 */
export async function fillNamedProject(client: AssayClient, folder: string): Promise<void> {
  const benchmark = path.join(folder, 'town');
  makeTown(benchmark);
  const predictions = NAMED_SYSTEMS.map((system, at) => predictionsItem(benchmark, system, at < 2 ? 'strong' : 'open'));
  await client.call('import.run', { items: [benchmarkItem(benchmark), ...predictions] });
  await importLogs(client, path.join(folder, 'logs'));
  await executeAll(client, ['multiset', 'ordered']);
  await drawAll(client);
}
