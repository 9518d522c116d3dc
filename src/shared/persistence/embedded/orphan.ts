import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, readIfThere } from './files.js';
import { exists } from './process-identity.js';

/**
 * A server that outlived its owner, killed with no time to stop it. The lock on the home proves the owner gone. A new
 * server could not start beside it, and taking it over would leave it without anybody who sees it die.
 */
export async function stopOrphan(cluster: string, say: (text: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const content = readIfThere(file);
  if (content === undefined) return;
  const pid = Number.parseInt(content, 10);
  if (isPostmaster(pid, cluster)) {
    say('Stopping the database server that an earlier run has left behind');
    await stop(pid, cluster);
  } else if (!isDeadNumber(pid)) rmSync(file, { force: true });
}

/** PostgreSQL gets over such a file by itself, and needs it to see whether the dead server's children are still there. */
const isDeadNumber = (pid: number): boolean => pid > 0 && !exists(pid);

async function stop(pid: number, cluster: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 10],
  ] as const) {
    sendSignal(pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!isPostmaster(pid, cluster)) return;
      await sleep(20);
    }
  }
  throw new Error(`The database server of an earlier run, process ${pid}, does not stop`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended in this instant.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (!(pid > 0)) return false;
  return platform() === 'linux' ? isPostmasterOnLinux(pid, cluster) : isPostmasterByPs(pid, cluster);
}

/** It works in its cluster's folder; a zombie works in none. */
function isPostmasterOnLinux(pid: number, cluster: string): boolean {
  if (readIfThere(`/proc/${pid}/comm`)?.trim() !== 'postgres') return false;
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    return false;
  }
}

function isPostmasterByPs(pid: number, cluster: string): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
  return !stdout.trim().startsWith('Z') && stdout.includes(`postgres -D ${cluster} `);
}
