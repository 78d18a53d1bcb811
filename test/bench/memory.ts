import fs from 'node:fs';

export type ProcessMemory = { readonly name: string; readonly megabytes: number };

const read = (file: string): string => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
};

const parentOf = (pid: string): string => /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '';

/** What a process of the app is: Chromium names its own, a service and its helpers are known by their entry. */
function nameOf(pid: string): string {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  const type = /--type=(\S+)/.exec(command)?.[1];
  return type ?? /dist\/([\w-]+)\/main\.cjs/.exec(command)?.[1] ?? 'main';
}

/**
 * The memory of a process and all that descend from it, largest first: the proportional set size, in which memory that
 * processes share is counted once. Empty where the system does not tell (only Linux does).
 */
export function memoryBelow(pid: number): ProcessMemory[] {
  if (!fs.existsSync('/proc/self/smaps_rollup')) return [];
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((each) => [each, parentOf(each)]));
  const isBelow = (each: string): boolean => each === String(pid) || (each !== '' && isBelow(parents.get(each) ?? ''));
  return all
    .filter(isBelow)
    .map((each) => ({
      name: nameOf(each),
      megabytes: Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0) / 1024,
    }))
    .sort((a, b) => b.megabytes - a.megabytes);
}

/** How often {@link memoryPeak} looks, in milliseconds. */
const LOOKS_MS = 100;

const total = (processes: readonly ProcessMemory[]): number => processes.reduce((sum, { megabytes }) => sum + megabytes, 0);

/** The memory of a process and its descendants when they took the most, while some work went on; empty as above. */
export async function memoryPeak(pid: number, work: () => Promise<unknown>): Promise<ProcessMemory[]> {
  let most: ProcessMemory[] = [];
  const look = () => {
    const now = memoryBelow(pid);
    if (total(now) > total(most)) most = now;
  };
  look();
  const timer = setInterval(look, LOOKS_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
}
