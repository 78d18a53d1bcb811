import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AssayClient } from '#shared/contract/contract.ts';
import { withProject } from '../helpers/service-client.ts';
import { line, quantile, seconds } from './measure.ts';
import { madeItems, makeTrajectoryFolder } from './trajectory-folder.ts';

/** ASSAY_BENCH_GB=2 makes the folder of the aim: 2 GB in 5,000 trajectories. */
const GIGABYTES = Number(process.env.ASSAY_BENCH_GB ?? 0.2);

/** The most memory that a process has held, in MB; null where the system does not say. */
function peakMemory(pid: number): number | null {
  const status = fs.existsSync(`/proc/${pid}/status`) ? fs.readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}

/** Processor seconds that a process has used in all its threads; null where the system does not say. */
function processorSeconds(pid: number): number | null {
  const stat = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  // The kernel counts hundredths of a second, whatever its own clock.
  return user === undefined || system === undefined ? null : (user + system) / 100;
}

/** Saves a label again and again until the work is done; answers how long each took, in milliseconds. */
async function savingMeanwhile(client: AssayClient, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  void work.finally(() => (isDone = true)).catch(() => {});
  const took: number[] = [];
  for (let turn = 0; !isDone; turn++) {
    const start = performance.now();
    await client.call('label.edit', { instance: 1, system: 1, edit: { field: 'flagged', on: turn % 2 === 0 } });
    took.push(performance.now() - start);
    await wait(100);
  }
  return took;
}

/** Import of a large folder of trajectories: throughput, the service's memory, and saving meanwhile. */
export async function benchImport(folder: string): Promise<void> {
  const trajectories = Math.max(10, Math.round(GIGABYTES * 2_500));
  console.log(`\nImport of ${trajectories.toLocaleString('en')} trajectories (ASSAY_BENCH_GB=2 for the full size)`);
  const made = path.join(folder, 'made');
  const bytes = makeTrajectoryFolder(made, { trajectories, bytes: GIGABYTES * 1e9 });
  const { benchmark, predictions, trajectories: logs } = madeItems(made);
  const file = path.join(folder, 'made.assay');
  await withProject(file, async (client, { pid }) => {
    await client.call('import.run', { items: [benchmark, predictions] });
    const idle = peakMemory(pid);
    const speed = (elapsed: number) => `${Math.round(bytes / 1e6 / elapsed)} MB/s`;
    const timed = async (what: string, aim: string, work: () => Promise<unknown>) => {
      const before = processorSeconds(pid);
      const elapsed = await seconds(work);
      const after = processorSeconds(pid);
      const used = before === null || after === null ? null : after - before;
      const processor = used === null ? '' : `; processor time ${used.toFixed(1)} s, ${speed(used)}`;
      line(what, `${elapsed.toFixed(1)} s, ${speed(elapsed)}${processor}`, aim);
    };
    await timed(`preview of ${(bytes / 1e9).toFixed(2)} GB`, '', () => client.call('import.preview', { items: [logs] }));
    let took: number[] = [];
    await timed('import', '≥ 30 MB/s of the processor', async () => {
      const work = client.call('import.run', { items: [logs] });
      took = await savingMeanwhile(client, work);
      await work;
    });
    line('peak memory of the service', `${peakMemory(pid) ?? '?'} MB (${idle ?? '?'} MB before)`, 'below 500 MB');
    line('project file', `${Math.round(fs.statSync(file).size / 1e6)} MB`);
    line(
      'label saved meanwhile, p95 of',
      `${took.length}: ${quantile(took, 0.95)} ms, longest ${quantile(took, 1)} ms`,
      '≤ 50 ms',
    );
    const search = await seconds(() => client.call('search.find', { text: 'warehouse_1', in: ['trajectory'], limit: 20 }));
    line('search of trajectories, 20 hits', `${Math.round(search * 1000)} ms`);
  });
}
