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
 * Node has no operating-system file locks, so the lock is a file that names its holder. The file outlives a holder that
 * was killed and is then taken over. However many processes try at the same time, at most one gets it.
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
 * Deleting a dead holder's file and then creating a new one would let a slow second process delete the first one's. So
 * the right to replace exactly this dead file is a lock too, named after its content; its holder checks the file once
 * more.
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

/** The holder that a lock file names. Undefined for a file that a power failure has truncated: its writer is gone. */
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
 * A named pipe that its creator holds open for reading as long as it lives: the kernel refuses a writer where nobody
 * reads. So another container on the same volume, for which our process number means nothing, can tell whether this
 * process lives.
 */
export interface Presence {
  readonly name: string;
  end(): void;
}

/**
 * Creates a named pipe by which other containers see whether this process lives. Undefined where there are no
 * containers (macOS) or no named pipes (some file systems, images without `mkfifo`).
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
    // ENXIO: nobody reads. Any other error, such as a pipe that we may not open, does not prove the creator dead.
    return !['ENXIO', 'ENOENT'].includes(errorCode(error) ?? '');
  }
}

/** Names come from a file, so a name must not be a path. */
export const isPresenceName = (name: unknown): name is string =>
  typeof name === 'string' && /^alive-[0-9a-f-]+$/.test(name);
