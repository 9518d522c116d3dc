import { spawnSync } from 'node:child_process';
import { readlinkSync, rmSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, readIfThere } from './operating-system.js';

/**
 * Identifies a process by its PID and its start time. The PID alone may soon belong to another process, especially in a
 * container.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
  readonly boot: string;
  readonly pidNamespace: string;
}

const hidden = Symbol('a process that runs, but that we may not look at');

export function identifyThisProcess(): ProcessIdentity {
  const startedAt = startOf(process.pid);
  if (typeof startedAt !== 'string') throw new Error('Cannot tell when this process was started');
  return { pid: process.pid, startedAt, boot: currentBoot(), pidNamespace: currentPidNamespace() };
}

/** PIDs can be compared only within the same boot of the system and the same process namespace. */
export const isOfThisBoot = (identity: ProcessIdentity): boolean => identity.boot === currentBoot();
export const isOfThisNamespace = (identity: ProcessIdentity): boolean =>
  identity.pidNamespace === currentPidNamespace();

/** Whether the process is still running. Its identity must be from this boot and namespace. */
export function isRunning(identity: ProcessIdentity): boolean {
  const startedAt = startOf(identity.pid);
  return startedAt === hidden || startedAt === identity.startedAt;
}

/** Whether a process with this PID exists, including zombies and other users' processes. */
export function exists(pid: number): boolean {
  return signalZero(pid) !== 'ESRCH';
}

function startOf(pid: number): string | typeof hidden | undefined {
  return platform() === 'linux' ? startOnLinux(pid) : startByPs(pid);
}

function startOnLinux(pid: number): string | typeof hidden | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // If /proc is mounted with `hidepid`, it does not show other users' processes.
  if (stat === undefined) return signalZero(pid) === 'EPERM' ? hidden : undefined;
  // The second field is the command in parentheses and may contain spaces, so the rest is split after `)`.
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return isDeadState(state) ? undefined : rest[18];
}

function startByPs(pid: number): string | undefined {
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8', env });
  const [state = '', ...startedAt] = stdout.trim().split(/\s+/);
  return startedAt.length === 0 || isDeadState(state) ? undefined : startedAt.join(' ');
}

/**
 * Whether the process is a zombie, which no longer holds any resources. It may remain forever in a container whose
 * process 1 does not reap it.
 */
const isDeadState = (state: string): boolean => /^[ZX]/i.test(state);

function signalZero(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

const currentBoot = (): string => readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

function currentPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/**
 * Stops a server whose owner was killed. The caller's lock on the folder proves that the owner has ended. A second
 * server could not start on the same cluster, and the running one cannot be supervised, because it is not our child.
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

/**
 * Whether no process has the PID in PostgreSQL's lock file. If so, the lock file is not deleted: PostgreSQL itself uses
 * it to check whether child processes of the dead server are still running, and then replaces it.
 */
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
    // ESRCH: the process has already ended.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (!(pid > 0)) return false;
  return platform() === 'linux' ? isPostmasterOnLinux(pid, cluster) : isPostmasterByPs(pid, cluster);
}

/**
 * Recognises a PostgreSQL server by its working directory, which is the cluster's folder. A zombie has no working
 * directory.
 */
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
