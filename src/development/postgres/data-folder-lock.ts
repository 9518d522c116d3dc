import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { createFile, errorCode, makeFolder, readIfThere, replaceFile } from './operating-system.js';
import { identifyThisProcess, isOfThisBoot, isOfThisNamespace, isRunning, type ProcessIdentity } from './processes.js';

export interface DataFolderLock {
  release(): void;
}

export class DataFolderInUse extends Error {
  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(
      `The data folder ${folder} is in use by another Countersign (process ${pid}). ` +
        'Stop that one first, or give this one a folder of its own with DATA_DIR.',
    );
    this.name = 'DataFolderInUse';
  }
}

interface Holder extends ProcessIdentity {
  readonly presence?: string;
}

/**
 * Locks the data folder with a lock file that names its holder, because Node does not offer the operating system's file
 * locks. If the holder was killed, the lock file remains, and the next process replaces it. If several processes try at
 * the same time, at most one gets the lock.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  makeFolder(folder);
  const path = join(folder, 'countersign.lock');
  const presence = announcePresence(folder);
  const record = JSON.stringify({ ...identifyThisProcess(), presence: presence?.name });
  try {
    take(path, record);
  } catch (error) {
    presence?.end();
    throw error;
  }
  let held = true;
  return {
    release: () => {
      if (!held) return;
      held = false;
      if (readIfThere(path) === record) rmSync(path, { force: true });
      presence?.end();
    },
  };
}

function take(path: string, record: string): void {
  for (;;) {
    if (createFile(path, record)) return;
    const found = readIfThere(path);
    if (found === undefined) continue;
    const holder = holderIn(found);
    if (holder && isHeldBy(holder, dirname(path))) throw new DataFolderInUse(dirname(path), holder.pid);
    if (replaceDead(path, found, record)) return;
  }
}

/**
 * Replaces the lock file of a process that has ended. A process first takes a second lock, which is named after the
 * content of that file, and then reads the file again. Without the second lock, a slower process could delete the lock
 * file that a faster one has just created.
 */
function replaceDead(path: string, dead: string, record: string): boolean {
  const claim = `${path}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  take(claim, record);
  try {
    if (readIfThere(path) !== dead) return false;
    replaceFile(path, record);
    forgetPresence(dirname(path), holderIn(dead));
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

function isHeldBy(holder: Holder, folder: string): boolean {
  if (!isOfThisBoot(holder)) return false;
  if (isOfThisNamespace(holder)) return isRunning(holder);
  return holder.presence !== undefined && isPresent(folder, holder.presence);
}

function forgetPresence(folder: string, holder: Holder | undefined): void {
  if (holder?.presence !== undefined) rmSync(join(folder, holder.presence), { force: true });
}

/**
 * The holder that a lock file names. Undefined if a power failure has truncated the file; in that case its writer is no
 * longer running.
 */
function holderIn(record: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(record);
    return isHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const named = !('presence' in value) || isPresenceName(value.presence);
  const isComplete = ['startedAt', 'boot', 'pidNamespace'].every((key) => typeof Reflect.get(value, key) === 'string');
  return 'pid' in value && Number.isInteger(value.pid) && named && isComplete;
}

/**
 * A named pipe that a process holds open for reading as long as it runs. Opening the pipe for writing fails if nobody
 * is reading. Containers that share the volume can thus find out whether the process is running, although its PID means
 * nothing to them.
 */
export interface Presence {
  readonly name: string;
  end(): void;
}

/**
 * Creates a named pipe that shows other containers that this process runs. Undefined where there are no containers
 * (macOS) or no named pipes (some file systems, images without `mkfifo`).
 */
export function announcePresence(folder: string): Presence | undefined {
  if (platform() !== 'linux') return undefined;
  const name = `alive-${randomUUID()}`;
  const path = join(folder, name);
  if (spawnSync('mkfifo', ['-m', '600', path]).status !== 0) return undefined;
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return {
    name,
    end: () => {
      closeSync(handle);
      rmSync(path, { force: true });
    },
  };
}

export function isPresent(folder: string, name: string): boolean {
  try {
    closeSync(openSync(join(folder, name), constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    // ENXIO means that nobody reads the pipe. Other errors do not prove that its creator has ended.
    return !['ENXIO', 'ENOENT'].includes(errorCode(error) ?? '');
  }
}

/** Whether a name that was read from a lock file is a plain file name, without a path. */
export const isPresenceName = (name: unknown): name is string =>
  typeof name === 'string' && /^alive-[0-9a-f-]+$/.test(name);
