import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

type Entry = { readonly pid: number; readonly parent: number; readonly zombie: boolean };

/** Every process with its parent: from /proc where there is one (a container may lack `ps`), else from `ps`. */
function processes(): Entry[] {
  if (!fs.existsSync('/proc/self/stat')) {
    const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' });
    return listing.split('\n').flatMap((line) => {
      const [pid, parent, state] = line.trim().split(/\s+/);
      return state === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), zombie: state.startsWith('Z') }];
    });
  }
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The command's name stands in brackets and may hold anything: what follows the last bracket is regular.
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(name), parent: Number(parent), zombie: state === 'Z' }];
    } catch {
      return [];
    }
  });
}

/** Ids of the living children of a process: for a service these are its sql-runners. */
export const childrenOf = (pid: number): number[] =>
  processes()
    .filter((entry) => entry.parent === pid && !entry.zombie)
    .map((entry) => entry.pid);

/** A process with all that it started, and what those started. */
export const family = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(family)];

/** What a process was started as; empty where it has ended. */
export function commandLineOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * The living processes that were started with a variable of the environment, whoever their parent is by now: a list of
 * children is no picture of one moment, and lacks what was started while it was made. Empty where the system does not tell.
 */
export function startedWith(name: string, value: string): number[] {
  if (!fs.existsSync('/proc/self/environ')) return [];
  return processes().flatMap(({ pid, zombie }) => {
    if (zombie) return [];
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${name}=${value}`) ? [pid] : [];
    } catch {
      return [];
    }
  });
}

/** Whether a process of the app is the service. */
export const isService = (pid: number): boolean => /service\/main\.cjs|node\.mojom\.NodeService/.test(commandLineOf(pid));

/** Those of the given processes that are alive. */
export function alive(pids: readonly number[]): number[] {
  const living = new Set(
    processes()
      .filter((entry) => !entry.zombie)
      .map((entry) => entry.pid),
  );
  return pids.filter((pid) => living.has(pid));
}

/** Asks again and again until the condition holds; answers whether it did within the time. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs: number, everyMs = 20): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await wait(everyMs)) if (await condition()) return true;
  return condition();
}

/** Kills a process; false where it has ended by itself since it was listed. */
export function wasKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
