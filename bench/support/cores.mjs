import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { treeOf } from './cpu.mjs';

/**
 * The servers and their database run on the first core and the load on the last one, so that neither takes CPU from the
 * other.
 */
const [SERVERS, LOAD] = ['0', String(availableParallelism() - 1)];

export const hasCoresApart =
  process.platform === 'linux' && SERVERS !== LOAD && spawnSync('taskset', ['--version']).status === 0;

/** Moves a server and all its child processes to the core of the servers. */
export function keepOnServerCore(pid) {
  if (hasCoresApart && pid) for (const one of treeOf(pid)) pin(SERVERS, one);
}

/** Moves this process, which generates the load, to its own core. Processes that it starts later begin on that core. */
export function keepLoadApart() {
  if (hasCoresApart) pin(LOAD, process.pid);
}

/** Moves all threads of a process. A failure is ignored: the process may have ended. */
const pin = (core, pid) => spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)]);
