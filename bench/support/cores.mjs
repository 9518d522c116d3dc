import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { treeOf } from './cpu.mjs';

/** Servers and their database have the first core, and the load has the last one, so that neither takes from the other. */
const [SERVERS, LOAD] = ['0', String(availableParallelism() - 1)];

export const hasCoresApart =
  process.platform === 'linux' && SERVERS !== LOAD && spawnSync('taskset', ['--version']).status === 0;

/** Puts a server with all that it has started on the core of the servers. */
export function keepOnServerCore(pid) {
  if (hasCoresApart && pid) for (const one of treeOf(pid)) pin(SERVERS, one);
}

/** Puts this process, which makes the load, on a core of its own; what it starts from then on begins there. */
export function keepLoadApart() {
  if (hasCoresApart) pin(LOAD, process.pid);
}

/** All threads that there are. A process that has ended meanwhile needs no core. */
const pin = (core, pid) => spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)]);
