import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFile, readIfThere, replaceFile } from './files.js';
import { makeFolder } from './own-folder.js';
import { announcePresence, isPresenceName, isPresent } from './presence-pipe.js';
import {
  identifyThisProcess,
  isOfThisBoot,
  isOfThisNamespace,
  isRunning,
  type ProcessIdentity,
} from './process-identity.js';

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
 * Node has no file locks of the operating system, so the lock is a file that says who holds it. It outlives a holder
 * that was killed, and is then taken over; at most one of all who try, at whatever instant, has it.
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
 * Deleting a dead holder's file and creating one's own would let a slow second taker delete the first one's. Hence the
 * right to replace exactly this dead file is a lock too, named after its content; who has it looks once more.
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

/** Undefined for a file that a power failure has cut: whoever wrote it is gone. */
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
  const told = ['startedAt', 'boot', 'pidNamespace'].every((key) => typeof Reflect.get(value, key) === 'string');
  return 'pid' in value && Number.isInteger(value.pid) && named && told;
}
